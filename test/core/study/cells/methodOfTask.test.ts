import { afterEach, describe, expect, it } from 'vitest';
import { FitError } from '../../../../src/core/methods/method.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { findMethod, registerExternal } from '../../../../src/core/methods/registry.ts';
import { methodOfTask } from '../../../../src/core/study/cells/cellTask.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

const declaration = ownDeclaration();

afterEach(() => registerExternal([]));

function refusalOf(methodId: string, version?: string): unknown {
  try {
    return methodOfTask({ methodId, version });
  } catch (error) {
    return error;
  }
}

describe('the method of a cell', () => {
  it('is ours by its name', () => expect(methodOfTask({ methodId: 'pca' })).toBe(findMethod('pca')));

  it('is the registered one in the version that the study was made with', () => {
    const method = externalMethod(declaration, 'v1', {});
    registerExternal([method]);
    expect(methodOfTask({ methodId: 'own', version: 'v1' })).toBe(method);
    expect(refusalOf('own', 'v2')).toEqual(
      new FitError(
        'Own has changed: the study was made with version v2, registered is v1. ' +
          'Make a new study to compute with the registered version.',
      ),
    );
  });

  it('is refused where it is not registered, or where it cannot run here', () => {
    expect(refusalOf('own', 'v1')).toEqual(
      new FitError(
        'own is an external method that is not registered here: stored results can be shown, but nothing can be ' +
          'computed. Register its folder in Settings, Methods, or by "eigenbench methods add".',
      ),
    );
    expect(refusalOf('own')).toEqual(new RangeError('Unknown method "own"'));
    registerExternal([externalMethod(declaration, 'v1', { unavailable: 'Its program is missing.' })]);
    expect(refusalOf('own', 'v1')).toEqual(new FitError('Its program is missing.'));
  });
});

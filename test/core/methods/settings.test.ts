import { describe, expect, it } from 'vitest';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { InvalidInputError } from '../../../src/core/methods/problems.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';

function problemsOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.problems;
    throw error;
  }
  return [];
}

describe('resolveSettings', () => {
  it('fills in the defaults in the order of declaration', () => {
    const settings = resolveSettings(glram, { maxIterations: 7 });
    expect(Object.keys(settings)).toEqual(glram.parameters.map((parameter) => parameter.name));
    expect(settings).toEqual({ restart: 'fresh', start: 'identity', tolerance: 1e-10, maxIterations: 7 });
    expect(resolveSettings(pca, {})).toEqual({});
  });

  it('names every setting that cannot be used', () => {
    const problems = problemsOf(() =>
      resolveSettings(glram, { restart: 'lukewarm', tolerance: 2, maxIterations: 2.5, colour: 1 }),
    );
    expect(problems).toEqual([
      {
        path: 'settings.colour',
        message: 'GLRAM has no setting "colour": it has restart, start, tolerance, maxIterations.',
      },
      {
        path: 'settings.restart',
        message: 'GLRAM: restart must be one of "fresh", "warm", "cold", found "lukewarm".',
      },
      { path: 'settings.tolerance', message: 'GLRAM: tolerance must be a number from 1e-15 to 1, found 2.' },
      {
        path: 'settings.maxIterations',
        message: 'GLRAM: maxIterations must be an integer from 1 to 100000, found 2.5.',
      },
    ]);
  });

  it('does not take a name from the prototype of an object for a setting', () => {
    expect(problemsOf(() => resolveSettings(pca, { toString: 1 } as never))[0].message).toBe(
      'PCA has no setting "toString": it has none.',
    );
  });
});

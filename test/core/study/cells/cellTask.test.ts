import { describe, expect, it, afterEach } from 'vitest';
import { findMethod, registerExternal } from '../../../../src/core/methods/registry.ts';
import {
  cellTask,
  fitRandom,
  gridShapes,
  innerFitName,
  methodOfTask,
} from '../../../../src/core/study/cells/cellTask.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { taskOf } from '../evaluateAll.ts';
import { facts, smallSpec } from '../smallDataset.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

describe('the task of a cell', () => {
  it('says what the study says of it, and nothing that it does not say', () => {
    const spec = smallSpec({ methods: [{ method: 'pca', latent: [1, 2] }] });
    const plan = planCells(planStudy(spec), facts);
    const [cell] = plan.cells;
    expect(taskOf(spec, facts, plan, cell)).toStrictEqual({
      seed: 7,
      datasetHash: 'small-dataset',
      condition: 'k=2',
      repeat: 1,
      methodKey: plan.methods[0].key,
      methodId: 'pca',
      settings: plan.methods[0].settings,
      latent: [1, 2],
      split: splitOf(spec, facts, 'k=2', 1),
      classifier: { kind: '1nn' },
    });
  });

  it('has what is asked for in addition: version, selection, measures, features, classifier, perturbation', () => {
    const spec = smallSpec({
      selection: { innerSplits: 2 },
      measures: ['likelihood'],
      features: ['unit-norm'],
      classifier: { kind: 'knn', k: 3 },
      perturbations: [{ kind: 'gaussian-noise', sigma: [1] }],
    });
    const plan = planCells(planStudy(spec), facts);
    const [cell] = plan.cells;
    const task = taskOf(spec, facts, plan, cell);
    expect(task).toMatchObject({
      selection: { innerSplits: 2 },
      measures: ['likelihood'],
      features: ['unit-norm'],
      classifier: { kind: 'knn', k: 3 },
      perturbation: { kind: 'gaussian-noise', level: 1, on: 'test' },
    });
    // A method's own classifier and features take the place of those of the study.
    const own = {
      ...plan.methods[0],
      version: 'v1',
      tuned: { row: 'PCA', values: {} },
      classifier: { kind: 'likelihood' as const },
      features: ['equalise' as const],
    };
    const study = { ...spec, datasetHash: facts.hash };
    expect(cellTask(cell, own, study, task.split)).toStrictEqual({
      ...task,
      version: 'v1',
      tuned: true,
      classifier: { kind: 'likelihood' },
      features: ['equalise' as const],
    });
  });
});

describe('the random numbers of a cell', () => {
  const spec = smallSpec();
  const plan = planCells(planStudy(spec), facts);
  const task = taskOf(spec, facts, plan, plan.cells[0]);

  it('are named by seed, dataset, condition, repeat and method, each of which changes them', () => {
    const first = (change: object): number => fitRandom({ ...task, ...change }).normal();
    const changes = [
      {},
      { seed: 8 },
      { datasetHash: 'other' },
      { condition: 'k=3' },
      { repeat: 2 },
      { methodKey: 'other' },
    ];
    expect(new Set(changes.map(first)).size).toBe(changes.length);
    expect(first({ split: { train: Int32Array.of(0), test: Int32Array.of(1) } })).toBe(first({}));
  });

  it('of choices inside the training images are named without the dataset, which changes with its test images', () => {
    expect(innerFitName(task)).toEqual([7]);
  });
});

describe('the shapes of a bilinear method that a cell fits', () => {
  const images = { rows: 6, cols: 5, count: 10 };
  const glram = findMethod('glram')!;

  it('are those of its grid', () => {
    expect(gridShapes(glram, { latent: { tied: [1, 3] } }, images)).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it('are none of vector methods, and none where each subject has a model of its own', () => {
    expect(gridShapes(findMethod('pca')!, { latent: [1, 3] }, images)).toEqual([]);
    const classifier = { kind: 'likelihood' as const };
    expect(gridShapes(findMethod('bppca')!, { latent: { tied: [1] }, classifier }, images)).toEqual([]);
  });
});

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
          'Compute its row again, or make a new study.',
      ),
    );
  });

  it('is refused where it is not registered, or where it cannot run here', () => {
    expect(refusalOf('unlisted', 'v1')).toEqual(
      new FitError(
        'unlisted is an external method that is not registered here: stored results can be shown, but nothing can be ' +
          'computed. Register its folder in Settings, Methods, or by "eigenbench methods add".',
      ),
    );
    expect(refusalOf('unlisted')).toEqual(new RangeError('Unknown method "unlisted"'));
    registerExternal([externalMethod(declaration, 'v1', { unavailable: 'Its program is missing.' })]);
    expect(refusalOf('own', 'v1')).toEqual(new FitError('Its program is missing.'));
  });
});

/** Which random numbers the fits of a cell begin with: a method draws one in every fit, and we look at it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import type { FitContext, LatentShape, TrainingData } from '../../../../src/core/methods/method.ts';
import type { ImageSet } from '../../../../src/core/images/imageSet.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

/** Of every fit: its latent dimension and the first number that it draws. */
const drawn: [number, number][] = [];

const functions = {
  fit({ images }: TrainingData, latent: LatentShape, settings: object, { random }: FitContext) {
    drawn.push([latent[0], random.normal()]);
    const imageShape = { rows: images.rows, cols: images.cols };
    const nothing = { trace: [], objective: null, logLikelihood: null, warnings: [] };
    return { method: 'own', latent, settings, imageShape, parameters: {}, iterations: 0, converged: true, ...nothing };
  },
  /** As many pixels as there are latent dimensions. */
  encode({ latent }: { latent: LatentShape }, images: ImageSet) {
    const [size, [q]] = [images.rows * images.cols, latent];
    const codes = matrixStack(images.count, q, 1);
    for (let n = 0; n < images.count; n++) codes.data.set(images.data.subarray(n * size, n * size + q), n * q);
    return codes;
  },
};

beforeEach(() => {
  drawn.length = 0;
  const declaration = ownDeclaration();
  registerExternal([externalMethod(declaration, 'v1', { functions: functions as never })]);
});
afterEach(() => registerExternal([]));

/** Evaluates the second repeat with three training images a subject. */
function evaluated(change: Partial<StudySpecInput>, latent: 'adaptive' | number[]) {
  const spec = smallSpec({ methods: [{ method: 'own', latent }], ...change });
  const plan = planCells(planStudy(spec), facts);
  const cell = plan.cells.find(({ condition, repeat }) => condition === 'k=3' && repeat === 2)!;
  return { key: cell.methodKey, result: evaluateCell(taskOf(spec, facts, plan, cell), data, () => undefined) };
}

const first = (...name: readonly (string | number)[]): number => stream(...name).normal();

describe('the fits of a cell', () => {
  it('draw from the stream of seed, dataset, condition, repeat and method; on inner splits from one of each', () => {
    const { key } = evaluated({ selection: { innerSplits: 2 } }, [1]);
    expect(drawn).toEqual([
      [1, first(7, 'small-dataset', 'fit', 'k=3', 2, key)],
      [1, first(7, 'inner fit', 'k=3', 2, key, 1)],
      [1, first(7, 'inner fit', 'k=3', 2, key, 2)],
    ]);
  });

  it('draw in the search of an adaptive grid from a stream of each round and inner split', () => {
    const { key, result } = evaluated({}, 'adaptive');
    // Three training images of a subject leave two; each of the four inner splits holds one out, in turn.
    const rounds = [1, 2].flatMap((round) =>
      [1, 2, 3, 4].map((split) => first(7, 'grid fit', 'k=3', 2, key, round, split)),
    );
    const begun = drawn.map(([, value]) => value).filter((value) => rounds.includes(value));
    expect(begun).toEqual(rounds);
    expect(result.shapes.length).toBeGreaterThan(3);
  });
});

/** How a method fares on inner splits, with evaluations whose errors we know. */
import { describe, expect, it } from 'vitest';
import type { Recogniser } from '../../../../src/core/classify/recogniser.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { FitError, type LatentShape, type Method, type SweepInput } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import {
  bestOf,
  evaluateInside,
  selectByInnerSplits,
  type JudgedBy,
} from '../../../../src/core/study/cells/innerSelection.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';

/** Two splits of six and four training images, of three and two subjects. */
const splits: Split[] = [
  { train: Int32Array.of(0, 1, 2, 5, 6, 7), test: Int32Array.of(10, 11, 12, 15) },
  { train: Int32Array.of(0, 1, 5, 6), test: Int32Array.of(10, 11) },
];
const shapes: LatentShape[] = [[1], [2], [4]];
/** As many dimensions as there are training images less one, at most; the second split has none for [4]. */
const method: Method = { ...findMethod('pca')!, largestLatent: (_rows, _cols, count) => [count - 1] };

interface Seen {
  readonly sizes: unknown[];
  readonly shapes: (readonly LatentShape[])[];
}

/** Of each split the errors at 1, 2 and 4 dimensions, or what its evaluation throws. */
function evaluated(
  answers: readonly (Readonly<Partial<Record<number, number>>> | Error)[],
  { full, judgedBy, of = shapes }: { full?: true; judgedBy?: JudgedBy; of?: LatentShape[] } = {},
) {
  const seen: Seen = { sizes: [], shapes: [] };
  const recogniser: Recogniser = {
    fitSize: (size) => (seen.sizes.push(size), size),
    evaluate: (_, input) => {
      const at = splits.findIndex(({ train }) => train === input.train);
      seen.shapes.push(input.shapes);
      const errors = answers[at];
      if (errors instanceof Error) throw errors;
      const wrong = input.shapes.map(([q]) => errors[q]!);
      return { shapes: input.shapes, wrong, fits: 3 } as unknown as ReturnType<Recogniser['evaluate']>;
    },
  };
  const inputOf = (split: Split, _: number, candidates: readonly LatentShape[]): SweepInput => ({
    images: data.images,
    labels,
    ...split,
    gram: data.gram,
    shapes: candidates,
    settings: {},
    context: { random: stream('unused'), checkCancelled: () => undefined },
    ...(full && { full }),
  });
  return { seen, ...evaluateInside(method, of, splits, inputOf, recogniser, judgedBy), inputOf, recogniser };
}

describe('a method on inner splits', () => {
  it('has the errors of all of them at the shapes that all of them can have', () => {
    const { scores, fits, seen } = evaluated([
      { 1: 3, 2: 1, 4: 0 },
      { 1: 1, 2: 1 },
    ]);
    expect(scores).toEqual([4, 2, null]);
    expect(fits).toBe(6);
    expect(seen.sizes).toEqual([
      { images: 6, subjects: 3 },
      { images: 4, subjects: 2 },
    ]);
    expect(seen.shapes).toEqual([shapes, [[1], [2]]]);
  });

  it('is not asked for shapes of no size, nor where no shape is left', () => {
    const { scores, fits, seen } = evaluated([{ 4: 0, 5: 1 }, {}], { of: [[0], [4], [5]] });
    expect(scores).toEqual([null, null, null]);
    expect(fits).toBe(3);
    expect(seen.shapes).toEqual([[[4], [5]]]);
  });

  it('has all axes of each split as its one shape, where all are asked for', () => {
    const { scores, seen } = evaluated([{ 5: 2 }, { 3: 1 }], { full: true, of: [[9]] });
    expect(seen.shapes).toEqual([[[5]], [[3]]]);
    expect(scores).toEqual([3]);
    expect(evaluated([{}, {}], { full: true, of: [] }).scores).toEqual([]);
  });

  it('is judged by the mean of another measure, negative where more of it is better', () => {
    const accuracy: JudgedBy = { measure: measureOf('accuracy'), request: null };
    const answers = [
      { 1: 1, 2: 2, 4: 0 },
      { 1: 1, 2: 0 },
    ];
    // 3 of 4 and 1 of 2 are right; then 2 of 4 and 2 of 2.
    expect(evaluated(answers, { judgedBy: accuracy }).scores).toEqual([-(75 + 50) / 2, -(50 + 100) / 2, null]);
    const errors: JudgedBy = { measure: measureOf('error-rate'), request: null };
    expect(evaluated(answers, { judgedBy: errors }).scores).toEqual([(25 + 50) / 2, (50 + 0) / 2, null]);
    // A measure that has no value there judges nothing.
    const unknown: JudgedBy = { measure: measureOf('rmse'), request: null };
    expect(evaluated(answers, { judgedBy: unknown }).scores).toEqual([null, null, null]);
  });

  it('cannot be judged where the fit of a split fails; other errors go on their way', () => {
    const { scores, fits } = evaluated([{ 1: 1, 2: 1, 4: 1 }, new FitError('no')]);
    expect(scores).toEqual([null, null, null]);
    expect(fits).toBe(3);
    expect(() => evaluated([{}, new TypeError('a defect')])).toThrow('a defect');
  });

  it('has no score without a split', () => {
    const { inputOf, recogniser } = evaluated([{}, {}]);
    expect(evaluateInside(method, shapes, [], inputOf, recogniser)).toEqual({ scores: [null, null, null], fits: 0 });
    const nothing = { shape: null, score: null, fits: 0 };
    expect(selectByInnerSplits(method, shapes, [], inputOf, recogniser)).toEqual(nothing);
  });
});

describe('the best shape', () => {
  it('has the least score, and is the smallest among equals', () => {
    const matrices: LatentShape[] = [
      [4, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ];
    expect(bestOf(matrices, [1, 1, 1, 2])).toEqual({ shape: [1, 2], score: 1 });
    expect(bestOf(matrices, [0, null, null, null])).toEqual({ shape: [4, 1], score: 0 });
    expect(bestOf(matrices, [null, null, null, null])).toEqual({ shape: null, score: null });
  });
});

describe('what a study chooses by', () => {
  const specBy = (by: 'accuracy' | 'log-likelihood', measures: boolean) =>
    smallSpec({
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 3 },
      methods: [{ method: 'ppca', latent: [1, 2, 4] }],
      selection: { innerSplits: 2, by },
      ...(measures && { measures: ['likelihood'] }),
    });
  const chosen = (spec: ReturnType<typeof smallSpec>): (number | null | undefined)[] =>
    [...evaluateAll(spec, facts, data, planStudy(spec, facts)).values()].map(({ result }) => result.selected);

  it('is the error rate, which accuracy says as well', () => {
    const { selection: _, ...spec } = specBy('accuracy', false);
    const byErrors = chosen({ ...spec, selection: { innerSplits: 2 } });
    expect(chosen(specBy('accuracy', false))).toEqual(byErrors);
    expect(chosen({ ...spec, selection: { innerSplits: 2, by: 'error-rate' } })).toEqual(byErrors);
    expect(new Set(byErrors).size).toBeGreaterThan(1);
  });

  it('is another measure that it has, and no other', () => {
    // Held-out images have the more likelihood the fewer axes five training images a fit are spent on.
    expect(chosen(specBy('log-likelihood', true))).not.toEqual(chosen(specBy('accuracy', false)));
    const spec = specBy('log-likelihood', true);
    const plan = planStudy(spec, facts);
    const task = taskOf({ ...spec, measures: undefined }, facts, plan, plan.cells[0]);
    expect(() => evaluateCell(task, data, () => undefined)).toThrow(
      new RangeError('The study chooses by "log-likelihood" and does not measure it'),
    );
  });
});

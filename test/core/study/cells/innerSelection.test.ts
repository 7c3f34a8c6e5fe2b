import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import {
  innerSplits,
  selectByInnerSplits,
  bestOf,
  evaluateInside,
  type ShapeCriterion,
} from '../../../../src/core/study/cells/innerSelection.ts';
import { compareShapes } from '../../../../src/core/methods/latent/latentShape.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { evaluateShapes } from '../../../support/classify.ts';
import type { Recogniser } from '../../../../src/core/classify/recogniser.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { FitError, type LatentShape, type Method, type SweepInput } from '../../../../src/core/methods/method.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';

const spec = smallSpec({
  selection: { innerSplits: 3 },
  methods: [{ method: 'pca' }, { method: 'glram', latent: { qc: [1, 2], qr: [2] } }, { method: '2dpca' }],
});
const plan = planCells(planStudy(spec), facts);
const ignore = (): void => undefined;

describe('innerSplits', () => {
  const { train } = splitOf(spec, facts, 'k=3', 1);
  const splits = innerSplits(train, labels, 3, stream('inner'));

  it('hold out one training image of every subject and keep the others', () => {
    for (const split of splits) {
      expect([...split.train, ...split.test].sort((a, b) => a - b)).toEqual([...train]);
      expect([...split.test].map((image) => labels[image]).sort()).toEqual([0, 1, 2, 3, 4]);
      expect([...split.train]).toEqual([...split.train].sort((a, b) => a - b));
    }
  });

  it('hold out every image once when there are as many splits as images of a subject', () => {
    expect(splits.flatMap((split) => [...split.test]).sort((a, b) => a - b)).toEqual([...train]);
  });

  it('keep subjects with one image in training, and are none where all have one', () => {
    const [split] = innerSplits(Int32Array.of(0, 1, 5), labels, 1, stream('inner'));
    expect([...split.test].map((image) => labels[image])).toEqual([0]);
    expect(split.train).toContain(1);
    expect(innerSplits(Int32Array.of(0, 1, 2), labels, 2, stream('inner'))).toEqual([]);
  });
});

describe('the shape chosen inside the training images', () => {
  const cell = plan.cells.find((candidate) => candidate.label === 'PCA' && candidate.condition === 'k=3')!;
  const task = taskOf(spec, facts, plan, cell);
  const pca = findMethod('pca')!;

  it('has the fewest errors over the inner splits, the smallest among equals', () => {
    const { shapes } = evaluateCell(task, data, ignore);
    const inner = innerSplits(task.split.train, labels, 3, stream('any'));
    const input = (split: (typeof inner)[number], candidates: readonly (readonly number[])[]) => ({
      ...data,
      ...split,
      shapes: candidates,
      settings: task.settings,
      context: { random: stream('unused'), checkCancelled: ignore },
    });
    const { shape, fits } = selectByInnerSplits(pca, shapes, inner, (split, _, candidates) => input(split, candidates));
    expect(fits).toBe(3);
    // PCA has at most 9 axes from 10 inner training images.
    const possible = shapes.filter(([q]) => q <= 9);
    const totals = possible.map((_, s) =>
      inner.reduce((sum, split) => sum + evaluateShapes(pca, input(split, possible)).wrong[s], 0),
    );
    const least = Math.min(...totals);
    const expected = possible.filter((_, s) => totals[s] === least).sort(compareShapes)[0];
    expect(shape).toEqual(expected);
  });

  it('does not depend on the test images', () => {
    const before = evaluateCell(task, data, ignore);
    const fewer = { ...task, split: { train: task.split.train, test: task.split.test.slice(0, 2) } };
    expect(evaluateCell(fewer, data, ignore).selected).toBe(before.selected);
    expect(before.selected).toBeGreaterThanOrEqual(0);
  });

  it('leaves the other results of the cell as they are without it', () => {
    const { selected, fits, seconds: _, ...rest } = evaluateCell(task, data, ignore);
    const { seconds: __, fits: once, ...plain } = evaluateCell({ ...task, selection: undefined }, data, ignore);
    expect(rest).toEqual(plain);
    expect(selected).not.toBeUndefined();
    expect(fits).toBe(once + 3);
  });

  it('is null where a subject has one training image', () => {
    const once = smallSpec({
      selection: { innerSplits: 2 },
      protocol: { kind: 'random', trainPerSubject: [1], repeats: 1 },
    });
    const oncePlan = planCells(planStudy(once), facts);
    expect(evaluateCell(taskOf(once, facts, oncePlan, oncePlan.cells[0]), data, ignore).selected).toBeNull();
  });
});

describe('a table with validated selection', () => {
  const outcomes = evaluateAll(spec, facts, data, plan);
  const table = summariseStudy(plan, outcomes);

  it('has both selections with verdicts of their own', () => {
    for (const row of table.rows) {
      for (const entry of row.entries) {
        expect(entry.validated!.repeats).toEqual([1, 2, 3]);
        expect(entry.validated!.shapes).toHaveLength(3);
        expect(entry.validated!.standing).not.toBe('none');
      }
    }
    const [first] = table.rows[0].entries;
    const cells = plan.cells.filter((cell) => cell.label === 'PCA' && cell.condition === 'k=2');
    const errors = cells.map((cell) => {
      const { wrong, selected, testCount } = outcomes.get(cell.key)!.result;
      return (100 * wrong[selected!]) / testCount;
    });
    expect(first.validated!.values).toEqual(errors);
  });

  it('labels both in every form', () => {
    expect(textTable(table)).toContain('k = 2, validated');
    expect(csvTable(table).split('\r\n')[0]).toMatch(/validated_mean_error_percent.*,validated_p,/);
    expect(table.footer.join(' ')).toContain('Validated: in each split, the dimension chosen');
    expect(summariseStudy(planCells(planStudy(smallSpec()), facts), new Map()).rows[0].entries[0]).not.toHaveProperty(
      'validated',
    );
  });

  it('compares in the same way whatever the order of the methods', () => {
    const turned = smallSpec({ ...spec, methods: [...spec.methods].reverse() });
    const other = summariseStudy(planCells(planStudy(turned), facts), outcomes);
    expect([...other.rows].reverse()).toEqual(table.rows);
  });

  it('survives JSON', () => expect(JSON.parse(JSON.stringify(table))).toEqual(table));
});

// Inner splits are drawn from the training images, whatever else the dataset holds.

/** Five subjects with four images each; the first two of each are training images. */
const fourEach = Int32Array.from({ length: 20 }, (_, n) => Math.floor(n / 4));
const train = Int32Array.from(fourEach.keys()).filter((n) => n % 4 < 2);
const drawn = (images: Int32Array, subjects: Int32Array) =>
  innerSplits(images, subjects, 3, stream(1, 'inner split')).map(({ train, test }) => [[...train], [...test]]);

describe('inner splits', () => {
  const expected = drawn(train, fourEach);

  it('hold out one training image of each subject and train on the others', () => {
    for (const [rest, held] of expected) {
      expect(held.map((image) => fourEach[image])).toEqual([0, 1, 2, 3, 4]);
      expect([...rest, ...held].sort((a, b) => a - b)).toEqual([...train]);
    }
    expect(new Set(expected.map(([, held]) => held.join())).size).toBeGreaterThan(1);
  });

  it('are the same where test images of other subjects come first, so that subjects have other numbers', () => {
    const numbers = Int32Array.of(3, 0, 4, 1, 2);
    expect(
      drawn(
        train,
        fourEach.map((subject) => numbers[subject]),
      ),
    ).toEqual(expected);
  });

  it('are the same where test images are added before the training images', () => {
    const more = Int32Array.from([...Array.from({ length: 7 }, () => 4), ...fourEach]);
    const shifted = drawn(
      train.map((n) => n + 7),
      more,
    );
    expect(shifted.map((split) => split.map((images) => images.map((n) => n - 7)))).toEqual(expected);
  });
});

// How a method fares on inner splits, with evaluations whose errors we know.

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
  { full, judgedBy, of = shapes }: { full?: true; judgedBy?: ShapeCriterion; of?: LatentShape[] } = {},
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
    const accuracy: ShapeCriterion = { measure: measureOf('accuracy'), request: null };
    const answers = [
      { 1: 1, 2: 2, 4: 0 },
      { 1: 1, 2: 0 },
    ];
    // 3 of 4 and 1 of 2 are right; then 2 of 4 and 2 of 2.
    expect(evaluated(answers, { judgedBy: accuracy }).scores).toEqual([-(75 + 50) / 2, -(50 + 100) / 2, null]);
    const errors: ShapeCriterion = { measure: measureOf('error-rate'), request: null };
    expect(evaluated(answers, { judgedBy: errors }).scores).toEqual([(25 + 50) / 2, (50 + 0) / 2, null]);
    // A measure that has no value there judges nothing.
    const unknown: ShapeCriterion = { measure: measureOf('rmse'), request: null };
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
    [...evaluateAll(spec, facts, data, planCells(planStudy(spec), facts)).values()].map(
      ({ result }) => result.selected,
    );

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
    const plan = planCells(planStudy(spec), facts);
    const task = taskOf({ ...spec, measures: undefined }, facts, plan, plan.cells[0]);
    expect(() => evaluateCell(task, data, () => undefined)).toThrow(
      new RangeError('The study chooses by "log-likelihood" and does not measure it'),
    );
  });
});

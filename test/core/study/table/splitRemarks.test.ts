import { describe, expect, it } from 'vitest';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitFacts } from '../../../../src/core/study/plan/splitFacts.ts';
import { splitRemarks } from '../../../../src/core/study/table/splitRemarks.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const methods = [
  { method: 'pca', latent: [2] },
  { method: 'lda', latent: [2] },
];
const remarksOn = (spec: StudySpec, groups: number[][] = []) => splitRemarks(spec, splitFacts(spec, facts, groups));
const sayings = (spec: StudySpec, groups: number[][] = []) => remarksOn(spec, groups).sentences;

/** The table of a study whose cells have these errors in `tests` test images; LDA has none. */
function tableOf(spec: StudySpec, wrong: number, tests: number, remarks = remarksOn(spec)) {
  const plan = planCells(planStudy(spec), facts);
  const outcomes = new Map(
    plan.cells.map(({ key, label, repeat }): [string, CellOutcome] => {
      const errors = label === 'PCA' ? wrong + (repeat % 2) : 0;
      return [key, { status: 'done', result: { shapes: [[2]], wrong: [errors], testCount: tests } }];
    }),
  );
  return summariseStudy(plan, outcomes, defaultTableOptions, { testToTrain: () => 1, splits: remarks });
}

describe('what the splits say about a table', () => {
  it('is that test images have copies in training', () => {
    const spec = smallSpec({ protocol: { kind: 'first', trainPerSubject: [2] }, methods });
    // Images 0 and 5 are the first two of a subject, 25 is its last.
    expect(sayings(spec, [[0, 25]])).toEqual([
      'In 1 of 1 split up to 1 test image is also in training under another name (identical or nearly identical images), ' +
        'which makes the results optimistic.',
    ]);
    expect(sayings(spec, [[0, 5]])).toEqual([]);
    const remarks = remarksOn(spec, [[0, 25]]);
    expect(tableOf(spec, 5, 20, remarks).essentials).toContain(remarks.sentences![0]);
  });

  it('is that the model saw test images, which a gallery allows', () => {
    const splits = [
      { train: [0, 1, 5, 6], test: [5, 11], gallery: [10, 16] },
      { train: [0, 1, 5, 6], test: [20, 11], gallery: [10, 16] },
    ];
    const spec = smallSpec({ protocol: { kind: 'explicit', splits }, methods });
    expect(sayings(spec)).toEqual(['In 1 of 2 splits the model is trained on up to 1 test image.']);
  });

  it('is whether their sizes are equal: only then no sentence is about unequal ones', () => {
    const comparison = { test: 'corrected-resampled-t' } as const;
    const splits = [
      { train: [0, 1, 2, 5, 6, 7], test: [10, 11, 12] },
      { train: [10, 11, 12, 15, 16, 17], test: [0, 1, 2] },
    ];
    const equal = smallSpec({ protocol: { kind: 'explicit', splits }, methods, comparison });
    const uneven = [splits[0], { ...splits[1], test: [0, 1] }];
    const unequal = smallSpec({ ...equal, protocol: { kind: 'explicit', splits: uneven } });
    const said = (spec: StudySpec): boolean => tableOf(spec, 1, 3).footer.some((text) => text.includes('unequal size'));
    expect([said(equal), said(unequal)]).toEqual([false, true]);
    const folds = smallSpec({ protocol: { kind: 'leave-one-out' }, methods, comparison });
    expect(remarksOn(folds).equalSizes).toBe(true);
  });
});

describe('an error rate of 0', () => {
  const sentence = (spec: StudySpec, tests: number) =>
    tableOf(spec, 1, tests).footer.filter((text) => text.startsWith('No error'));

  it('is bounded by the test images of a repeat, which repeats share', () => {
    const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 }, methods });
    expect(sentence(spec, 240)).toEqual([
      'No error in the 240 test images of any split: LDA (k = 2), LDA (k = 3). The error rate is below 1.3% with 95% ' +
        'confidence (rule of three), not 0.',
    ]);
  });

  it('is bounded by all test images where each is tested once', () => {
    const spec = smallSpec({ protocol: { kind: 'leave-one-out' }, methods });
    expect(sentence(spec, 1)[0]).toMatch(/^No error in 30 test images: LDA .* below 10\.0%/);
  });

  it('is not spoken of where there are errors', () => {
    const spec = smallSpec({ protocol: { kind: 'first', trainPerSubject: [2] }, methods: [methods[0]] });
    expect(sentence(spec, 20)).toEqual([]);
  });
});

describe('fits that the limit of iterations ended', () => {
  it('are counted by row, and in a column of CSV', () => {
    const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 }, methods });
    const plan = planCells(planStudy(spec), facts);
    const outcomes = new Map(
      plan.cells.map(({ key, label, repeat }): [string, CellOutcome] => {
        const converged = label === 'PCA' ? [true, repeat > 2] : [true, true];
        return [key, { status: 'done', result: { shapes: [[1], [2]], wrong: [9, repeat], testCount: 20, converged } }];
      }),
    );
    const table = summariseStudy(plan, outcomes);
    expect(table.footer).toContain('Stopped by the iteration limit before convergence: PCA (4 of 6 fits).');
    expect(csvTable(table)).toMatch(/,unconverged_fits\r\n(PCA.*,2\r\n){2}(LDA.*,0\r\n){2}$/);
  });
});

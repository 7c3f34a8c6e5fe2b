/** What is said of the scores of a cell. */
import { describe, expect, it } from 'vitest';
import { streamedStack } from '../../../../src/core/linalg/streamedStack.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { runCellQuery, NO_COMMON_MODEL } from '../../../../src/core/study/model/modelQueries.ts';
import { equalErrors, SCORE_BINS } from '../../../../src/core/study/model/scoreCounts.ts';
import { plainModel, scoredCell } from './plainModel.ts';

/** Gallery images 0, 1 and 2 of subjects 7, 7 and 8; test images 3 and 4 of 7 and 8. */
const labels = [7, 7, 8, 7, 8];
const scores = [
  [5, 1, 2],
  [0, 4, 3],
];
const lists = (templates: boolean) => ({
  ...(templates && { templates }),
  evaluation: {
    probes: Int32Array.of(0, 1),
    references: Int32Array.of(1, 1),
    genuine: Uint8Array.of(1, 0),
  },
  development: { probes: Int32Array.of(1), references: Int32Array.of(2), genuine: Uint8Array.of(1) },
});
const cell = (pairs?: object, given: number[][] | null = scores) =>
  scoredCell(given, { gallery: [0, 1, 2], test: [3, 4], ...(pairs && { pairs }) }, labels);
const filled = (counts: readonly number[]) => counts.flatMap((count, bin) => (count > 0 ? [[bin, count]] : []));

describe('the scores of a cell', () => {
  it('are all of them, and those of the pairs that are compared', () => {
    expect(runCellQuery(cell(), 'scores', null)).toEqual({
      ...{ candidates: [0, 1, 2], values: Float64Array.from(scores.flat()), voters: 1, pairs: null },
    });
    const pairs = (templates: boolean) => runCellQuery(cell(lists(templates)), 'scores', null).pairs;
    expect(pairs(false)).toEqual({ references: [1, 1, 2], probes: [0, 1, 1], values: Float64Array.of(1, 4, 3) });
    // A template is all of the gallery of its subject.
    expect(pairs(true)).toEqual({ references: [1, 1, 2], probes: [0, 1, 1], values: Float64Array.of(5, 4, 3) });
  });

  it('are counted by kind from the least to the greatest: all, or the pairs that are evaluated', () => {
    const bins = ({ low, high, genuine, impostors }: ReturnType<typeof counted>) => [
      ...[low, high],
      ...[filled(genuine), filled(impostors)],
    ];
    const counted = (pairs?: object) => runCellQuery(cell(pairs), 'scoreCounts', null);
    const bin = (score: number) => Math.min(SCORE_BINS - 1, Math.floor((score * SCORE_BINS) / 5));
    expect(bins(counted())).toEqual([
      ...[0, 5],
      [1, 3, 5].map((score) => [bin(score), 1]),
      [0, 2, 4].map((score) => [bin(score), 1]),
    ]);
    expect(bins(counted(lists(false)))).toEqual([1, 4, [[0, 1]], [[SCORE_BINS - 1, 1]]]);
    expect(bins(counted(lists(true)))).toEqual([4, 5, [[SCORE_BINS - 1, 1]], [[0, 1]]]);
  });

  it('are refused where there are none, or all are the same', () => {
    for (const question of ['scores', 'scoreCounts'] as const) {
      expect(() => runCellQuery(cell(undefined, null), question, null)).toThrow(FitError);
    }
    expect(() =>
      runCellQuery(
        cell(undefined, [
          [1, 1, 1],
          [1, 1, 1],
        ]),
        'scoreCounts',
        null,
      ),
    ).toThrow('All pairs have the same score.');
  });

  it('need no model of all images, and other questions do', () => {
    expect(() => runCellQuery(cell(), 'codes', null)).toThrow(NO_COMMON_MODEL);
    const learned = plainModel({ rows: 1, cols: 1, train: [[1], [2]], test: [[3]] });
    const codes = runCellQuery({ ...cell(), learned }, 'codes', null);
    expect([[...codes.train.data], codes.gallery, [...codes.test.data]]).toEqual([[1, 2], null, [3]]);
    const split = { ...learned.split, gallery: Int32Array.of(2, 0) };
    const withGallery = runCellQuery({ ...cell(), learned: { ...learned, split } }, 'codes', null);
    expect([...withGallery.gallery!.data]).toEqual([3, 1]);
  });

  it('are sent from thread to thread where the codes are images that are read on demand', () => {
    const learned = plainModel({ rows: 1, cols: 1, train: [[1], [2]], test: [[3]] });
    const streamed = streamedStack(1, 1, 1, (_, __, target, at) => void (target[at] = 3));
    const codes = runCellQuery({ ...cell(), learned: { ...learned, codes: streamed } }, 'codes', null);
    expect([...structuredClone(codes).test.data]).toEqual([3]);
  });

  it('of other than distances are not called so, and the worst genuine pair comes first', () => {
    const evaluation = {
      probes: Int32Array.of(0, 0, 0, 1, 1, 1),
      references: Int32Array.of(0, 1, 2, 0, 1, 2),
      genuine: Uint8Array.of(1, 1, 0, 0, 0, 1),
    };
    const found = (given: number[][]) => runCellQuery(cell({ evaluation }, given), 'wrongPairs', { most: 5 });
    const wrong = found([
      [2, 1, 8],
      [7, 6, 3],
    ]);
    expect(wrong.rejected.shown.map(({ score }) => score)).toEqual([1, 2, 3]);
    expect(wrong.accepted.shown.map(({ score }) => score)).toEqual([8, 7, 6]);
    expect([wrong.rate, wrong.distances]).toEqual([1, false]);
    expect(
      found([
        [-2, -1, -8],
        [-7, -6, 0],
      ]).distances,
    ).toBe(true);
    expect(
      found([
        [-2, -1, -8],
        [-7, -6, 1],
      ]).distances,
    ).toBe(false);
  });
});

describe('the threshold of equal error rates', () => {
  const at = (genuine: number[], impostors: number[], low = 0, high = genuine.length) =>
    equalErrors({ low, high, genuine, impostors });

  it('is in the middle of all places where the rates differ least', () => {
    expect(at([0, 0, 0, 5], [5, 0, 0, 0])).toEqual({ threshold: 2, rate: 0 });
    expect(at([1, 0, 0, 3], [3, 0, 0, 1])).toEqual({ threshold: 2, rate: 0.25 });
    expect(at([0, 2, 2], [2, 2, 0], -3, 0)).toEqual({ threshold: -1.5, rate: 0.25 });
    expect(at([1, 2, 1], [1, 1, 0], 0, 6)).toEqual({ threshold: 2, rate: 0.375 });
  });

  it('may be at either end', () => {
    // All pairs of either kind have the same score.
    expect(at([4], [4])).toEqual({ threshold: 0.5, rate: 0.5 });
    expect(at([4, 0], [0, 4])).toEqual({ threshold: 1, rate: 1 });
  });
});

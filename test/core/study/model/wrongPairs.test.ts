import { describe, expect, it } from 'vitest';
import { FitError } from '../../../../src/core/methods/method.ts';
import type { OpenModel } from '../../../../src/core/study/model/openModel.ts';
import { wrongPairs } from '../../../../src/core/study/model/wrongPairs.ts';

/** Four test images, 6 to 9, against a gallery of images 2 and 4; a distance per pair. */
const distances = [
  [1, 9],
  [2, 3],
  [8, 1],
  [7, 6],
];
const evaluation = {
  probes: Int32Array.of(0, 1, 2, 3, 0, 1, 2, 3),
  references: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
  genuine: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0),
};
const opened = (pairs: object | undefined): OpenModel =>
  ({
    scores: () => ({
      ...{ probes: 4, subjects: [0, 1], positions: [0, 1], voters: 1 },
      of: (probe: number) => distances[probe].map((far) => -far),
    }),
    split: { train: [0, 1], test: [6, 7, 8, 9], gallery: [2, 4], ...(pairs && { pairs: { evaluation } }) },
    labels: [0, 1, 0, 0, 1],
  }) as unknown as OpenModel;

describe('pairs that are decided wrongly', () => {
  it('are the impostors above the threshold and the genuine below it, the farthest from it first', () => {
    // Genuine distances 1, 2, 7, 8; of impostors 1, 3, 6, 9: two of four each are wrong between 3 and 6.
    const found = wrongPairs(opened({}), { most: 10 });
    expect(found.threshold).toBeGreaterThan(-6);
    expect(found.threshold).toBeLessThan(-3);
    expect(found).toMatchObject({ rate: 0.5, distances: true });
    expect(found.accepted).toEqual({
      shown: [
        { probe: 8, reference: 4, score: -1 },
        { probe: 7, reference: 4, score: -3 },
      ],
      spread: false,
      wrong: 2,
      pairs: 4,
    });
    expect(found.rejected.shown.map(({ probe, score }) => [probe, score])).toEqual([
      [8, -8],
      [9, -7],
    ]);
  });

  it('are as many as are asked for, and all are counted', () => {
    const { accepted } = wrongPairs(opened({}), { most: 1 });
    expect(accepted.shown).toHaveLength(1);
    expect(accepted.wrong).toBe(2);
  });

  it('are of other people after two of the same, whichever of them is the probe', () => {
    // Impostors of subjects 0 and 1 at distances 1, 2 and 3, one of 0 and 2 at 4; genuine pairs are farther.
    const far = [[1], [2], [3], [4], [9], [9]];
    const several = {
      scores: () => ({
        ...{ probes: 6, subjects: [0], positions: [0], voters: 1 },
        of: (probe: number) => far[probe].map((distance) => -distance),
      }),
      split: {
        ...{ train: [0], test: [1, 2, 3, 4, 5, 6], gallery: [0] },
        pairs: {
          evaluation: {
            probes: Int32Array.of(0, 1, 2, 3, 4, 5),
            references: new Int32Array(6),
            genuine: Uint8Array.of(0, 0, 0, 0, 1, 1),
          },
        },
      },
      labels: [0, 1, 1, 1, 2, 0, 0],
    } as unknown as OpenModel;
    const { accepted } = wrongPairs(several, { most: 3 });
    expect(accepted.shown.map(({ probe }) => probe)).toEqual([1, 2, 4]);
    expect(accepted.spread).toBe(true);
    expect(wrongPairs(several, { most: 2 }).accepted.spread).toBe(false);
    expect(wrongPairs(several, { most: 4 }).accepted.shown.map(({ probe }) => probe)).toEqual([1, 2, 4, 3]);
  });

  it('are none of a study that names subjects', () => {
    expect(() => wrongPairs(opened(undefined), { most: 1 })).toThrow(FitError);
  });
});

import { describe, expect, it } from 'vitest';
import {
  comparedRepeats,
  meanOfRepeats,
  negated,
  onRepeats,
  pairSamples,
  differenceSpread,
} from '../../../src/core/compare/repeatValues.ts';

/** Wrong images of 280 per repeat, as rates in per cent. */
const ofMany = (counts: number[], repeats?: number[]) => ({
  values: counts.map((count) => (100 * count) / 280),
  repeats,
  counts: { counts, of: counts.map(() => 280) },
});

describe('pairSamples', () => {
  it('keeps the repeats that both have, in the order of the first', () => {
    const first = { values: [10, 20, 30, 40], repeats: [9, 2, 5, 1] };
    const second = { values: [1, 2, 3], repeats: [5, 9, 7] };
    expect(pairSamples(first, second)).toEqual({
      repeats: [9, 5],
      first: [10, 30],
      second: [2, 1],
      differences: Float64Array.of(8, 29),
    });
  });

  it('takes values without numbers one by one, from repeat 1', () => {
    const numbered = { values: [5, 7, 9], repeats: [1, 2, 3] };
    expect(pairSamples({ values: [1, 2] }, numbered)).toMatchObject({ repeats: [1, 2], second: [5, 7] });
    expect(pairSamples(numbered, { values: [1, 2, 3, 4] })).toMatchObject({ repeats: [1, 2, 3], second: [1, 2, 3] });
  });

  it('subtracts counts where both have them, without the rounding of percentages', () => {
    const [first, second] = [ofMany([43, 40, 54, 3]), ofMany([41, 37, 53, 59])];
    expect([...pairSamples(first, second).differences]).toEqual([200 / 280, 300 / 280, 100 / 280, -20]);
    for (const [x, y] of [
      [first, { values: second.values }],
      [{ values: first.values }, second],
    ]) {
      const { differences } = pairSamples(x, y);
      expect([...differences]).toEqual(first.values.map((value, i) => value - second.values[i]));
      expect([...differences]).not.toEqual([200 / 280, 300 / 280, 100 / 280, -20]);
    }
  });
});

describe('comparedRepeats', () => {
  const over = (...repeats: number[]) => ({ values: repeats.map(() => 1), repeats });

  it('are those that all methods with at least half of the repeats of the fullest have', () => {
    expect(comparedRepeats([over(1, 2, 3, 4, 5, 6), over(2, 4, 6), over(1, 6)])).toEqual({
      takesPart: [true, true, false],
      repeats: [2, 4, 6],
    });
  });

  it('leave out a method without any, and are none where no method has one or no repeat is common', () => {
    expect(comparedRepeats([over(), over(3)])).toEqual({ takesPart: [false, true], repeats: [3] });
    expect(comparedRepeats([over(), over()])).toEqual({ takesPart: [false, false], repeats: [] });
    expect(comparedRepeats([over(1, 2), over(3, 4)])).toEqual({ takesPart: [true, true], repeats: [] });
    expect(comparedRepeats([])).toEqual({ takesPart: [], repeats: [] });
  });
});

describe('onRepeats', () => {
  it('follows the order asked for, counts with their sizes too', () => {
    const side = { values: [50, 25, 10], repeats: [4, 6, 8], counts: { counts: [1, 2, 3], of: [2, 8, 30] } };
    expect(onRepeats(side, [8, 4])).toEqual({
      repeats: [8, 4],
      values: [10, 50],
      counts: { counts: [3, 1], of: [30, 2] },
    });
    expect(onRepeats({ values: [3, 4] }, [2])).toEqual({ repeats: [2], values: [4] });
  });

  it('refuses a repeat that is not there', () => {
    expect(() => onRepeats({ values: [3, 4] }, [1, 3])).toThrow('there is no value of repeat 3');
  });
});

describe('meanOfRepeats', () => {
  it('is that of the counts where there are counts, and none without values', () => {
    expect(meanOfRepeats({ values: [1, 2, 6] })).toBe(3);
    // Values that were rounded for display do not matter.
    expect(meanOfRepeats({ values: [14.3, 28.6], counts: { counts: [1, 2], of: [7, 7] } })).toBe(300 / 14);
    expect(meanOfRepeats({ values: [] })).toBeNull();
    expect(meanOfRepeats(ofMany([]))).toBeNull();
  });
});

describe('negated', () => {
  it('has the other sign in values and counts, of the same repeats and sizes', () => {
    expect(negated({ values: [1, -2], repeats: [3, 5] })).toEqual({ values: [-1, 2], repeats: [3, 5] });
    const turned = negated(ofMany([56, 140], [1, 4]));
    expect(turned).toMatchObject({ repeats: [1, 4], counts: { counts: [-56, -140], of: [280, 280] } });
    expect(turned.values).toEqual([-20, -50]);
    expect(meanOfRepeats(turned)).toBe(-35);
  });
});

const reference = { values: [10, 12, 14], repeats: [1, 2, 3] };

describe('differenceSpread', () => {
  it('is the median deviation of the differences over common repeats', () => {
    // Differences of 0, 2, 4 (s = 2); of −1 and −2 (s = √½); of one repeat, which has no deviation.
    const wide = { values: [10, 10, 10], repeats: [1, 2, 3] };
    const near = { values: [13, 16], repeats: [2, 3] };
    const alone = { values: [5], repeats: [1] };
    expect(differenceSpread(reference, [wide])).toBeCloseTo(2, 12);
    expect(differenceSpread(reference, [wide, near, alone])).toBeCloseTo((2 + Math.SQRT1_2) / 2, 12);
  });

  it('is not there without two common repeats', () => {
    expect(differenceSpread(reference, [])).toBeNull();
    expect(differenceSpread(reference, [{ values: [1, 2], repeats: [3, 4] }])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { differenceSpread } from '../../../src/core/compare/repeatValues.ts';

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

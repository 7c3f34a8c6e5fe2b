import { describe, expect, it } from 'vitest';
import { numberText, pText, pValue } from '../../../src/core/report/numbers.ts';

describe('numbers in text', () => {
  it('have a minus sign, and a dash where there is no value', () => {
    expect([numberText(-1.234), numberText(2, 0), numberText(null)]).toEqual(['−1.23', '2', '–']);
  });

  it('give p to three decimals, in sentences and in columns', () => {
    expect([pText(0.0321), pText(1e-9), pText(null)]).toEqual(['p = 0.032', 'p < 0.001', '–']);
    expect([pValue(0.0321), pValue(1e-9), pValue(null)]).toEqual(['0.032', '< 0.001', '–']);
  });
});

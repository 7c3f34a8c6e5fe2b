import { describe, expect, it } from 'vitest';
import { MEASURES, measureOf, measureOn } from '../../../src/core/measures/measures.ts';

describe('A measure of pixels', () => {
  const rmse = measureOf('rmse');

  it('is in grey levels where the pixels are', () => {
    expect(measureOn(rmse, { range: [0, 255] })).toBe(rmse);
    expect(measureOn(rmse, { range: [12, 65_535], features: [] })).toBe(rmse);
  });

  it.each([
    ['pixels from 0 to 1', { range: [0, 1] as const }],
    ['standardised pixels', { range: [-3.2, 4.1] as const }],
    ['features of grey levels', { range: [0, 255] as const, features: ['unit-norm'] }],
  ])('is a pure number with more decimals of %s', (_, scale) => {
    expect(measureOn(rmse, scale)).toEqual({ ...rmse, unit: '', margin: null, digits: 4 });
  });

  it('of anything else is what it was', () => {
    const others = MEASURES.filter(({ unit }) => unit !== 'grey levels');
    expect(others.map((measure) => measureOn(measure, { range: [0, 1] }))).toEqual(others);
    expect(others.length).toBeGreaterThan(5);
  });
});

import { describe, expect, it } from 'vitest';
import { imagesFor } from '../../../src/core/compare/power.ts';

describe('imagesFor', () => {
  it('is the size of McNemar’s test by Connor, worked by hand', () => {
    // ψ = 0.2, δ = 0.1: (1.959964 √0.2 + 0.841621 √0.19)² / 0.01 = 154.6.
    const counts = { repeat: 1, onlyFirstWrong: 15, onlySecondWrong: 5, tests: 100 };
    expect(imagesFor(counts, 10, 0.05, 0.8)).toBe(155);
    expect(imagesFor(counts, -10, 0.05, 0.8)).toBe(155);
    expect(imagesFor(counts, 25, 0.05, 0.8)).toBeNull();
    expect(imagesFor(counts, 0, 0.05, 0.8)).toBeNull();
  });

  it('is possible up to the difference at which every disagreement is of one side', () => {
    // ψ = δ = 0.5: (1.959964 √0.5 + 1.281552 √0.25)² / 0.25 = 16.43.
    const counts = { repeat: 1, onlyFirstWrong: 8, onlySecondWrong: 0, tests: 16 };
    expect(imagesFor(counts, 50, 0.05, 0.9)).toBe(17);
  });
});

/** Intervals of 95 % hold what they are of in simulated studies; `npm run bench` tries more of them. */
import { describe, expect, it } from 'vitest';
import { RATE_IDS } from '../../../src/core/measures/weightedRates.ts';
import { repeatCoverage, subjectCoverage, type FoldSizes } from '../../support/intervalCoverage.ts';

const LEAST = 0.88;

describe('intervals of verification, over subjects and over folds', () => {
  it.each<FoldSizes>([
    [1, 20],
    [5, 4],
    [10, 4],
  ])('of %i folds of %i subjects cover between 0.88 and 1, with their own estimate', (folds, subjects) => {
    const found = subjectCoverage([folds, subjects], 150, 199);
    for (const [of, { covered, strayed }] of found) {
      expect(covered, of).toBeGreaterThanOrEqual(LEAST);
      expect(strayed, of).toBe(0);
    }
    const measured = RATE_IDS.filter((id) => found.has(id));
    expect(measured).toEqual(
      expect.arrayContaining(['verification-auc', 'verification-eer', 'tar-at-far-10', 'min-dcf', 'min-hter', 'hter']),
    );
    expect(measured).not.toContain('false-acceptance');
    expect([...found.keys()].filter((key) => key.startsWith('curve')).length).toBeGreaterThan(1);
    expect(found.has('min-dcf over folds')).toBe(folds > 1);
  });
});

describe('intervals over repeats', () => {
  it.each([
    [8, 2],
    [20, 3],
    [20, 5],
  ])('of %i subjects with %i training images each cover between 0.88 and 1', (subjects, training) => {
    const { covered, strayed } = repeatCoverage(subjects, training, 150);
    expect(covered).toBeGreaterThanOrEqual(LEAST);
    expect(strayed).toBe(0);
  });
});

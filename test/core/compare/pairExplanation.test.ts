import { describe, expect, it } from 'vitest';
import { pairReport } from '../../../src/core/compare/pairReport.ts';

/** The sentences on two methods with these values, n_test/n_train 4. */
function explained(first: number[], second: number[], alpha = 0.05): readonly string[] {
  const options = { testToTrain: () => 4, halfWidth: 1, alpha };
  return pairReport({ values: first }, { values: second }, options).explanation;
}
const about = (words: string, sentences: readonly string[]) => sentences.filter((each) => each.includes(words));

describe('the sentences on two methods', () => {
  it('say which tests find a difference', () => {
    const many = [10, 12, 11, 13, 10, 14, 12, 11];
    const all = explained(
      many.map((value, i) => 9 * value + (i % 2)),
      many,
    );
    expect(all[0]).toBe('All 7 tests find a difference at α = 0.05.');
    // Six of six differences have one sign: 2/64, which the tests of signs find and others do not.
    const some = explained([12, 14, 11, 15, 13, 16], [10, 13, 10, 12, 12, 13]);
    expect(some[0]).toBe(
      '4 of 7 tests find a difference at α = 0.05; not: t-test with pooled variance, ' +
        "Welch's t-test, corrected resampled t-test of Nadeau and Bengio.",
    );
    expect(explained([1, 2, 3], [1, 3, 2])[0]).toBe('No test finds a difference at α = 0.05.');
  });

  it('say why no test answers', () => {
    const few = 'No test is possible: it needs two repeats that both methods have finished.';
    const equal = 'No test is possible: the two are equal in every repeat.';
    expect(explained([], [1, 2])[0]).toBe(few);
    expect(explained([3], [3])[0]).toBe(few);
    // The tests of signs answer from one repeat.
    expect(explained([3], [5])[0]).toBe('No test finds a difference at α = 0.05.');
    expect(explained([3, 3], [3, 3])[0]).toBe(equal);
    expect(explained([3, 3, 3], [3, 3, 3])[0]).toBe(equal);
  });

  it('name the tests that a difference without spread leaves without an answer, and no others', () => {
    const [same] = about('No spread', explained([3, 4, 5], [1, 2, 3]));
    expect(same).toBe(
      'No spread, so no answer from: paired t-test, corrected resampled t-test of Nadeau and Bengio. ' +
        'They measure a difference by its variance; it is the same in every repeat.',
    );
    const [none] = about('No spread', explained([3, 4, 5], [3, 4, 5]));
    expect(none).toMatch(/; the two are equal in every repeat\.$/);
    expect(about('No spread', explained([3, 4, 6], [1, 2, 3]))).toEqual([]);
  });

  it('say whether pairing removes anything, by Pearson’s correlation', () => {
    const pairing = (x: number[], y: number[]) => about('correlate', explained(x, y))[0];
    // Deviations −1, 0, 1 and −1, 1, 0: 1 / √(2 · 2).
    expect(pairing([1, 2, 3], [1, 3, 2])).toBe(
      'Over the repeats the values of the two correlate by 0.50: paired tests remove what the splits share; ' +
        'two-sample tests count it as noise.',
    );
    // −1, 0, 1 and ⅔, −⅓, −⅓: −1 / √(2 · ⅔).
    expect(pairing([1, 2, 3], [3, 2, 2])).toMatch(/correlate by -0\.87: pairing removes nothing here\.$/);
    expect(pairing([1, 2, 3], [1, 0, 1])).toMatch(/correlate by 0\.00: pairing removes nothing here\.$/);
    // 2 / √(20 · 22) = 0.095 is too little, 2 / √(20 · 10) = 0.14 is not.
    expect(pairing([-3, -1, 1, 3], [2, -4, 1, 1])).toContain('pairing removes nothing');
    expect(pairing([-3, -1, 1, 3], [-1, 2, -2, 1])).toContain('0.14: paired tests remove');
  });

  it('say nothing of a correlation of two repeats, which always lie on a line, or of equal values', () => {
    expect(about('correlate', explained([1, 2], [5, 9]))).toEqual([]);
    expect(about('correlate', explained([1, 2, 3], [4, 4, 4]))).toEqual([]);
    expect(about('correlate', explained([4, 4, 4], [1, 2, 3]))).toEqual([]);
  });

  it('have what single tests say of their answers, of intervals only where there are some', () => {
    const differing = explained([12, 14, 11, 15, 13, 16], [10, 13, 10, 12, 12, 13]);
    // √(1 + 6 · 4)
    expect(about('standard error 5.0 times as large', differing)).toHaveLength(1);
    expect(about('greater in 6 of 6 differing repeats', differing)).toHaveLength(1);
    const same = explained([3, 4, 5], [1, 2, 3]);
    expect(about('standard error', same)).toEqual([]);
    expect(about('greater in 3 of 3 differing repeats', same)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { ComparedEntry } from '../../../src/core/study/comparison/compareStudies.ts';
import { leadersSentence } from '../../../src/renderer/studies/leadersSentence.ts';

/** Ranks of a method in one condition, by study; null: no result. */
const entry = (label: string, ranks: readonly (number | null)[]): ComparedEntry =>
  ({ label, condition: 'k = 2', values: ranks.map((rank) => (rank === null ? null : { rank })) }) as never;
const studies = ['ORL', 'Yale', 'PIE', 'AR'].map((name) => ({ name }));

describe('the sentence on the leaders of studies', () => {
  it('names the one method that ranks best in each', () => {
    const entries = [entry('LDA', [1, 1, 1]), entry('PCA', [2, 2, 2])];
    expect(leadersSentence(studies.slice(0, 2), entries)).toBe('LDA ranks best in both studies.');
    expect(leadersSentence(studies.slice(0, 3), entries)).toBe('LDA ranks best in all 3 studies.');
  });

  it('names the leader of each of up to three', () => {
    const entries = [entry('LDA', [1, 2, 1, 1]), entry('PCA', [2, 1, 2, 2])];
    expect(leadersSentence(studies.slice(0, 2), entries)).toBe('LDA ranks best in ORL and PCA in Yale.');
    expect(leadersSentence(studies.slice(0, 3), entries)).toBe('LDA ranks best in ORL, PCA in Yale and LDA in PIE.');
    expect(leadersSentence(studies, entries)).toBe('No method ranks best in all 4 studies.');
  });

  it('goes by the mean rank over the conditions', () => {
    const entries = [entry('LDA', [1, 1]), entry('LDA', [3, 3]), entry('PCA', [2, 2]), entry('PCA', [1, 1])];
    expect(leadersSentence(studies.slice(0, 2), entries)).toBe('PCA ranks best in both studies.');
  });

  it('is missing where methods tie, where one alone is shared, and for one study', () => {
    const two = studies.slice(0, 2);
    expect(leadersSentence(two, [entry('LDA', [1.5, 1]), entry('PCA', [1.5, 2])])).toBeNull();
    expect(leadersSentence(two, [entry('LDA', [1, 1])])).toBeNull();
    expect(leadersSentence(two, [entry('LDA', [1, null]), entry('PCA', [2, null])])).toBeNull();
    expect(leadersSentence(studies.slice(0, 1), [entry('LDA', [1]), entry('PCA', [2])])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { typedNumbers, typedProblem } from '../../../../src/renderer/study/imported/typedNumbers.ts';

const source = 'Zhao et al. (2012), Table 3';

describe('published numbers that are typed in', () => {
  it('are those of every condition whose fields are not blank, with a point or a comma', () => {
    const typed = {
      'k=2': { PCA: { value: ' 17,9 ', deviation: '1.0' }, LDA: { value: '', deviation: ' ' } },
      'k=3': { LDA: { value: '0', deviation: '' } },
    };
    const entries = typedNumbers(typed, source);
    expect(entries).toEqual([
      { method: 'PCA', condition: 'k=2', value: 17.9, deviation: 1, source },
      { method: 'LDA', condition: 'k=3', value: 0, source },
    ]);
    expect(typedProblem(entries)).toBeNull();
  });

  it('are named where they are no number of per cent', () => {
    const problem = (value: string, deviation: string): string | null =>
      typedProblem(typedNumbers({ 'k=2': { PCA: { value, deviation } } }, source));
    expect(problem('four', '')).toBe('PCA, error rate: expected a number of per cent from 0 to 100, found "four".');
    expect(problem('104', '')).toContain('found "104"');
    expect(problem('', '2')).toContain('PCA, error rate: expected a number of per cent from 0 to 100, found ""');
    expect(problem('4', '−1')).toContain(
      'PCA, standard deviation: expected a number of per cent from 0 to 100, found "-1"',
    );
  });
});

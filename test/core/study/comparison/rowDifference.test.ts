import { describe, expect, it } from 'vitest';
import { rowDifference } from '../../../../src/core/study/comparison/compareMethods.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { smallSpec } from '../smallDataset.ts';

const between = (
  methods: StudySpecInput['methods'],
  first: string,
  second: string,
  change: Partial<StudySpecInput> = {},
) => rowDifference(smallSpec({ methods, ...change }), first, second);

describe('what two rows differ in', () => {
  const cosine = { kind: '1nn' as const, metric: 'cosine' as const };

  it('is nothing of the same settings, features and classifier, or of a label that the study does not have', () => {
    const methods = [{ method: 'pca' }, { method: 'lda' }, { method: 'pca', label: 'Again' }];
    expect(between(methods, 'PCA', 'LDA')).toBeNull();
    expect(between(methods, 'PCA', 'Again')).toBeNull();
    expect(between(methods, 'PCA', 'nobody')).toBeNull();
    expect(between(methods, 'nobody', 'PCA')).toBeNull();
  });

  it('are features, with those of the study where a row has none of its own', () => {
    const methods = [{ method: 'pca' }, { method: 'lda', features: [] }, { method: 'fpca', features: ['unit-norm'] }];
    const change = { features: ['equalise', 'unit-norm'] };
    expect([between(methods, 'PCA', 'LDA', change), between(methods, 'FPCA', 'LDA', change)]).toEqual([
      'PCA and LDA differ in the features (histogram equalisation, unit norm; grey values).',
      'FPCA and LDA differ in the features (unit norm; grey values).',
    ]);
  });

  it('are settings of one method, as lists where they are chosen, not those of two', () => {
    const lpp = (label: string, neighbours: number | number[]) => ({ method: 'lpp', label, settings: { neighbours } });
    const methods = [lpp('A', 2), lpp('B', [2, 3]), { method: 'pca' }];
    expect(between(methods, 'A', 'B')).toBe('A and B differ in the setting neighbours (2; [2,3]).');
    expect(between(methods, 'B', 'A')).toBe('B and A differ in the setting neighbours ([2,3]; 2).');
    expect(between(methods, 'A', 'PCA')).toBeNull();
  });

  it('is the classifier, with what its parameters are chosen from', () => {
    const methods = [
      { method: 'pca' },
      { method: 'pca', label: 'Cosine', classifier: cosine },
      { method: 'pca', label: 'List', classifier: { kind: 'knn' as const, k: [1, 3] } },
    ];
    expect([between(methods, 'PCA', 'Cosine'), between(methods, 'List', 'Cosine')]).toEqual([
      'PCA and Cosine differ in the classifier (nearest neighbour; nearest neighbour by the cosine).',
      'List and Cosine differ in the classifier (knn, k from 1 and 3; nearest neighbour by the cosine).',
    ]);
    expect(between(methods, 'PCA', 'Cosine', { classifier: cosine })).toBeNull();
  });
});

/** A row is a pipeline: features, method and classifier of its own. */
import { describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../src/core/study/spec/conditions.ts';
import { checkSpec } from '../../../src/core/study/spec/check.ts';
import { rowDifference } from '../../../src/core/study/comparison/compareMethods.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { summariseStudy } from '../../../src/core/study/table/summarise.ts';
import type { StudySpec, StudySpecInput } from '../../../src/core/study/spec/spec.ts';
import { evaluateAll } from './evaluateAll.ts';
import { data, facts, smallSpec } from './smallDataset.ts';

const cosine = { kind: '1nn', metric: 'cosine' } as const;
const mean = { kind: 'nearest-mean' } as const;

/** Wrong decisions of every cell, by label. */
function wrongOf(spec: StudySpec): Map<string, unknown[]> {
  const plan = planCells(planStudy(spec), facts);
  const outcomes = evaluateAll(spec, facts, data, plan);
  const wrong = plan.cells.map(({ key, label }) => {
    const outcome = outcomes.get(key)!;
    if (outcome.status !== 'done') throw new Error(`${label}: ${outcome.status}`);
    return [label, [...outcome.result.wrong]] as const;
  });
  return new Map([...Map.groupBy(wrong, ([label]) => label)].map(([label, own]) => [label, own.map(([, w]) => w)]));
}
const problems = (change: Partial<StudySpecInput>) =>
  checkSpec(smallSpec(change), facts).problems.map(({ message }) => message);

describe('rows with a classifier of their own', () => {
  const rows = smallSpec({
    methods: [
      { method: 'pca' },
      { method: 'pca', label: 'PCA, cosine', classifier: cosine },
      { method: 'none', label: 'Pixels, nearest mean', classifier: mean },
    ],
  });

  it('decide as studies with that classifier do, on the same splits', () => {
    expect(checkSpec(rows, facts).problems).toEqual([]);
    const all = wrongOf(rows);
    const by = (method: string, classifier: StudySpecInput['classifier']) =>
      [...wrongOf(smallSpec({ methods: [{ method }], classifier })).values()][0];
    expect(all.get('PCA')).toEqual(by('pca', { kind: '1nn' }));
    expect(all.get('PCA, cosine')).toEqual(by('pca', cosine));
    expect(all.get('Pixels, nearest mean')).toEqual(by('none', mean));
    expect(all.get('PCA, cosine')).not.toEqual(all.get('PCA'));
  });

  it('are named below the table, and leave the keys of other rows as they are', () => {
    const plan = planCells(planStudy(rows), facts);
    const { footer } = summariseStudy(plan, evaluateAll(rows, facts, data, plan));
    expect(footer.join(' ')).toContain(
      'Rows with their own classifier: PCA, cosine: nearest neighbour by the cosine; Pixels, nearest mean: nearest mean of a subject.',
    );
    const alone = planCells(planStudy(smallSpec({ methods: [{ method: 'pca' }] })), facts);
    expect(plan.cells.filter(({ label }) => label === 'PCA').map(({ key }) => key)).toEqual(
      alone.cells.map(({ key }) => key),
    );
    expect(new Set(plan.cells.map(({ key }) => key)).size).toBe(conditionsOf(rows.protocol).length * 3 * 3);
  });

  it('say in a comparison what two of them differ in', () => {
    const spec = smallSpec({
      methods: [
        { method: 'lpp', settings: { neighbours: 2 } },
        { method: 'lpp', label: 'Other', settings: { neighbours: 3 }, features: ['unit-norm'], classifier: cosine },
        { method: 'pca', label: 'kNN', classifier: { kind: 'knn', k: [1, 3] } },
      ],
    });
    expect(rowDifference(spec, 'LPP', 'Other')).toBe(
      'LPP and Other differ in the features (grey values; unit norm), the setting neighbours (2; 3) and the classifier ' +
        '(nearest neighbour; nearest neighbour by the cosine).',
    );
    expect(rowDifference(spec, 'LPP', 'kNN')).toBe(
      'LPP and kNN differ in the classifier (nearest neighbour; knn, k from 1 and 3).',
    );
    expect(rowDifference(rows, 'PCA', 'nobody')).toBeNull();
    const plain = smallSpec({ methods: [{ method: 'pca' }, { method: 'lda' }] });
    expect(rowDifference(plain, 'PCA', 'LDA')).toBeNull();
  });

  it('may list parameters to choose from', () => {
    const spec = smallSpec({
      methods: [{ method: 'pca' }, { method: 'pca', label: 'kNN', classifier: { kind: 'knn', k: [1, 3] } }],
    });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    expect(planCells(planStudy(spec), facts).methods.map(({ label }) => label)).toEqual([
      'PCA',
      'kNN [classifier k 1]',
      'kNN [classifier k 3]',
    ]);
  });

  it('are refused where nothing would be decided by them, and with the name of the row', () => {
    expect(problems({ methods: [{ method: 'pca', classifier: { kind: 'knn', k: 99 } }] })).toEqual([
      expect.stringMatching(/^methods\[0\]\.classifier\.k: /),
    ]);
    const plda = { method: 'plda', settings: { identification: 'likelihood' }, classifier: cosine };
    expect(problems({ methods: [plda] })).toEqual([
      'methods[0].classifier: PLDA decides by its own rule; leave it out.',
    ]);
    expect(problems({ methods: [{ method: 'none', classifier: { kind: 'likelihood' } }] })).toHaveLength(1);
  });
});

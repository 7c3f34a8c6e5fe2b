import { describe, expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { facts, smallSpec } from '../smallDataset.ts';

function tableOf(change: Partial<StudySpecInput>) {
  const spec = smallSpec(change);
  const { rows, footer } = summariseStudy(planCells(planStudy(spec), facts), new Map());
  const sentence = footer.find((each) => each.startsWith('Supervised: ')) ?? null;
  return { sentence, uses: rows.map(({ usesLabels }) => usesLabels) };
}

const fields = (neighbourhood: string) => ({
  method: 'fields',
  label: neighbourhood,
  settings: {
    fields: [{ neighbourhood, f: 'lambda', phi: 'one', ...(neighbourhood === 'nearest' && { neighbours: 2 }) }],
  },
});

describe('methods that use labels', () => {
  it('are named by the footer where others do not, by their settings where these decide', () => {
    const methods = [
      { method: 'pca' },
      { method: 'lpp' },
      { method: 'lpp-subjects' },
      fields('class'),
      fields('nearest'),
    ];
    expect(tableOf({ methods })).toEqual({
      sentence: 'Supervised: LPP (subjects) and class. Unsupervised: PCA, LPP and nearest.',
      uses: [false, false, true, true, false],
    });
    for (const same of [
      [{ method: 'lda' }, { method: 'kfa' }],
      [{ method: 'pca' }, { method: 'olpp' }],
    ]) {
      expect(tableOf({ methods: same }).sentence).toBeNull();
    }
  });

  it('are those that some of their listed settings make use them', () => {
    const listing = (prior: string[]) => tableOf({ methods: [{ method: 'unifiedml', settings: { prior } }] }).uses;
    expect([['pca', 'lda'], ['lda', 'pca'], ['pca', 'lpp'], ['lda']].map(listing)).toEqual([
      [true],
      [true],
      [false],
      [true],
    ]);
  });

  it('are not told of results that another program computed', () => {
    const elsewhere = { source: 'other.csv', holds: 'predictions' as const, sha256: 'ab'.repeat(32) };
    const methods = [{ method: 'pca' }, { method: 'lda' }, { method: 'elsewhere', label: 'Ours', elsewhere }];
    expect(tableOf({ methods })).toEqual({
      sentence: 'Supervised: LDA. Unsupervised: PCA. Unknown (external results): Ours.',
      uses: [false, true, undefined],
    });
  });

  it('are all where a model is fitted to the images of each subject', () => {
    const found = tableOf({ methods: [{ method: 'ppca' }, { method: 'pca' }], classifier: { kind: 'likelihood' } });
    expect(found).toEqual({ sentence: null, uses: [true, true] });
  });
});

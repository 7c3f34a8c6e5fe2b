import { describe, expect, it } from 'vitest';
import { deepRows, methodDraft } from '../../../../src/renderer/studyForm/draft/draft.ts';
import { fakeMethods } from '../../fakeData.ts';

const ids = ['pca', 'lda', '2dpca', '2dlda', 'glram', 'bppca', 'none'];
const infos = new Map(ids.map((id) => [id, { ...fakeMethods[0], id, title: id.toUpperCase() }]));

describe('subspaces and a deep descriptor', () => {
  it('are six subspaces, and the vectors as they are under a label that says where they come from', () => {
    const rows = deepRows([], infos, 'deep');
    expect(rows.map(({ method }) => method)).toEqual(ids);
    expect(rows.at(-1)).toMatchObject({
      label: 'Deep descriptor (trained elsewhere)',
      features: [{ step: 'attached', texts: { name: 'deep' } }],
    });
    expect(rows.slice(0, -1).every(({ features }) => features === undefined)).toBe(true);
  });

  it('add what is lacking, and nothing at a second press', () => {
    const present = [methodDraft(infos.get('lda')!)];
    const added = deepRows(present, infos, 'arcface');
    expect(added).toHaveLength(6);
    expect(added.at(-1)!.label).toBe('Deep descriptor, arcface (trained elsewhere)');
    expect(deepRows([...present, ...added], infos, 'arcface')).toEqual([]);
  });
});

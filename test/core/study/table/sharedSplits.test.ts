import { describe, expect, it } from 'vitest';
import { sharedSplitSentences, type StudyForm } from '../../../../src/core/study/table/sharedSplits.ts';

const form = (change: Partial<StudyForm>): StudyForm => ({
  dataset: 'yale',
  hash: 'pixels of yale',
  identities: 'names of yale',
  conditions: ['k=2', 'k=3'],
  splitsOf: (condition) => condition,
  ...change,
});
const equalised = { dataset: 'yale equalised', hash: 'other pixels' };
const forms = 'By subjects and names, the datasets yale and yale equalised hold the same images in other forms';

describe('sentences on studies of several forms of the same images', () => {
  it('say whether the splits of the conditions in common are the same', () => {
    expect(sharedSplitSentences([form({}), form(equalised)])).toEqual([`${forms}; their splits are the same.`]);
    const other = form({ ...equalised, splitsOf: (condition) => `other ${condition}` });
    expect(sharedSplitSentences([form({}), other])).toEqual([`${forms}; their splits differ.`]);
    const some = form({ ...equalised, splitsOf: (condition) => (condition === 'k=2' ? condition : 'other') });
    expect(sharedSplitSentences([form({}), some])).toEqual([
      `${forms}; their splits are the same in k=2 and differ elsewhere.`,
    ]);
  });

  it('are left out for the same dataset, for other images and for conditions that only one study has', () => {
    expect(sharedSplitSentences([form({}), form({})])).toEqual([]);
    expect(sharedSplitSentences([form({}), form({ ...equalised, identities: 'others' })])).toEqual([]);
    expect(sharedSplitSentences([form({}), form({ ...equalised, conditions: ['folds=5'] })])).toEqual([]);
  });

  it('are said once of two datasets, however many studies they have', () => {
    expect(sharedSplitSentences([form({}), form(equalised), form(equalised)])).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { DATABASES, type DatabaseId } from '../../../src/core/papers/databases.ts';
import { suggestedNumbers, withNumbers, type SuggestionTarget } from '../../../src/core/papers/publishedNumbers.ts';
import { experiments } from '../../../src/core/papers/registry.ts';
import { studySpecSchema, type StudySpecInput } from '../../../src/core/study/spec/spec.ts';

const random = { kind: 'random' as const, trainPerSubject: [2, 3], repeats: 5 };

function study(database: DatabaseId, given: Partial<StudySpecInput> = {}, keys = ['k=2', 'k=3']): SuggestionTarget {
  const { images, ...rest } = DATABASES[database];
  const spec = studySpecSchema.parse({
    name: 'Study',
    dataset: 'faces',
    protocol: random,
    methods: [{ method: 'pca' }, { method: 'bppca' }, { method: 'lda' }],
    ...given,
  });
  return {
    dataset: { hash: 'of other crops', ...rest, count: images },
    spec,
    conditions: keys.map((key) => ({ key })),
  };
}

describe('published numbers that are offered', () => {
  it('are those of the methods and conditions of a study on the database of a paper', () => {
    const source = 'Zhao, Yu, Kwok (2012), Table IV, page 501';
    expect(suggestedNumbers(study('ar'))).toEqual([
      {
        source,
        protocol: 'k = 2, 3, 4, 20 splits',
        numbers: [
          { method: 'BPPCA', condition: 'k=2', value: 36.1, deviation: 5.8, source },
          { method: 'BPPCA', condition: 'k=3', value: 25.3, deviation: 6, source },
          { method: 'PCA', condition: 'k=2', value: 58.9, deviation: 11.6, source },
          { method: 'PCA', condition: 'k=3', value: 42.2, deviation: 4.4, source },
        ],
        remarks: ['The database is recognised by its counts; crops may differ.'],
      },
    ]);
  });

  it('are error rates where the paper prints accuracies, which the source says', () => {
    const protocol = { kind: 'random' as const, trainPerSubject: [12], repeats: 3 };
    const [offer] = suggestedNumbers(study('pie-64', { protocol, methods: [{ method: 'mvfa' }] }, ['k=12']));
    const source = 'Xie, Yan, Kwok, Huang (2008), Table II (100 − accuracy)';
    expect(offer.numbers).toEqual([{ method: 'MVFA', condition: 'k=12', value: 12.7, source }]);
  });

  it('are none of another database, nor of one that only stands in for that of a paper', () => {
    expect(suggestedNumbers(study('usps'))).toEqual([]);
    expect(suggestedNumbers(study('orl-32'))).toEqual([]);
  });

  it.each([
    ['another protocol', { protocol: { kind: 'leave-one-out' } }, 'This study has another protocol.'],
    ['other features', { features: ['equalise'] }, 'This study prepares its images otherwise.'],
    ['another classifier', { classifier: { kind: 'nearest-mean' } }, 'This study classifies otherwise.'],
    ['other methods', { methods: [{ method: 'lda' }] }, 'None of its methods is in this study.'],
    [
      'another method of the name',
      { methods: [{ method: 'lda', label: 'PCA' }] },
      'None of its methods is in this study.',
    ],
  ] satisfies [string, Partial<StudySpecInput>, string][])(
    'are none of a study with %s, which says so',
    (_, given, why) => {
      const [offer] = suggestedNumbers(study('ar', given));
      expect(offer).toMatchObject({ numbers: [], remarks: [why] });
    },
  );

  it('are none of other conditions', () => {
    expect(suggestedNumbers(study('ar', {}, ['k=7']))[0]).toMatchObject({
      numbers: [],
      remarks: ['None of its conditions is in this study.'],
    });
  });

  it('come from every experiment that has some', () => {
    const having = experiments.filter((each) => each.kind === 'study' && each.numbers !== undefined);
    expect(withNumbers).toEqual(having);
  });
});

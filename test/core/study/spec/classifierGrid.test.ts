import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import type { Protocol } from '../../../../src/core/protocols/registry.ts';
import {
  withRowClassifier,
  classifierCombinations,
  classifierCount,
  classifierGridProblems,
  classifierLists,
  classifierPhrase,
  classifiersOf,
  leavesAside,
  rowCombinations,
  studyClassifierSchema,
  type StudyClassifier,
} from '../../../../src/core/study/spec/classifierGrid.ts';

const protocol: Protocol = { kind: 'random', trainPerSubject: [2], repeats: 1 };
const several = studyClassifierSchema.parse({ kind: 'knn', k: [1, 3], metric: ['euclidean', 'cosine'] });
const single = studyClassifierSchema.parse({ kind: 'knn', k: 3 });
const pca = findMethod('pca')!;

describe('parameters of a classifier to choose from', () => {
  it('are lists of what may be chosen, not empty, of the values that a single one may have', () => {
    const refused = (classifier: unknown) => !studyClassifierSchema.safeParse(classifier).success;
    expect(classifierLists(several)).toEqual([
      ['k', [1, 3]],
      ['metric', ['euclidean', 'cosine']],
    ]);
    expect(classifierLists(single)).toEqual([]);
    expect([{ kind: 'knn', k: [] }, { kind: 'knn', k: [1, 0] }, { kind: 'no such' }].map(refused)).toEqual([
      true,
      true,
      true,
    ]);
    expect([classifierCount(several), classifierCount(single)]).toEqual([4, 1]);
    const twice = studyClassifierSchema.parse({ kind: 'knn', k: [3, 1, 3] });
    expect(classifierGridProblems(twice, 'methods[1].classifier')).toEqual([
      { path: 'methods[1].classifier.k', message: 'methods[1].classifier.k: k lists 3 twice.' },
    ]);
  });

  it('make every combination, the last running fastest', () => {
    expect(classifierCombinations(several).map(({ values }) => values)).toEqual([
      { k: 1, metric: 'euclidean' },
      { k: 1, metric: 'cosine' },
      { k: 3, metric: 'euclidean' },
      { k: 3, metric: 'cosine' },
    ]);
    expect(classifierCombinations(several)[1].rule).toMatchObject({ kind: 'knn', k: 1, metric: 'cosine' });
    expect(classifierCombinations(single)).toEqual([{ rule: single, values: {} }]);
  });

  it('are combined with every setting of a row, and not with rows that leave the classifier aside', () => {
    const k = studyClassifierSchema.parse({ kind: 'knn', k: [1, 3] });
    const rows = rowCombinations('PCA', {}, pca, { classifier: k, protocol });
    expect(rows.map(({ tuned, classifier }) => [tuned!.label, tuned!.values, tuned!.classifier, classifier])).toEqual(
      classifierCombinations(k).map(({ rule, values }) => [`PCA [classifier k ${values['k']}]`, {}, values, rule]),
    );
    const lpp = findMethod('lpp')!;
    const both = rowCombinations('LPP', { neighbours: [4, 5] }, lpp, { classifier: k, protocol });
    expect(both.map(({ tuned }) => tuned!.label)).toEqual([
      'LPP [neighbours 4, classifier k 1]',
      'LPP [neighbours 4, classifier k 3]',
      'LPP [neighbours 5, classifier k 1]',
      'LPP [neighbours 5, classifier k 3]',
    ]);
    expect(rowCombinations('LPP', { neighbours: [4, 5] }, lpp, { classifier: single, protocol })).toHaveLength(2);
    expect(rowCombinations('PCA', {}, pca, { classifier: single, protocol })).toEqual([{ settings: {} }]);
    const elsewhere = findMethod('elsewhere')!;
    expect(rowCombinations('theirs', {}, elsewhere, { classifier: k, protocol })).toEqual([
      { settings: {}, classifier: classifierCombinations(k)[0].rule },
    ]);
  });

  it('are left aside by results from elsewhere, and by rules of methods but for one model per subject', () => {
    const asked = { classifier: single, protocol };
    expect(leavesAside(findMethod('elsewhere')!, {}, asked)).toBe(true);
    expect(leavesAside(pca, {}, asked)).toBe(false);
    const plda = findMethod('plda')!;
    const settingsBy = (identification: string) => ({
      ...Object.fromEntries(plda.parameters.map(({ name, default: value }) => [name, value])),
      identification,
    });
    const [own, nearest] = ['likelihood', 'nearest'].map((kind) => settingsBy(kind) as never);
    expect([leavesAside(plda, own, asked), leavesAside(plda, nearest, asked)]).toEqual([true, false]);
    // It has no scores: what is measured of scores is the classifier's.
    expect(leavesAside(plda, own, { ...asked, measures: ['verification'] })).toBe(false);
    expect(leavesAside(plda, own, { ...asked, measures: ['time'] })).toBe(true);
    const likelihood = studyClassifierSchema.parse({ kind: 'likelihood' });
    expect(leavesAside(plda, own, { ...asked, classifier: likelihood })).toBe(false);
  });
});

describe('classifiers of rows', () => {
  it('are their own or that of the study, each told once', () => {
    const cosine = studyClassifierSchema.parse({ kind: '1nn', metric: 'cosine' });
    const rows: { classifier?: StudyClassifier }[] = [{}, { classifier: cosine }, {}, { classifier: cosine }];
    expect(classifiersOf({ methods: rows, classifier: single })).toEqual([single, cosine]);
    const study = { classifier: single, protocol };
    expect(withRowClassifier({}, study)).toBe(study);
    expect(withRowClassifier({ classifier: cosine }, study)).toEqual({ classifier: cosine, protocol });
  });

  it('are named as in sentences, with what is listed', () => {
    expect(classifierPhrase(studyClassifierSchema.parse({ kind: '1nn', metric: 'cosine' }))).toBe(
      'nearest neighbour by the cosine',
    );
    expect(classifierPhrase(studyClassifierSchema.parse({ kind: 'knn', k: [1, 3], metric: 'cosine' }))).toBe(
      'k nearest neighbours (k from 1 and 3; metric cosine)',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';

const spec = { name: 'Rows', dataset: 'small', protocol: { kind: 'random', trainPerSubject: 2, repeats: 2 } };

function parsed(change: object): StudySpec {
  const result = parseStudySpec({ ...spec, ...change });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.spec;
}
const euclidean = { kind: '1nn' };
const cosine = { kind: '1nn', metric: 'cosine' };

describe('a list of classifiers', () => {
  it('makes a row of each, told apart by what they differ in', () => {
    const { methods } = parsed({ methods: [{ method: 'pca', classifier: [euclidean, cosine] }, { method: 'glram' }] });
    expect(methods.map(({ label, classifier }) => [label, classifier])).toEqual([
      ['PCA (euclidean)', euclidean],
      ['PCA (cosine)', cosine],
      [undefined, undefined],
    ]);
    const kinds = parsed({
      methods: [{ method: 'pca', label: 'Mine', classifier: [{ kind: 'nearest-mean' }, { kind: 'knn', k: 3 }] }],
    });
    expect(kinds.methods.map(({ label }) => label)).toEqual([
      'Mine (nearest-mean)',
      expect.stringMatching(/^Mine \(knn, /),
    ]);
  });

  it('of one classifier is that classifier, and its row keeps its name', () => {
    const { methods } = parsed({ methods: [{ method: 'pca', classifier: [cosine] }] });
    expect(methods.map(({ label, classifier }) => [label, classifier])).toEqual([[undefined, cosine]]);
  });

  it('of the study holds for every method without a classifier of its own', () => {
    const own = { method: 'lda', classifier: { kind: 'nearest-mean' } };
    const { methods, classifier } = parsed({ classifier: [cosine, euclidean], methods: [{ method: 'pca' }, own] });
    expect(classifier).toEqual(cosine);
    expect(methods.map((entry) => [entry.method, entry.classifier])).toEqual([
      ['pca', cosine],
      ['pca', euclidean],
      ['lda', { kind: 'nearest-mean' }],
    ]);
  });

  it('is the spec that it stands for: what is stored says the same again', () => {
    const first = parsed({ classifier: [cosine, euclidean], methods: [{ method: 'pca' }] });
    expect(parseStudySpec(first)).toEqual({ ok: true, spec: first });
  });

  it('names what is wrong in one of them', () => {
    const wrong = parseStudySpec({ ...spec, methods: [{ method: 'pca', classifier: [cosine, { kind: 'nearest' }] }] });
    expect(wrong).toMatchObject({ ok: false, problems: [{ path: 'methods[1].classifier.kind' }] });
    const empty = parseStudySpec({ ...spec, methods: [{ method: 'pca', classifier: [] }] });
    expect(empty).toMatchObject({ ok: false, problems: [{ path: 'methods[0].classifier' }] });
  });
});

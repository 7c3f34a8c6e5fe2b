import { describe, expect, it } from 'vitest';
import { classifierDeclaration, fitSize, type Classifier } from '../../../../src/core/classify/classifiers/registry.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import type { Prose } from '../../../../src/core/text/proseTags.ts';

const text = (sentence: Prose): string =>
  sentence.map((piece) => (typeof piece === 'string' ? piece : 'math' in piece ? piece.math : piece.cite)).join('');
const [images, templates] = ['images', 'templates'] as const;
const comparison = 'The score of a comparison was the negative';

/** What a table's footer, the sentence on recognition and that on comparisons have for the values of a classifier. */
const said: readonly (readonly [Classifier, typeof images | typeof templates, string, string, string])[] = [
  [
    { kind: '1nn' },
    images,
    'nearest neighbour',
    'nearest training image',
    'The score of a pair was the negative squared distance between the codes of its images',
  ],
  [
    { kind: 'knn', k: 3, metric: 'cosine' },
    templates,
    '3 nearest neighbours by the cosine',
    'among the k = 3 nearest training images',
    `${comparison} distance to the nearest enrolled image`,
  ],
  [
    { kind: 'subject-distance', over: 'least' },
    templates,
    "least distance to a subject's gallery",
    'with the smallest minimum distance to its training images',
    `${comparison} minimum distance to the enrolled images`,
  ],
  [
    { kind: 'subject-distance', over: 'median' },
    templates,
    "median distance to a subject's gallery",
    'with the smallest median distance to its training images',
    `${comparison} median distance to the enrolled images`,
  ],
  [
    { kind: 'nearest-subspace' },
    templates,
    'nearest subspace of a subject',
    'whose training codes spanned the nearest subspace',
    `${comparison} distance to the subspace of the enrolled codes`,
  ],
  [
    { kind: 'nearest-subspace', dimension: 1 },
    templates,
    'nearest subspace of a subject of at most 1 dimension',
    'spanned the nearest subspace of at most one dimension',
    `${comparison} distance to the subspace of the enrolled codes`,
  ],
  [
    { kind: 'nearest-subspace', dimension: 2 },
    templates,
    'nearest subspace of a subject of at most 2 dimensions',
    'spanned the nearest subspace of at most two dimensions',
    `${comparison} distance to the subspace of the enrolled codes`,
  ],
  [
    { kind: 'lrc' },
    templates,
    'linear regression',
    'reconstructed the code best by linear regression',
    `${comparison} residual of linear regression on the enrolled codes`,
  ],
  [
    { kind: 'lrc', ridge: 0.5 },
    templates,
    'linear regression with a ridge of 0.5',
    'reconstructed the code best by linear regression with a ridge of λ = 0.5',
    `${comparison} residual of linear regression on the enrolled codes`,
  ],
  [
    { kind: 'ls-svm', kernel: 'linear' },
    templates,
    'least-squares support vector machines (linear kernel, one against the rest)',
    'by least-squares support vector machines, one against the rest, with a linear kernel',
    'with a linear kernel, each trained on the enrolled client against the training subjects',
  ],
  [
    { kind: 'ls-svm', kernel: 'rbf' },
    templates,
    'least-squares support vector machines (RBF kernel, one against the rest)',
    'by least-squares support vector machines, one against the rest, with an RBF kernel',
    'with an RBF kernel, each trained on the enrolled client against the training subjects',
  ],
];

describe('a classifier', () => {
  it.each(said)('says how it decides and what it scores by: %o of %s', (classifier, of, phrase, sentence, pairs) => {
    const declared = classifierDeclaration(classifier);
    expect(declared.phrase(classifier)).toBe(phrase);
    // What follows names a metric, or nothing.
    expect(text(declared.prose(classifier, 'training'))).toMatch(endingWith(sentence));
    expect(text(declared.pairProse!(classifier, of))).toMatch(endingWith(pairs));
  });

  it('of k neighbours objects to a study in which a gallery has fewer images', () => {
    const problems = (k: number) =>
      classifierDeclaration({ kind: 'knn' }).check!(
        { kind: 'knn', k },
        {
          at: 'classifier',
          galleries: () => [
            { title: 'k = 3', images: 6 },
            { title: 'k = 2', images: 4 },
          ],
          trainsOnOthers: false,
        },
      );
    expect(problems(4)).toEqual([]);
    expect(problems(5)).toEqual([
      {
        path: 'classifier.k',
        message: 'classifier.k: 5 nearest neighbours need a gallery of at least 5 images, found 4 (k = 2).',
      },
    ]);
  });

  it('by likelihood fits one subject at a time, needs a density and training images of the test subjects', () => {
    const { check, pairProse, subjectModels } = classifierDeclaration({ kind: 'likelihood' });
    expect(fitSize({ images: 23, subjects: 5 }, { kind: 'likelihood' })).toEqual({ images: 4, subjects: 1 });
    expect(fitSize({ images: 23, subjects: 5 })).toEqual({ images: 23, subjects: 5 });
    expect(pairProse).toBeNull();
    expect(subjectModels!.objection(mvfa)).toBeNull();
    expect(subjectModels!.objection(glram)).toMatch(/^GLRAM has no likelihood to classify by/);
    const problems = (trainsOnOthers: boolean) =>
      check!({ kind: 'likelihood' }, { at: 'methods.0.classifier', galleries: () => [], trainsOnOthers });
    expect(problems(false)).toEqual([]);
    expect(problems(true)).toEqual([
      {
        path: 'methods.0.classifier',
        message: expect.stringMatching(/^methods\.0\.classifier: .* trains on other subjects/) as string,
      },
    ]);
  });
});

/** The sentence with these words at its end, or before a metric in brackets. */
function endingWith(words: string): RegExp {
  return new RegExp(`${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\([^()]+\\))?$`);
}

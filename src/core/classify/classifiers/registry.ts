/** Registry of classifiers, in the order of forms and messages, with lookups. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../../choice.ts';
import type { BySubjectModels, ClassifierDeclaration, CodeDecider } from './classifier.ts';
import { collaborative } from './collaborative.ts';
import { leastSquaresSvm } from './leastSquaresSvm.ts';
import { likelihood } from './likelihood.ts';
import { likelihoodRatio } from './likelihoodRatio.ts';
import { linearRegression } from './linearRegression.ts';
import { nearestFeatureLine } from './nearestFeatureLine.ts';
import { nearestMean } from './nearestMean.ts';
import { nearestNeighbour } from './nearestNeighbour.ts';
import { nearestNeighbours } from './nearestNeighbours.ts';
import { nearestSubspace } from './nearestSubspace.ts';
import { sparse } from './sparse.ts';
import { subjectDistance } from './subjectDistance.ts';

export const classifiers = [
  nearestNeighbour,
  nearestNeighbours,
  nearestMean,
  subjectDistance,
  nearestSubspace,
  nearestFeatureLine,
  linearRegression,
  collaborative,
  sparse,
  leastSquaresSvm,
  likelihood,
  likelihoodRatio,
] as const;

/**
 * Classifier of a spec. Test images are classified by their codes, unless the settings of a method select its own rule;
 * or by likelihood, with one model fitted to the training images of each subject.
 */
export const classifierSchema = z.discriminatedUnion('kind', schemasOf(classifiers));

export type Classifier = z.infer<typeof classifierSchema>;

/** Default classifier. */
export const DEFAULT_CLASSIFIER: Classifier = { kind: '1nn' };

export function classifierDeclaration({
  kind,
}: Pick<Classifier, 'kind'>): ClassifierDeclaration<z.ZodType<Classifier>> {
  return choiceOf<ClassifierDeclaration<z.ZodType<Classifier>>>(classifiers, kind);
}

/**
 * Classification by models of single subjects; null if the classifier uses codes of one model of all training images.
 */
export function subjectModels(classifier: Pick<Classifier, 'kind'> = DEFAULT_CLASSIFIER): BySubjectModels | null {
  return classifierDeclaration(classifier).subjectModels ?? null;
}

/** Rule and scores of a classifier of codes; null if it decides by models of subjects or of pairs. */
export function codeDecider(classifier: Classifier): CodeDecider | null {
  const { codes } = classifierDeclaration(classifier);
  if (!codes) return null;
  return {
    rule: (gallery, labels) => codes.rule?.(classifier, gallery, labels) ?? null,
    scores: (gallery, labels, probes, world = null) => codes.scores(classifier, gallery, labels, probes, world),
  };
}

/** Training images and subjects of one fit: an even share if every subject has its own model. */
export function fitSize(
  size: { readonly images: number; readonly subjects: number },
  classifier?: Pick<Classifier, 'kind'>,
): { readonly images: number; readonly subjects: number } {
  if (!subjectModels(classifier)) return size;
  return { images: Math.floor(size.images / size.subjects), subjects: 1 };
}

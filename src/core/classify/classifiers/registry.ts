/** The classifiers on offer, in the order in which forms and messages list them, and what the others ask of them. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../../choice.ts';
import type { MatrixStack } from '../../linalg/matrix.ts';
import type { DistanceRule } from '../distanceRule.ts';
import type { Scores } from '../scores.ts';
import type { ByModelledPairs, BySubjectModels, ClassifierDeclaration, World } from './classifier.ts';
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
 * How test images are recognised. From their codes, where methods with a rule of their own that their settings ask for
 * keep it; or by likelihood, with one model fitted to the training images of each subject.
 */
export const classifierSchema = z.discriminatedUnion('kind', schemasOf(classifiers));

export type Classifier = z.infer<typeof classifierSchema>;

/** The classifier where none is named. */
export const DEFAULT_CLASSIFIER: Classifier = { kind: '1nn' };

/** The declaration of a classifier of a spec. */
export function classifierDeclaration({
  kind,
}: Pick<Classifier, 'kind'>): ClassifierDeclaration<z.ZodType<Classifier>> {
  return choiceOf<ClassifierDeclaration<z.ZodType<Classifier>>>(classifiers, kind);
}

/** How it classifies by models of single subjects; null: by codes of one model of all training images. */
export function subjectModels(classifier: Pick<Classifier, 'kind'> = DEFAULT_CLASSIFIER): BySubjectModels | null {
  return classifierDeclaration(classifier).subjectModels ?? null;
}

/** How it scores by a model of pairs; null: otherwise. */
export function modelledPairs(classifier: Classifier): ByModelledPairs | null {
  return classifierDeclaration(classifier).modelledPairs ?? null;
}

/** The rule of distances by which a classifier decides with a gallery; null: it decides in another way. */
export function ruleOf(classifier: Classifier, gallery: MatrixStack, labels: ArrayLike<number>): DistanceRule | null {
  return classifierDeclaration(classifier).codes?.rule?.(classifier, gallery, labels) ?? null;
}

/**
 * Scores of probes by their codes, by a classifier of codes; `world`: for verification.
 * Throws FitError where the gallery does not suffice, RangeError for a classifier that has models of subjects instead.
 */
export function scoreCodes(
  classifier: Classifier,
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  world: (() => World) | null = null,
): Scores {
  const { kind, codes } = classifierDeclaration(classifier);
  if (!codes) throw new RangeError(`scoreCodes: the classifier "${kind}" does not compare codes`);
  return codes.scores(classifier, gallery, labels, probes, world);
}

/** Training images and subjects of one fit: an even share where every subject has a model of its own. */
export function fitSize(
  size: { readonly images: number; readonly subjects: number },
  classifier?: Pick<Classifier, 'kind'>,
): { readonly images: number; readonly subjects: number } {
  if (!subjectModels(classifier)) return size;
  return { images: Math.floor(size.images / size.subjects), subjects: 1 };
}

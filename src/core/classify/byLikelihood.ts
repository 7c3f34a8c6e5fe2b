/** Classification by likelihood, one model a subject (Xie et al. 2008, section VI-B). */
import { selectImages, type ImageSet } from '../images/imageSet.ts';
import { fitFailure } from '../methods/fitFailure.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type LatentShape,
  type Method,
  type Settings,
  type TrainingData,
} from '../methods/method.ts';
import type { Scores } from './scores.ts';

/** The model of one subject's training images. */
export interface SubjectModel {
  readonly subject: number;
  readonly fit: Fit;
}

/**
 * One model a subject, subjects ascending.
 * Throws FitError for a method without a density, training images without labels, and naming the subject whose fit
 * fails.
 */
export function fitSubjects(
  method: Method,
  { images, labels }: TrainingData,
  latent: LatentShape,
  settings: Settings,
  context: FitContext,
): SubjectModel[] {
  if (!method.logLikelihood) throw new FitError(`${method.title} has no likelihood to classify by.`);
  if (!labels)
    throw new FitError(`${method.title}: classification by likelihood needs the subjects of the training images.`);
  return [...Map.groupBy(labels.keys(), (n) => labels[n])]
    .sort(([a], [b]) => a - b)
    .map(([subject, list]) => {
      try {
        const own = { images: selectImages(images, list), labels: null };
        return { subject, fit: method.fit(own, latent, settings, context) };
      } catch (error) {
        const reason = fitFailure(error);
        if (reason === null) throw error;
        throw new FitError(`Subject ${subject}: ${reason}`);
      }
    });
}

/**
 * Log-likelihoods of probes under the models of the subjects, which are the candidates; equal priors. `labels` are
 * those of the training images, of which the first of a subject stands for it.
 * Throws FitError where a fit has no density (e.g. one without noise).
 */
export function likelihoodScores(
  method: Method,
  models: readonly SubjectModel[],
  labels: Int32Array,
  probes: ImageSet,
): Scores {
  const values = models.map(({ fit }) => densities(method, fit, probes));
  return {
    probes: probes.count,
    subjects: models.map(({ subject }) => subject),
    positions: models.map(({ subject }) => labels.indexOf(subject)),
    voters: 1,
    of: (probe) => values.map((own) => own[probe]),
  };
}

function densities(method: Method, fit: Fit, probes: ImageSet): Float64Array {
  try {
    return method.logLikelihood!(fit, probes);
  } catch (error) {
    if (error instanceof RangeError) throw new FitError(error.message);
    throw error;
  }
}

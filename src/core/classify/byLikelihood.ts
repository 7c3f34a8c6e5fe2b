/** Classification by likelihood, one model a subject (Xie et al. 2008, section VI-B). */
import { selectImages, type ImageSet } from '../images/imageSet.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type LatentShape,
  type Method,
  type Settings,
  type TrainingData,
} from '../methods/method.ts';

/** The model of one subject's training images. */
export interface SubjectModel {
  readonly subject: number;
  readonly fit: Fit;
}

/**
 * One model a subject, subjects ascending.
 * Throws FitError for a method without a density, training images without labels, and naming the subject whose fit fails.
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
  const members = new Map<number, number[]>();
  labels.forEach((label, n) => {
    const list = members.get(label);
    if (list) list.push(n);
    else members.set(label, [n]);
  });
  return [...members]
    .sort(([a], [b]) => a - b)
    .map(([subject, list]) => {
      try {
        const own = { images: selectImages(images, list), labels: null };
        return { subject, fit: method.fit(own, latent, settings, context) };
      } catch (error) {
        if (!(error instanceof FitError)) throw error;
        throw new FitError(`Subject ${subject}: ${error.message}`);
      }
    });
}

/**
 * The subject whose model gives a probe the highest log-likelihood, ties to the lowest. Equal priors.
 * Throws FitError where a fit has no density (e.g. one without noise).
 */
export function likeliestSubjects(method: Method, models: readonly SubjectModel[], probes: ImageSet): Int32Array {
  const best = new Float64Array(probes.count).fill(-Infinity);
  const result = new Int32Array(probes.count).fill(models[0].subject);
  for (const { subject, fit } of models) {
    densities(method, fit, probes).forEach((value, n) => {
      if (value <= best[n]) return;
      best[n] = value;
      result[n] = subject;
    });
  }
  return result;
}

function densities(method: Method, fit: Fit, probes: ImageSet): Float64Array {
  try {
    return method.logLikelihood!(fit, probes);
  } catch (error) {
    if (error instanceof RangeError) throw new FitError(error.message);
    throw error;
  }
}

/** `fitSubjects` and `likeliestSubjects` in one. */
export function classifyByLikelihood(
  method: Method,
  training: TrainingData,
  probes: ImageSet,
  latent: LatentShape,
  settings: Settings,
  context: FitContext,
): Int32Array {
  return likeliestSubjects(method, fitSubjects(method, training, latent, settings, context), probes);
}

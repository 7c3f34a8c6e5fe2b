import { selectImages, type ImageSet } from '../images/imageSet.ts';
import {
  FitError,
  type FitContext,
  type LatentShape,
  type Method,
  type Settings,
  type TrainingData,
} from '../methods/method.ts';

/**
 * Subjects of the probes by maximum likelihood, one model a subject (Xie et al. 2008, section VI-B): the subject whose
 * model gives a probe the highest log-likelihood, ties to the lowest. Equal priors.
 * Throws FitError for a method without a density, training images without labels, and naming the subject whose fit fails.
 */
export function classifyByLikelihood(
  method: Method,
  { images, labels }: TrainingData,
  probes: ImageSet,
  latent: LatentShape,
  settings: Settings,
  context: FitContext,
): Int32Array {
  if (!method.logLikelihood) throw new FitError(`${method.title} has no likelihood to classify by.`);
  if (!labels)
    throw new FitError(`${method.title}: classification by likelihood needs the subjects of the training images.`);
  const best = new Float64Array(probes.count).fill(-Infinity);
  const result = new Int32Array(probes.count).fill(-1);
  for (const subject of [...new Set(labels)].sort((a, b) => a - b)) {
    const own = selectImages(
      images,
      labels.reduce<number[]>((list, label, n) => (label === subject ? [...list, n] : list), []),
    );
    try {
      const fit = method.fit({ images: own, labels: null }, latent, settings, context);
      method.logLikelihood(fit, probes).forEach((value, n) => {
        if (value <= best[n]) return;
        best[n] = value;
        result[n] = subject;
      });
    } catch (error) {
      if (!(error instanceof FitError)) throw error;
      throw new FitError(`Subject ${subject}: ${error.message}`);
    }
  }
  return result;
}

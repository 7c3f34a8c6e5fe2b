/** Images that a model draws from its density. */
import { FitError, type GeneratedImages } from '../../methods/method.ts';
import { stream } from '../../random/stream.ts';
import type { LearnedModel } from './openModel.ts';

export interface SampleQuery {
  readonly seed: number;
  readonly count: number;
}

/**
 * Drawn with random numbers named by seed, dataset, split, method and shape; the first images are the same whatever
 * their count. Throws FitError for a model without a density.
 */
export function drawnImages({ method, fit, task, shape }: LearnedModel, { seed, count }: SampleQuery): GeneratedImages {
  if (!method.sample || fit.logLikelihood === null) throw new FitError(`${method.title} has no density to draw from.`);
  const { datasetHash, condition, repeat, methodKey } = task;
  return method.sample(fit, count, stream(seed, datasetHash, 'samples', condition, repeat, methodKey, shape.join()));
}

/** The components of a mixture, with the test images that each is responsible for. */
import type { ImageSet } from '../../images/imageSet.ts';
import { FitError, type GeneratedImages } from '../../methods/method.ts';
import { spreadPlaces, testImages, type LearnedModel } from './openModel.ts';
import { stream } from '../../random/stream.ts';

export interface ComponentViews {
  readonly weights: readonly number[];
  readonly means: ImageSet;
  /** Indices of the test images that were used. */
  readonly tests: readonly number[];
  /** One row per test image, one column per component. */
  readonly responsibilities: readonly (readonly number[])[];
}

/** Maximum number of test images used. */
const MOST_TESTS = 2000;

/** Throws FitError for a method with a single model. */
export function componentViews(model: LearnedModel): ComponentViews {
  const { method, fit, split } = model;
  if (!method.components) throw new FitError(`${method.title} has no components.`);
  const tests = spreadPlaces(split.test.length, MOST_TESTS);
  const { weights, means, responsibilities } = method.components(fit, testImages(model, tests));
  const k = responsibilities.cols;
  return {
    weights: Array.from(weights),
    means,
    tests,
    responsibilities: tests.map((_, n) => Array.from(responsibilities.data.subarray(n * k, (n + 1) * k))),
  };
}

// Images sampled from the density of a model.

export interface SampleQuery {
  readonly seed: number;
  readonly count: number;
}

/**
 * Draws with random numbers named by seed, dataset, split, method and shape; the first images are the same whatever
 * their count. Throws FitError for a model without a density.
 */
export function drawnImages({ method, fit, task, shape }: LearnedModel, { seed, count }: SampleQuery): GeneratedImages {
  if (!method.sample || fit.logLikelihood === null) throw new FitError(`${method.title} has no density to draw from.`);
  const { datasetHash, condition, repeat, methodKey } = task;
  return method.sample(fit, count, stream(seed, datasetHash, 'samples', condition, repeat, methodKey, shape.join()));
}

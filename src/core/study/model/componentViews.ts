/** The components of a mixture, with the test images that each is responsible for. */
import type { ImageSet } from '../../images/imageSet.ts';
import { FitError } from '../../methods/method.ts';
import { spreadPlaces, testImages, type LearnedModel } from './openModel.ts';

export interface ComponentViews {
  readonly weights: readonly number[];
  readonly means: ImageSet;
  /** Places of the test images that were looked at. */
  readonly tests: readonly number[];
  /** One row a test image, one column a component. */
  readonly responsibilities: readonly (readonly number[])[];
}

/** Test images that are looked at. */
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

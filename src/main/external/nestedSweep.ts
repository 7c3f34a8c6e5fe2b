import { selectImages } from '../../core/images/imageSet.ts';
import { trainingOf } from '../../core/classify/shapeEvaluation.ts';
import type { Method, NestedSweep, SweepInput } from '../../core/methods/method.ts';

/** All shapes of a nested method, from one fit at the largest. */
export function nestedSweep(input: SweepInput, fit: Method['fit'], encode: Method['encode']): NestedSweep {
  const { images, test, shapes, settings, context } = input;
  const largest = shapes[0].map((_, axis) => Math.max(...shapes.map((shape) => shape[axis])));
  const training = trainingOf(input);
  const model = fit(training, largest, settings, context);
  const { iterations, converged, logLikelihood, warnings } = model;
  return {
    gallery: encode(model, training.images),
    probes: encode(model, selectImages(images, test)),
    facts: () => ({ iterations, converged, logLikelihood, warnings }),
  };
}

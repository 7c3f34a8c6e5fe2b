import { selectImages } from '../../core/images/imageSet.ts';
import { attributesAt, type Method, type NestedSweep, type SweepInput } from '../../core/methods/method.ts';

/** All shapes of a nested method, from one fit at the largest. */
export function nestedSweep(
  { images, labels, attributes, train, test, shapes, settings, context }: SweepInput,
  fit: Method['fit'],
  encode: Method['encode'],
): NestedSweep {
  const largest = shapes[0].map((_, axis) => Math.max(...shapes.map((shape) => shape[axis])));
  const training = {
    images: selectImages(images, train),
    labels: Int32Array.from(train, (image) => labels[image]),
    ...(attributes && { attributes: attributesAt(attributes, train) }),
  };
  const model = fit(training, largest, settings, context);
  const { iterations, converged, logLikelihood, warnings } = model;
  return {
    gallery: encode(model, training.images),
    probes: encode(model, selectImages(images, test)),
    facts: () => ({ iterations, converged, logLikelihood, warnings }),
  };
}

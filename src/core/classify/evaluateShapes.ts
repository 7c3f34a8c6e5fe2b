import type { Method, SweepInput } from '../methods/method.ts';
import { DEFAULT_CLASSIFIER, modelledPairs, subjectModels, type Classifier } from './classifiers/registry.ts';
import { evaluateEach } from './evaluateEach.ts';
import { evaluateNested } from './evaluateNested.ts';
import type { ShapeEvaluation, ShapeObserver } from './shapeEvaluation.ts';

/**
 * Fits `method` to the training images of one split at every latent shape and classifies the test images by the
 * classifier (default: nearest training code, Euclidean, ties to the lowest training position), or by the method's own
 * rule where the settings ask for it: the first training image of the predicted subject then stands for the nearest. A
 * shape that cannot be fitted is reported in `failures`; when the one decomposition of a nested method fails, FitError
 * is thrown. `observe` is shown every shape that has a fit; it changes no result.
 */
export function evaluateShapes(
  method: Method,
  input: SweepInput,
  classifier: Classifier = DEFAULT_CLASSIFIER,
  observe?: ShapeObserver,
): ShapeEvaluation {
  const models = subjectModels(classifier);
  if (models) return models.evaluate(method, input, observe);
  if (modelledPairs(classifier)) return evaluateEach(method, input, classifier, observe);
  return evaluateNested(method, input, classifier, observe) ?? evaluateEach(method, input, classifier, observe);
}

/** A classifier with its declaration, resolved once for all fits, shapes and inner splits of a cell. */
import type { Method, SweepInput } from '../methods/method.ts';
import type { FitDecider } from './classifiers/classifier.ts';
import {
  classifierDeclaration,
  codeDecider,
  DEFAULT_CLASSIFIER,
  fitSize,
  type Classifier,
} from './classifiers/registry.ts';
import { evaluateEach } from './evaluateWithRefits.ts';
import { evaluateNested } from './evaluateNested.ts';
import type { ShapeEvaluation, ShapeObserver } from './shapeEvaluation.ts';

export interface Recogniser {
  /** Training images and subjects of one fit: an even share if every subject has its own model. */
  readonly fitSize: (size: Parameters<typeof fitSize>[0]) => ReturnType<typeof fitSize>;
  /**
   * Fits `method` to the training images of one split at every latent shape and classifies the test images, or applies
   * the method's own rule if the settings select it; the first training image of the predicted subject then counts as
   * the nearest. `failures` lists shapes that cannot be fitted. Throws FitError if the one decomposition of a nested
   * method fails. `observe` receives every fitted shape; it does not change the results.
   */
  readonly evaluate: (method: Method, input: SweepInput, observe?: ShapeObserver) => ShapeEvaluation;
}

export function recogniserOf(classifier: Classifier = DEFAULT_CLASSIFIER): Recogniser {
  return { fitSize: (size) => fitSize(size, classifier), evaluate: evaluationOf(classifier) };
}

function evaluationOf(classifier: Classifier): Recogniser['evaluate'] {
  const { modelledPairs, subjectModels } = classifierDeclaration(classifier);
  if (subjectModels) return (method, input, observe) => subjectModels.evaluate(method, input, observe);
  if (modelledPairs) {
    const decider: FitDecider = { rule: () => null, scores: (compared) => modelledPairs.scores(compared) };
    return (method, input, observe) => evaluateEach(method, input, decider, observe);
  }
  const byCodes = codeDecider(classifier)!;
  const byFit: FitDecider = {
    rule: (gallery, labels) => byCodes.rule(gallery(), labels),
    scores: ({ galleryCodes, subjects, probeCodes, world }) =>
      byCodes.scores(galleryCodes(), subjects, probeCodes(), world),
  };
  return (method, input, observe) =>
    evaluateNested(method, input, byCodes, observe) ?? evaluateEach(method, input, byFit, observe);
}

/** Classification in one call, as the evaluation of a cell puts it together. */
import { fitSubjects, likelihoodScores } from '../../src/core/classify/subjectModels.ts';
import { codeDecider, type Classifier } from '../../src/core/classify/classifiers/registry.ts';
import { recogniserOf } from '../../src/core/classify/recogniser.ts';
import { decide, type Scores } from '../../src/core/classify/scores.ts';
import type { ShapeEvaluation, ShapeObserver } from '../../src/core/classify/shapeEvaluation.ts';
import type { ImageSet } from '../../src/core/images/imageSet.ts';
import type { MatrixStack } from '../../src/core/linalg/matrix.ts';
import type {
  FitContext,
  LatentShape,
  Method,
  Settings,
  SweepInput,
  TrainingData,
} from '../../src/core/methods/method.ts';

/** Scores by a classifier of codes. */
export function scoreCodes(
  classifier: Classifier,
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
): Scores {
  return codeDecider(classifier)!.scores(gallery, labels, probes);
}

/** For every probe the position of the gallery code that it is taken for. */
export function classifyCodes(
  classifier: Classifier,
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
): Uint32Array {
  return decide(scoreCodes(classifier, gallery, labels, probes));
}

/** The subject whose model gives a probe the highest log-likelihood. */
export function classifyByLikelihood(
  method: Method,
  training: TrainingData,
  probes: ImageSet,
  latent: LatentShape,
  settings: Settings,
  context: FitContext,
): Int32Array {
  const models = fitSubjects(method, training, latent, settings, context);
  const nearest = decide(likelihoodScores(method, models, training.labels!, probes));
  return Int32Array.from(nearest, (position) => training.labels![position]);
}

/** What the classifier makes of it. @default nearest training code, Euclidean, ties to the first training position */
export function evaluateShapes(
  method: Method,
  input: SweepInput,
  classifier?: Classifier,
  observe?: ShapeObserver,
): ShapeEvaluation {
  return recogniserOf(classifier).evaluate(method, input, observe);
}

/** Classification by likelihood, with one model per subject (Xie et al. 2008, section VI-B). */
import { selectImages, type ImageSet } from '../images/imageSet.ts';
import { fitFailure } from '../methods/fitFailure.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type LatentShape,
  type Method,
  type Settings,
  type TrainingData,
  type SweepInput,
} from '../methods/method.ts';
import { type Scores, decide } from './scores.ts';
import { shapeText } from '../methods/latent/latentShape.ts';
import { countWrong, trainingOf, type ShapeEvaluation, type ShapeObserver } from './shapeEvaluation.ts';
import { stopwatch } from './stopwatch.ts';

/** Model of one subject's training images. */
export interface SubjectModel {
  readonly subject: number;
  readonly fit: Fit;
}

/**
 * One model per subject, subjects ascending.
 * Throws FitError for a method without a density, for training images without labels, and if a fit fails; the message
 * names the subject.
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
  return [...Map.groupBy(labels.keys(), (n) => labels[n])]
    .sort(([a], [b]) => a - b)
    .map(([subject, list]) => {
      try {
        const training = { images: selectImages(images, list), labels: null };
        return { subject, fit: method.fit(training, latent, settings, context) };
      } catch (error) {
        const reason = fitFailure(error);
        if (reason === null) throw error;
        throw new FitError(`Subject ${subject}: ${reason}`);
      }
    });
}

/**
 * Log-likelihoods of probes under the models of the candidate subjects, with equal priors. `labels`: subjects of the
 * training images; the first image of a subject represents it.
 * Throws FitError if a fit has no density (e.g. one without noise).
 */
export function likelihoodScores(
  method: Method,
  models: readonly SubjectModel[],
  labels: Int32Array,
  probes: ImageSet,
): Scores {
  const values = models.map(({ fit }) => densities(method, fit, probes));
  return {
    probes: probes.count,
    subjects: models.map(({ subject }) => subject),
    positions: models.map(({ subject }) => labels.indexOf(subject)),
    voters: 1,
    of: (probe) => values.map((logLikelihoods) => logLikelihoods[probe]),
  };
}

function densities(method: Method, fit: Fit, probes: ImageSet): Float64Array {
  try {
    return method.logLikelihood!(fit, probes);
  } catch (error) {
    if (error instanceof RangeError) throw new FitError(error.message);
    throw error;
  }
}

/**
 * Fits one model per subject at every shape. Log-likelihoods are summed over the subjects; iterations are the maximum.
 */
export function evaluateLikelihood(
  method: Method,
  input: SweepInput,
  observe: ShapeObserver | undefined,
): ShapeEvaluation {
  const { images, test, shapes, settings, context } = input;
  if (input.gallery) throw new FitError('Classification by likelihood needs training images of the test subjects.');
  const data = trainingOf(input);
  const probes = selectImages(images, test);
  const kept: { shape: LatentShape; fits: readonly Fit[]; nearest: Uint32Array }[] = [];
  const failures: { shape: LatentShape; reason: string }[] = [];
  for (const shape of shapes) {
    context.checkCancelled();
    try {
      const seconds = stopwatch(input);
      const models = fitSubjects(method, data, shape, settings, context);
      const fitSeconds = seconds();
      const scores = likelihoodScores(method, models, data.labels, probes);
      const nearest = decide(scores);
      const testSeconds = seconds() - fitSeconds;
      observe?.({ shape, scores: () => scores, model: () => null, fitSeconds, testSeconds });
      kept.push({ shape, fits: models.map(({ fit }) => fit), nearest });
    } catch (error) {
      const reason = fitFailure(error);
      if (reason === null) throw error;
      failures.push({ shape, reason });
    }
  }
  const nearest = new Uint32Array(kept.length * test.length);
  kept.forEach((entry, s) => nearest.set(entry.nearest, s * test.length));
  return {
    shapes: kept.map(({ shape }) => shape),
    nearest,
    wrong: countWrong(nearest, input),
    iterations: kept.map(({ fits }) => Math.max(...fits.map((fit) => fit.iterations))),
    converged: kept.map(({ fits }) => fits.every((fit) => fit.converged)),
    logLikelihood: kept.map(({ fits }) =>
      fits.reduce<number | null>(
        (sum, { logLikelihood }) => (sum === null || logLikelihood === null ? null : sum + logLikelihood),
        0,
      ),
    ),
    warnings: [
      ...new Set(
        kept.flatMap(({ shape, fits }) =>
          fits.flatMap((fit) => fit.warnings.map((text) => `${shapeText(shape)}: ${text}`)),
        ),
      ),
    ],
    failures,
    fits: shapes.length * new Set(data.labels).size,
  };
}

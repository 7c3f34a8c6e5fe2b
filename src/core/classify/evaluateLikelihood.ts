/** Classification by likelihood at every latent shape. */
import { selectImages } from '../images/imageSet.ts';
import { fitFailure } from '../methods/fitFailure.ts';
import { shapeText } from '../methods/latent/latentShape.ts';
import { FitError, type Fit, type LatentShape, type Method, type SweepInput } from '../methods/method.ts';
import { fitSubjects, likelihoodScores } from './byLikelihood.ts';
import { decide } from './scores.ts';
import { countWrong, trainingOf, type ShapeEvaluation, type ShapeObserver } from './shapeEvaluation.ts';
import { stopwatch } from './stopwatch.ts';

/** One model a subject at every shape; log-likelihoods are totals over the subjects, iterations the largest number. */
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

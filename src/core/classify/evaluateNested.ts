/** Evaluates all latent shapes of a nested method with one decomposition. */
import { selectImages } from '../images/imageSet.ts';
import { matrixStack, partOfStack, transposeStack, type MatrixStack } from '../linalg/index.ts';
import type { LatentShape, Method, NestedSweep, SweepInput } from '../methods/method.ts';
import type { CodeDecider } from './classifiers/classifier.ts';
import { decideByRunningSums } from './decideByRunningSums.ts';
import { nearestAtShapes } from './distanceRule.ts';
import { lazy } from './lazy.ts';
import { decide, type Scores } from './scores.ts';
import {
  countWrong,
  failuresOf,
  galleryLabels,
  trainingOf,
  type ShapeEvaluation,
  type ShapeObserver,
} from './shapeEvaluation.ts';
import { stopwatch } from './stopwatch.ts';

/** null if the method is not nested, or its settings require one fit per shape. */
export function evaluateNested(
  method: Method,
  input: SweepInput,
  decider: CodeDecider,
  observe: ShapeObserver | undefined,
): ShapeEvaluation | null {
  const fitting = stopwatch(input);
  const trainingSweep = method.sweep?.(withGalleryAsProbes(input));
  if (!trainingSweep) return null;
  const fitSeconds = fitting();
  const sweep = withGallery(trainingSweep, input);
  const requested = input.full ? [largestOf(sweep, input.shapes[0])] : input.shapes;
  const reasons = requested.map((shape) => sweep.failure?.(shape) ?? null);
  const shapes = requested.filter((_, s) => reasons[s] === null);
  const testing = stopwatch(input);
  const labels = galleryLabels(input);
  const worldLabels = lazy(() => trainingOf(input).labels);
  const scoresAt = (shape: LatentShape): Scores => {
    // With a separate gallery, `trainingSweep.gallery` still holds the training images.
    const world = input.undecided
      ? () => ({ codes: codesAt(trainingSweep.gallery, shape, sweep), labels: worldLabels() })
      : null;
    const [gallery, probes] = [sweep.gallery, sweep.probes].map((codes) => codesAt(codes, shape, sweep));
    return decider.scores(gallery, labels, probes, world);
  };
  const nearest = decideOverShapes(sweep, labels, shapes, input, decider, scoresAt);
  const together = nearest ? testing() / shapes.length : null;
  const decided = nearest ?? new Uint32Array(shapes.length * input.test.length);
  const model = lazy(() => modelAt(method, input));
  shapes.forEach((shape, s) => {
    input.context.checkCancelled();
    // The scores at a shape are computed once, for the decision and the observer.
    const scores = lazy(() => scoresAt(shape));
    const elapsed = stopwatch(input);
    if (!nearest) decided.set(decide(scores()), s * input.test.length);
    const testSeconds = together ?? elapsed();
    observe?.({ shape, scores, model: () => model()(shape), fitSeconds, testSeconds });
  });
  const facts = shapes.map(sweep.facts);
  return {
    shapes,
    nearest: decided,
    wrong: countWrong(decided, input),
    iterations: facts.map((fact) => fact.iterations),
    converged: facts.map((fact) => fact.converged),
    logLikelihood: facts.map((fact) => fact.logLikelihood),
    warnings: [...new Set(facts.flatMap((fact) => fact.warnings))],
    ...(facts[0]?.amounts && { amounts: facts[0].amounts }),
    failures: failuresOf(requested, reasons),
    fits: 1,
  };
}

/** Largest shape up to `most` that the fit has; `most` itself if there is none, to report the reason. */
function largestOf(sweep: NestedSweep, most: LatentShape): LatentShape {
  if (most.length !== 1) return most;
  for (let q = Math.min(most[0], sweep.gallery.rows); q > 0; q--) if (!sweep.failure?.([q])) return [q];
  return most;
}

/**
 * A nested method encodes training and test images; a gallery of other images is encoded along with the test images.
 */
function withGalleryAsProbes(input: SweepInput): SweepInput {
  const { gallery, test, ...rest } = input;
  return gallery ? { ...rest, test: joined(gallery, test) } : input;
}

function joined(first: Int32Array, second: Int32Array): Int32Array {
  const result = new Int32Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}

/** Splits the probe codes into those of the gallery and those of the test images. */
function withGallery(sweep: NestedSweep, { gallery }: SweepInput): NestedSweep {
  if (!gallery) return sweep;
  return {
    ...sweep,
    gallery: partOfStack(sweep.probes, 0, gallery.length),
    probes: partOfStack(sweep.probes, gallery.length, sweep.probes.count),
  };
}

/** Decisions of all shapes at once; empty if none are wanted, null if each shape must be decided by its scores. */
function decideOverShapes(
  { gallery, probes, metric }: NestedSweep,
  labels: Int32Array,
  shapes: readonly LatentShape[],
  { undecided, context }: SweepInput,
  decider: CodeDecider,
  scoresAt: (shape: LatentShape) => Scores,
): Uint32Array | null {
  if (undecided) return new Uint32Array(0);
  const rule = decider.rule(gallery, labels);
  if (!rule) return null;
  const nearest = nearestAtShapes(rule, probes, shapes, metric);
  if (nearest || metric) return nearest;
  return decideByRunningSums(rule, probes, gallery, shapes, scoresAt, context.checkCancelled);
}

/**
 * Codes at a smaller shape, as the method encodes them: the leading blocks, with every entry multiplied by the square
 * root of its weight, which makes the Euclidean distance equal that of the sweep.
 */
function codesAt(codes: MatrixStack, shape: LatentShape, { metric, transposed }: NestedSweep): MatrixStack {
  const [rows, cols] = [shape[0], shape[1] ?? codes.cols];
  const coefficients = metric?.coefficients(shape) ?? [];
  const result = matrixStack(codes.count, rows, cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const offset = r * codes.cols + c;
      const weight = metric ? coefficients.reduce((sum, value, t) => sum + value * metric.weights[t][offset], 0) : 1;
      const root = Math.sqrt(Math.max(0, weight));
      for (let n = 0; n < codes.count; n++) {
        result.data[(n * rows + r) * cols + c] = root * codes.data[n * codes.rows * codes.cols + offset];
      }
    }
  }
  return transposed ? transposeStack(result) : result;
}

/** A sweep has no models; fits one at a shape on demand. */
function modelAt(method: Method, input: SweepInput) {
  const data = trainingOf(input);
  const probes = selectImages(input.images, input.test);
  return (shape: LatentShape) => {
    const fit = method.fit(data, shape, input.settings, input.context);
    return { fit, codes: method.encode(fit, probes) };
  };
}

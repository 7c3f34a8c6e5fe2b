/** Every latent shape of a nested method from one decomposition. */
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

/** null: the method is not nested, or its settings ask for one fit per shape. */
export function evaluateNested(
  method: Method,
  input: SweepInput,
  decider: CodeDecider,
  observe: ShapeObserver | undefined,
): ShapeEvaluation | null {
  const fitting = stopwatch(input);
  const found = method.sweep?.(withGalleryAsProbes(input));
  if (!found) return null;
  const fitSeconds = fitting();
  const sweep = withGallery(found, input);
  const asked = input.full ? [largestOf(sweep, input.shapes[0])] : input.shapes;
  const reasons = asked.map((shape) => sweep.failure?.(shape) ?? null);
  const shapes = asked.filter((_, s) => reasons[s] === null);
  const testing = stopwatch(input);
  const labels = galleryLabels(input);
  const worldLabels = lazy(() => trainingOf(input).labels);
  const scoresAt = (shape: LatentShape): Scores => {
    // Where there is a gallery, the sweep has the training images as its own.
    const world = input.undecided
      ? () => ({ codes: codesAt(found.gallery, shape, sweep), labels: worldLabels() })
      : null;
    const [known, probes] = [sweep.gallery, sweep.probes].map((codes) => codesAt(codes, shape, sweep));
    return decider.scores(known, labels, probes, world);
  };
  const nearest = decideOverShapes(sweep, labels, shapes, input, decider, scoresAt);
  const together = nearest ? testing() / shapes.length : null;
  const decided = nearest ?? new Uint32Array(shapes.length * input.test.length);
  const model = lazy(() => modelAt(method, input));
  shapes.forEach((shape, s) => {
    input.context.checkCancelled();
    // A gallery is taken apart once per shape, for the decision and for whoever looks at it.
    const scores = lazy(() => scoresAt(shape));
    const own = stopwatch(input);
    if (!nearest) decided.set(decide(scores()), s * input.test.length);
    const testSeconds = together ?? own();
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
    failures: failuresOf(asked, reasons),
    fits: 1,
  };
}

/** The largest shape up to `most` that the fit has; `most` itself where it has none, to say why. */
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

/** Its codes as gallery, those of the test images as probes. */
function withGallery(sweep: NestedSweep, { gallery }: SweepInput): NestedSweep {
  if (!gallery) return sweep;
  return {
    ...sweep,
    gallery: partOfStack(sweep.probes, 0, gallery.length),
    probes: partOfStack(sweep.probes, gallery.length, sweep.probes.count),
  };
}

/** The decisions of all shapes where they are made at once, none where none are asked for; null: shape by shape. */
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
 * The codes at a smaller shape, as the method encodes them: the leading blocks, every entry times the root of its
 * weight, so that their plain Euclidean distance is that of the sweep.
 */
function codesAt(codes: MatrixStack, shape: LatentShape, { metric, transposed }: NestedSweep): MatrixStack {
  const [rows, cols] = [shape[0], shape[1] ?? codes.cols];
  const coefficients = metric?.coefficients(shape) ?? [];
  const result = matrixStack(codes.count, rows, cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const at = r * codes.cols + c;
      const weight = metric ? coefficients.reduce((sum, value, t) => sum + value * metric.weights[t][at], 0) : 1;
      const root = Math.sqrt(Math.max(0, weight));
      for (let n = 0; n < codes.count; n++) {
        result.data[(n * rows + r) * cols + c] = root * codes.data[n * codes.rows * codes.cols + at];
      }
    }
  }
  return transposed ? transposeStack(result) : result;
}

/** A sweep has no models: where one is asked for, it is fitted at its shape. */
function modelAt(method: Method, input: SweepInput) {
  const data = trainingOf(input);
  const probes = selectImages(input.images, input.test);
  return (shape: LatentShape) => {
    const fit = method.fit(data, shape, input.settings, input.context);
    return { fit, codes: method.encode(fit, probes) };
  };
}

/** Validated selection: the latent shape is chosen inside the training images, without using test images. */
import { recogniserOf, type Recogniser } from '../../classify/recogniser.ts';
import type { ShapeEvaluation } from '../../classify/shapeEvaluation.ts';
import { measureAt } from '../../measures/cellMeasures.ts';
import { cellMeter } from '../../measures/cellMeter.ts';
import type { Measure, MeasureRequest } from '../../measures/measures.ts';
import { fitFailure } from '../../methods/fitFailure.ts';
import type { LatentShape, Method, SweepInput } from '../../methods/method.ts';
import type { Random } from '../../random/stream.ts';
import { permutation } from '../../random/sampling.ts';
import type { Split } from '../../protocols/split.ts';
import { compareShapes, shapeKey } from '../../methods/latent/latentShape.ts';

/**
 * Inner splits of the training images. Each holds out one image of every subject with at least two, cycling through a
 * random order of that subject's images: different splits hold out different images as long as there are any. Subjects
 * follow the order of their training images; nothing here depends on any other image. Empty if no subject has two.
 */
export function innerSplits(train: Int32Array, labels: ArrayLike<number>, count: number, random: Random): Split[] {
  const orders = [...Map.groupBy(train, (image) => labels[image]).values()]
    .map((images) => Array.from(permutation(random, images.length), (i) => images[i]))
    .filter((images) => images.length > 1);
  if (orders.length === 0) return [];
  return Array.from({ length: count }, (_, i) => {
    const held = new Set(orders.map((images) => images[i % images.length]));
    return { train: train.filter((image) => !held.has(image)), test: Int32Array.from(held).sort() };
  });
}

export interface InnerSelection {
  /** null: no shape could be validated. */
  readonly shape: LatentShape | null;
  /** Score of that shape; see `InnerEvaluation`. */
  readonly score: number | null;
  readonly fits: number;
}

/** Results of one method on inner splits. */
export interface InnerEvaluation {
  /**
   * At every shape, lower is better: errors over all inner splits, or the mean of another measure, negated if higher is
   * better. null if some of the splits cannot have the shape, or have no value there.
   */
  readonly scores: readonly (number | null)[];
  readonly fits: number;
}

/** The evaluation of one inner split at given shapes. */
export type InnerInput = (split: Split, index: number, shapes: readonly LatentShape[]) => SweepInput;

/** Criterion for shapes other than the error rate: a measure, and the request that gives it. */
export interface ShapeCriterion {
  readonly measure: Measure;
  /** null: every cell has it. */
  readonly request: MeasureRequest | null;
}

/**
 * Evaluates a method on inner splits, by default by its errors. Inner training sets are smaller, so the largest shapes
 * may be missing.
 */
export function evaluateInside(
  method: Method,
  shapes: readonly LatentShape[],
  splits: readonly Split[],
  inputOf: InnerInput,
  recogniser: Recogniser = recogniserOf(),
  judgedBy?: ShapeCriterion,
): InnerEvaluation {
  const totals = new Map(shapes.map((shape) => [shapeKey(shape), { sum: 0, splits: 0 }]));
  let fits = 0;
  splits.forEach((split, index) => {
    const { images, labels, full } = inputOf(split, index, []);
    const subjects = new Set(Array.from(split.train, (image) => labels[image])).size;
    const size = recogniser.fitSize({ images: split.train.length, subjects });
    const largest = method.largestLatent(images.rows, images.cols, size.images, size.subjects);
    // With fewer images, "all axes" means fewer axes; these stand for the one shape.
    const wanted = full ? [largest].slice(0, shapes.length) : shapes;
    const possible = wanted.filter((shape) => shape.every((q, axis) => q > 0 && q <= largest[axis]));
    if (possible.length === 0) return;
    const input = inputOf(split, index, possible);
    const meter = judgedBy?.request ? cellMeter(method, input, [judgedBy.request]) : undefined;
    const evaluation = evaluateOrNothing(() => recogniser.evaluate(method, input, meter?.observe));
    if (!evaluation) return;
    fits += evaluation.fits;
    const measured = { ...evaluation, testCount: split.test.length, measures: meter?.measures(evaluation.shapes) };
    evaluation.shapes.forEach((shape, s) => {
      const total = totals.get(shapeKey(full ? shapes[0] : shape))!;
      const value = judgedBy ? measureAt(judgedBy.measure.id, measured, s) : evaluation.wrong[s];
      if (value === null) return;
      total.sum += judgedBy ? ((judgedBy.measure.better === 'higher' ? -1 : 1) * value) / splits.length : value;
      total.splits++;
    });
  });
  const complete = [...totals.values()].map((total) => splits.length > 0 && total.splits === splits.length);
  return { scores: [...totals.values()].map(({ sum }, s) => (complete[s] ? sum : null)), fits };
}

/**
 * The shape with the fewest errors over the inner splits, or the best of another measure, among those that all splits
 * have; the smallest among equals.
 */
export function selectByInnerSplits(
  method: Method,
  shapes: readonly LatentShape[],
  splits: readonly Split[],
  inputOf: InnerInput,
  recogniser: Recogniser = recogniserOf(),
  judgedBy?: ShapeCriterion,
): InnerSelection {
  const { scores, fits } = evaluateInside(method, shapes, splits, inputOf, recogniser, judgedBy);
  return { ...bestOf(shapes, scores), fits };
}

/** The shape with the lowest score, the smallest among equals; null if none has a score. */
export function bestOf(
  shapes: readonly LatentShape[],
  scores: readonly (number | null)[],
): Pick<InnerSelection, 'shape' | 'score'> {
  const [best = { shape: null, score: null }] = shapesByScore(shapes, scores);
  return best;
}

/** The shapes that have a score, lowest score first, the smallest first among equals. */
function shapesByScore(
  shapes: readonly LatentShape[],
  scores: readonly (number | null)[],
): { readonly shape: LatentShape; readonly score: number }[] {
  return shapes
    .flatMap((shape, s) => (scores[s] === null ? [] : [{ shape, score: scores[s] }]))
    .sort((a, b) => a.score - b.score || compareShapes(a.shape, b.shape));
}

/** Returns null if a fit fails on an inner split: its shapes are not validated, but the cell itself stands. */
function evaluateOrNothing(evaluate: () => ShapeEvaluation): ShapeEvaluation | null {
  try {
    return evaluate();
  } catch (error) {
    if (fitFailure(error) === null) throw error;
    return null;
  }
}

/** One cell of a study: fit on the training images, classify the test images or pairs, at every latent shape. */
import { recogniserOf, type Recogniser } from '../../classify/recogniser.ts';
import type { ShapeEvaluation } from '../../classify/shapeEvaluation.ts';
import { kernelName } from '../../linalg/index.ts';
import { cellMeter } from '../../measures/cellMeter.ts';
import { groupOf, measureOf } from '../../measures/measures.ts';
import { latentShapes, coarseShapes } from '../../methods/latent/latentGrid.ts';
import { shapeIndex, byAxes, compareShapes, shapeKey } from '../../methods/latent/latentShape.ts';
import type { LatentShape, Method } from '../../methods/method.ts';
import { type Random, stream } from '../../random/stream.ts';
import { searchesGrid } from '../study.ts';
import { cellInput, type CellInput } from './cellInput.ts';
import type { CellResult } from './cellResult.ts';
import { fitRandom, innerFitName, type CellData, type CellTask, methodOfTask } from './cellTask.ts';
import { observers, outcomeOf } from './splitOutcome.ts';
import {
  bestOf,
  innerSplits,
  selectByInnerSplits,
  type InnerSelection,
  type ShapeCriterion,
  evaluateInside,
} from './innerSelection.ts';
import { splitCache, type SplitCache } from './splitCache.ts';

// Adaptive grids: latent shapes around the best, coarse first, then finer; they use no test image.

/** Inner splits of the training images on which a search evaluates shapes. */
const INNER_SPLITS = 4;

/**
 * Latent shapes of an adaptive grid, found by the errors on inner splits of the cell's own training images.
 * Intermediate results of the search are not cached for other cells of the split.
 */
function adaptiveGrid(
  method: Method,
  task: CellTask,
  data: CellData,
  checkCancelled: () => void,
  recogniser: Recogniser,
): LatentShape[] {
  const { images, labels, split, size, inputOf } = cellInput(
    method,
    task,
    data,
    checkCancelled,
    splitCache(),
    recogniser,
  );
  const name = innerFitName(task);
  const place = [task.condition, task.repeat] as const;
  const inner = innerSplits(split.train, labels, INNER_SPLITS, stream(...name, 'grid split', ...place));
  let round = 0;
  return adaptiveShapes(method.largestLatent(images.rows, images.cols, size.images, size.subjects), (shapes) => {
    round++;
    const random = (index: number) => stream(...name, 'grid fit', ...place, task.methodKey, round, index + 1);
    return evaluateInside(
      method,
      shapes,
      inner,
      (part, index, candidates) => inputOf(`grid split ${index + 1}`, part, candidates, random(index)),
      recogniser,
    ).scores;
  });
}

/** Errors at shapes, in their order; null if a shape cannot be evaluated. */
export type ShapeErrors = (shapes: readonly LatentShape[]) => readonly (number | null)[];

/**
 * The coarse shapes and the shapes that a search from the best of them visits: neighbours along all axes at once, half
 * the coarse gap away at first; a neighbour with fewer errors becomes the centre, otherwise the gaps are halved, until
 * no direct neighbour has fewer. Of equally good shapes the smallest counts as the best. Distinct shapes, ascending.
 */
export function adaptiveShapes(largest: LatentShape, errorsAt: ShapeErrors): LatentShape[] {
  const visited = new Map<string, { readonly shape: LatentShape; readonly errors: number | null }>();
  const visit = (shapes: readonly LatentShape[]): void => {
    const fresh = shapes.filter((shape) => !visited.has(shapeKey(shape)));
    const errors = fresh.length > 0 ? errorsAt(fresh) : [];
    fresh.forEach((shape, i) => visited.set(shapeKey(shape), { shape, errors: errors[i] }));
  };
  const best = (): { readonly shape: LatentShape; readonly errors: number } | undefined =>
    [...visited.values()]
      .flatMap(({ shape, errors }) => (errors === null ? [] : [{ shape, errors }]))
      .sort((a, b) => a.errors - b.errors || compareShapes(a.shape, b.shape))[0];

  visit(coarseShapes(largest));
  let centre = best();
  let gaps = centre?.shape.map((value) => Math.max(1, Math.floor(value / 4)));
  while (centre && gaps) {
    visit(neighbours(centre.shape, gaps, largest));
    const candidate = best()!;
    if (candidate.errors < centre.errors) centre = candidate;
    else if (gaps.every((gap) => gap === 1)) break;
    else gaps = gaps.map((gap) => Math.max(1, Math.floor(gap / 2)));
  }
  return [...visited.values()].map(({ shape }) => shape).sort(byAxes);
}

/** Shapes one gap away along some axes, within 1 and the largest. */
function neighbours(centre: LatentShape, gaps: readonly number[], largest: LatentShape): LatentShape[] {
  return centre.reduce<number[][]>(
    (shapes, value, axis) => {
      const near = [value - gaps[axis], value, value + gaps[axis]].map((q) => Math.min(Math.max(q, 1), largest[axis]));
      return shapes.flatMap((shape) => [...new Set(near)].map((q) => [...shape, q]));
    },
    [[]],
  );
}

/**
 * Evaluates a cell. The result depends on the task and the data only, never on the order of cells: the random stream of
 * a fit is named by seed, dataset, condition, repeat and method. `work`: cache of the cell's split (condition and
 * repeat); its time counts in the seconds of every cell that uses it.
 * Throws FitError if the one fit of a nested method fails, CancelledError if `checkCancelled` throws it.
 */
export function evaluateCell(
  task: CellTask,
  data: CellData,
  checkCancelled: () => void,
  work: SplitCache = splitCache(),
): CellResult {
  const started = work.clock();
  const method = methodOfTask(task);
  const recogniser = recogniserOf(task.classifier);
  const cell = cellInput(method, task, data, checkCancelled, work, recogniser);
  const { images, labels, split, size, inputOf } = cell;
  const shapes = searchesGrid(task)
    ? adaptiveGrid(method, task, data, checkCancelled, recogniser)
    : latentShapes(method, task.latent, images.rows, images.cols, size.images, size.subjects);
  const full = task.latent === 'full' && { full: true as const };
  const judge = task.selection?.on === 'development' ? (task.selection.by ?? 'error-rate') : null;
  const outcome = outcomeOf(split, labels, judge);
  const input = { ...inputOf('split', split, shapes, fitRandom(task)), ...full, ...outcome.input };
  const meter = task.measures && cellMeter(method, input, task.measures, outcome.pairs);
  const evaluation = recogniser.evaluate(method, input, observers(outcome.observe, meter?.observe));
  const selection =
    judge && outcome.pairs
      ? { ...bestOf(evaluation.shapes, outcome.pairs.judged(evaluation.shapes)), fits: 0 }
      : task.selection && insideSelection(task, cell, evaluation.shapes, method, recogniser);
  const runsOn = method.outside?.runsOn?.();
  return {
    ...evaluation,
    ...(selection && validated(task, evaluation, selection)),
    ...(meter && { measures: meter.measures(evaluation.shapes) }),
    ...outcome.part(evaluation),
    kernel: kernelName(),
    ...(runsOn && { runsOn }),
    seconds: work.clock() - started,
  };
}

/** The shape chosen on inner splits of the training images. */
function insideSelection(
  task: CellTask,
  { labels, split, inputOf }: CellInput,
  shapes: readonly LatentShape[],
  method: Method,
  recogniser: Recogniser,
): InnerSelection {
  const full = task.latent === 'full' && { full: true as const };
  const [name, place] = [innerFitName(task), [task.condition, task.repeat] as const];
  const draw = stream(...name, 'inner split', ...place);
  const inner = innerSplits(split.train, labels, task.selection!.innerSplits, draw);
  const named = (index: number): Random => stream(...name, 'inner fit', ...place, task.methodKey, index + 1);
  return selectByInnerSplits(
    method,
    shapes,
    inner,
    (part, index, candidates) => ({ ...inputOf(`inner split ${index + 1}`, part, candidates, named(index)), ...full }),
    recogniser,
    judgedBy(task),
  );
}

function validated(
  { tuned }: CellTask,
  { shapes, fits }: ShapeEvaluation,
  { shape, score, fits: further }: InnerSelection,
): Pick<CellResult, 'selected' | 'inner' | 'fits'> {
  return { selected: shape && shapeIndex(shapes, shape), ...(tuned && { inner: score }), fits: fits + further };
}

/**
 * The measure that a study chooses by; undefined: the error rate. Throws RangeError if the study does not measure it.
 */
function judgedBy({ selection, measures = [] }: CellTask): ShapeCriterion | undefined {
  if (selection?.by === undefined || selection.by === 'error-rate') return undefined;
  const measure = measureOf(selection.by);
  if (measure.given === null) return { measure, request: null };
  const request = measures.find((candidate) => groupOf(candidate).kind === measure.given);
  if (!request) throw new RangeError(`The study chooses by "${measure.id}" and does not measure it`);
  return { measure, request };
}

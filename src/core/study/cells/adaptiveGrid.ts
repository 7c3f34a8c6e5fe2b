/** Latent shapes around the best, found without a look at any test image: coarse first, then finer. */
import type { Recogniser } from '../../classify/recogniser.ts';
import { coarseShapes } from '../../methods/latent/latentGrid.ts';
import type { LatentShape, Method } from '../../methods/method.ts';
import { stream } from '../../random/stream.ts';
import { cellInput } from './cellInput.ts';
import { innerFitName, type CellData, type CellTask } from './cellTask.ts';
import { evaluateInside, innerSplits } from './select.ts';
import { byAxes, compareShapes, shapeKey } from '../../methods/latent/latentShape.ts';
import { splitCache } from './splitWork.ts';

/** Inner splits of the training images that a search judges shapes by. */
const INNER_SPLITS = 4;

/**
 * The latent shapes of an adaptive grid: found by the errors on inner splits of the cell's own training images. What
 * the search computes on the way is not kept for other cells of the split.
 */
export function adaptiveGrid(
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

/** Errors at shapes, in their order; null where a shape cannot be judged. */
export type ShapeErrors = (shapes: readonly LatentShape[]) => readonly (number | null)[];

/**
 * The coarse shapes and those that a search from the best of them looks at: neighbours along all axes at once, half the
 * coarse gap away at first; a neighbour with fewer errors becomes the centre, and where there is none the gaps are
 * halved, until no direct neighbour has fewer. Of equally good shapes the smallest counts as the best. Ascending,
 * without repetition.
 */
export function adaptiveShapes(largest: LatentShape, errorsAt: ShapeErrors): LatentShape[] {
  const seen = new Map<string, { readonly shape: LatentShape; readonly errors: number | null }>();
  const look = (shapes: readonly LatentShape[]): void => {
    const fresh = shapes.filter((shape) => !seen.has(shapeKey(shape)));
    const errors = fresh.length > 0 ? errorsAt(fresh) : [];
    fresh.forEach((shape, i) => seen.set(shapeKey(shape), { shape, errors: errors[i] }));
  };
  const best = (): { readonly shape: LatentShape; readonly errors: number } | undefined =>
    [...seen.values()]
      .flatMap(({ shape, errors }) => (errors === null ? [] : [{ shape, errors }]))
      .sort((a, b) => a.errors - b.errors || compareShapes(a.shape, b.shape))[0];

  look(coarseShapes(largest));
  let centre = best();
  let gaps = centre?.shape.map((value) => Math.max(1, Math.floor(value / 4)));
  while (centre && gaps) {
    look(neighbours(centre.shape, gaps, largest));
    const found = best()!;
    if (found.errors < centre.errors) centre = found;
    else if (gaps.every((gap) => gap === 1)) break;
    else gaps = gaps.map((gap) => Math.max(1, Math.floor(gap / 2)));
  }
  return [...seen.values()].map(({ shape }) => shape).sort(byAxes);
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

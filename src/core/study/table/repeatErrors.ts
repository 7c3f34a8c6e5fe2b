/** Error rates of the repeats of one method and condition, by latent shape. */
import { UNDECIDED } from '../../measures/threshold.ts';
import { meanRate } from '../../stats/rates.ts';
import type { LatentShape } from '../../methods/method.ts';
import type { CellResult } from '../cells/cellResult.ts';
import { compareShapes, shapeKey } from '../../methods/latent/latentShape.ts';

/** The part of a cell's result for choosing shapes and for tables of error rates. */
export type CellErrors = Pick<CellResult, 'shapes' | 'testCount' | 'selected' | 'inner'> & {
  readonly wrong: ArrayLike<number>;
};

/** The errors of all repeats at one shape. */
export interface ShapeErrors {
  readonly shape: LatentShape;
  /** Error rate of each repeat in per cent. */
  readonly errors: Float64Array;
  readonly mean: number;
}

/**
 * Errors by shape, smallest shape first, from the finished repeats of one method and condition. A shape has fewer
 * errors than there are cells if some repeats lack it, or count no errors there; a shape without any is omitted.
 */
export function errorsByShape(cells: readonly CellErrors[]): ShapeErrors[] {
  const { shapes, positions } = collectShapes(cells);
  const sizes = new Uint32Array(shapes.length);
  positions.forEach((position, c) => {
    for (let id = 0; id < position.length; id++) {
      const index = position[id];
      if (index !== undefined && cells[c].wrong[index] !== UNDECIDED) sizes[id]++;
    }
  });
  const errors = Array.from(sizes, (size) => new Float64Array(size));
  const [filled, wrongs] = [new Uint32Array(shapes.length), new Float64Array(shapes.length)];
  // Number of test images if all repeats with the shape have the same, else NaN.
  const tests = new Float64Array(shapes.length);
  // Cell by cell, as the counts lie in memory: 10⁵ cells of 60 shapes take 0.1 s.
  cells.forEach(({ wrong, testCount }, c) => {
    const position = positions[c];
    for (let id = 0; id < position.length; id++) {
      const index = position[id];
      if (index === undefined || wrong[index] === UNDECIDED) continue;
      const count = filled[id]++;
      if (count === 0) tests[id] = testCount;
      else if (tests[id] !== testCount) tests[id] = NaN;
      errors[id][count] = (100 * wrong[index]) / testCount;
      wrongs[id] += wrong[index];
    }
  });
  return shapes
    .map((shape, id) => ({
      shape,
      errors: errors[id],
      mean: Number.isNaN(tests[id]) ? unevenMean(cells, positions, id) : (100 * wrongs[id]) / (tests[id] * filled[id]),
    }))
    .filter((_, id) => sizes[id] > 0)
    .sort((a, b) => compareShapes(a.shape, b.shape));
}

/** The mean error rate at a shape whose repeats have different numbers of test images. */
function unevenMean(cells: readonly CellErrors[], positions: readonly (number | undefined)[][], id: number): number {
  const there = cells.flatMap(({ wrong, testCount }, c) => {
    const index = positions[c][id];
    return index === undefined || wrong[index] === UNDECIDED ? [] : [{ wrong: wrong[index], testCount }];
  });
  return meanRate({ counts: there.map(({ wrong }) => wrong), of: there.map(({ testCount }) => testCount) })!;
}

/**
 * The distinct shapes of all cells, and for every cell the index of each of them in its list. Cells mostly share one
 * list, so whole lists are compared: looking up every shape of 10⁵ cells by its key took 2 s more.
 */
export function collectShapes(cells: readonly CellErrors[]): {
  shapes: LatentShape[];
  positions: (number | undefined)[][];
} {
  const ids = new Map<string, number>();
  const shapes: LatentShape[] = [];
  const layouts: { list: readonly LatentShape[]; position: (number | undefined)[] }[] = [];
  const positions = cells.map((cell) => {
    const match = layouts.find((layout) => sameShapes(layout.list, cell.shapes));
    if (match) return match.position;
    const position: (number | undefined)[] = [];
    cell.shapes.forEach((shape, index) => {
      const key = shapeKey(shape);
      let id = ids.get(key);
      if (id === undefined) {
        id = shapes.push(shape) - 1;
        ids.set(key, id);
      }
      position[id] = index;
    });
    layouts.push({ list: cell.shapes, position });
    return position;
  });
  return { shapes, positions };
}

function sameShapes(a: readonly LatentShape[], b: readonly LatentShape[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((shape, i) => compareShapes(shape, b[i]) === 0);
}

/** The shape that occurs most often, the smallest among equals; null for an empty list. */
export function mostFrequent(shapes: readonly LatentShape[]): LatentShape | null {
  const counts = new Map<string, number>();
  for (const shape of shapes) counts.set(shapeKey(shape), (counts.get(shapeKey(shape)) ?? 0) + 1);
  const often = (shape: LatentShape): number => counts.get(shapeKey(shape))!;
  return [...shapes].sort((a, b) => often(b) - often(a) || compareShapes(a, b))[0] ?? null;
}

/** Error rates of the repeats of one method and condition, by latent shape. */
import { mean, sampleStd } from '../stats/describe.ts';
import type { LatentShape } from '../methods/method.ts';
import type { CellResult } from './result.ts';
import { compareShapes, shapeKey } from './shapes.ts';

/** The part of a cell's result that tables and curves are made of. */
export type CellErrors = Pick<CellResult, 'shapes' | 'wrong' | 'testCount'>;

/** The errors of all repeats at one shape. */
export interface ShapeErrors {
  readonly shape: LatentShape;
  /** Error rate of each repeat in per cent. */
  readonly errors: readonly number[];
  readonly mean: number;
  /** Sample standard deviation (divisor n − 1); null below two repeats. */
  readonly std: number | null;
}

/**
 * Errors by shape, smallest shape first, from the finished repeats of one method and condition.
 * Shapes that some of these repeats lack stay out when `everywhere` is set.
 */
export function errorsByShape(cells: readonly CellErrors[], everywhere: boolean): ShapeErrors[] {
  const found = new Map<string, { shape: LatentShape; wrong: number[]; tests: number[] }>();
  for (const cell of cells) {
    cell.shapes.forEach((shape, index) => {
      const key = shapeKey(shape);
      const entry = found.get(key) ?? { shape, wrong: [], tests: [] };
      entry.wrong.push(cell.wrong[index]);
      entry.tests.push(cell.testCount);
      found.set(key, entry);
    });
  }
  return [...found.values()]
    .filter((entry) => !everywhere || entry.wrong.length === cells.length)
    .map(({ shape, wrong, tests }) => {
      const errors = wrong.map((count, i) => (100 * count) / tests[i]);
      return { shape, errors, mean: meanRate(wrong, tests), std: errors.length < 2 ? null : sampleStd(errors) };
    })
    .sort((a, b) => compareShapes(a.shape, b.shape));
}

/** The shape with the least mean error, the smallest among equals; null without shapes. `candidates` smallest first. */
export function bestShape(candidates: readonly ShapeErrors[]): ShapeErrors | null {
  return candidates.reduce<ShapeErrors | null>(
    (best, candidate) => (best === null || candidate.mean < best.mean ? candidate : best),
    null,
  );
}

/**
 * Mean error rate in per cent. Test sets of one size are summed as counts, so that equal numbers of errors give equal
 * means to the last bit, whichever repeats they fell in.
 */
function meanRate(wrong: readonly number[], tests: readonly number[]): number {
  if (tests.every((count) => count === tests[0])) {
    return (100 * wrong.reduce((sum, count) => sum + count, 0)) / (tests[0] * wrong.length);
  }
  return mean(wrong.map((count, i) => (100 * count) / tests[i]));
}

/** Coordinate descent on non-negative factors in the kernels. */
import { kernels, read, withScratch } from './kernels/kernels.ts';
import { load } from './loadedFactor.ts';
import { matrix, type Matrix } from './matrix.ts';
import { shapeOf } from './products.ts';

/** Columns that the kernel has memory for. */
export const MOST_DESCENDED = 4000;

/**
 * `rounds` of coordinate descent on ‖X − H Bᵀ‖² over H ≥ 0, every entry at its optimum in turn, from H (T × q), X B and
 * BᵀB; entries of zero parts stay. Throws RangeError if the shapes do not fit, or for more than MOST_DESCENDED columns.
 */
export function descendedRows(h: Matrix, crossed: Matrix, gram: Matrix, rounds: number): Matrix {
  const { rows, cols } = h;
  const fits = crossed.rows === rows && crossed.cols === cols && gram.rows === cols && gram.cols === cols;
  if (!fits || cols > MOST_DESCENDED) {
    throw new RangeError(`descendedRows: ${shapeOf(h)}, ${shapeOf(crossed)} and ${shapeOf(gram)} matrices`);
  }
  const engine = kernels();
  return withScratch(engine.arena, (take) => {
    const [rowsAt, c, g] = [h, crossed, gram].map((factor) => load(engine, take, factor));
    engine.run.descend(rows, cols, rowsAt, c, g, rounds);
    return matrix(rows, cols, read(engine.arena, rowsAt, rows * cols));
  });
}

/** Small matrices by hand, and how far one is from nothing. */
import { matrix, type Matrix } from '../../src/core/linalg/index.ts';

/** One inner array is a row. */
export function fromRows(rows: readonly (readonly number[])[]): Matrix {
  return matrix(rows.length, rows[0].length, Float64Array.from(rows.flat()));
}

/** √Σ a_ij², without overflow or underflow on the way. */
export function frobeniusNorm({ data }: Matrix): number {
  return data.reduce((norm, value) => Math.hypot(norm, value), 0);
}

/** Shared by the tests of linalg: reproducible matrices, plain reference products, distances between matrices. */
import { matrix, type Matrix } from '../../../src/core/linalg/index.ts';

/** A small generator (mulberry32): the tests need spread, not quality. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Entries uniform on [−1, 1). */
export function randomMatrix(rows: number, cols: number, seed: number): Matrix {
  const next = generator(seed);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => 2 * next() - 1),
  );
}

/** A B by the definition. */
export function plainProduct(a: Matrix, b: Matrix): Matrix {
  const c = matrix(a.rows, b.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.cols; j++) {
      let sum = 0;
      for (let k = 0; k < a.cols; k++) sum += a.data[i * a.cols + k] * b.data[k * b.cols + j];
      c.data[i * b.cols + j] = sum;
    }
  }
  return c;
}

/** max |a_ij − b_ij|; throws for different shapes. */
export function gap(a: Matrix, b: Matrix): number {
  if (a.rows !== b.rows || a.cols !== b.cols) throw new Error(`shapes ${a.rows} × ${a.cols} and ${b.rows} × ${b.cols}`);
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) {
    const difference = Math.abs(a.data[i] - b.data[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

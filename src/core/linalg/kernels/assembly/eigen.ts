/** All, or the leading, eigenpairs of a symmetric matrix. */
import { divideAndConquer, divideScratch, sortAscending } from './divide';
import { leadingOfTridiagonal } from './leading';
import { transpose } from './move';
import { backTransform, BACK, tridiagonalise } from './tridiagonal';

/** Order from which a few leading pairs are sought on their own: below it divide and conquer is as quick. */
const LEAST_ORDER: i32 = 16;

/** Entries of scratch that `symmetricEigen` needs. */
export function eigenScratch(n: i32): i32 {
  // Three squares, diagonal, couplings and factors, the index lists, the lists of divide and the blocks of the way back.
  return 3 * n * n + 4 * n + divideScratch(n) + BACK * (3 * n + 2 * BACK);
}

/**
 * A (n × n, largest entry about 1, lower triangle read, destroyed): `count` leading eigenvalues in descending order to
 * `values`, their vectors as columns to `vectors` (n × count), the entry of largest magnitude of each (the first among
 * equals) positive. Returns 0, or 1 when QL did not converge.
 */
export function symmetricEigen(n: i32, a: usize, count: i32, values: usize, vectors: usize, scratch: usize): i32 {
  return solve(n, a, count, values, vectors, scratch, false);
}

/**
 * The same, equal up to rounding: few pairs of many are found without the others where that gives them to working
 * precision.
 */
export function leadingEigen(n: i32, a: usize, count: i32, values: usize, vectors: usize, scratch: usize): i32 {
  return solve(n, a, count, values, vectors, scratch, n >= LEAST_ORDER && 2 * count <= n);
}

function solve(n: i32, a: usize, count: i32, values: usize, vectors: usize, scratch: usize, few: bool): i32 {
  const line = (<usize>n) << 3;
  const square = <usize>n * line;
  const rows = scratch;
  const square1 = rows + square;
  const square2 = square1 + square;
  const d = square2 + square;
  const e = d + line;
  const tau = e + line;
  const order = tau + line;
  const lists = order + line;
  const blocks = lists + ((<usize>divideScratch(n)) << 3);
  tridiagonalise(n, a, d, e, tau, square1);
  if (!few || leadingOfTridiagonal(n, d, e, count, values, square1, square2)) {
    if (divideAndConquer(n, d, e, rows, square1, square2, lists, count)) return 1;
    sortAscending(d, n, order, order + (line >> 1));
    for (let i = 0; i < count; i++) {
      const from = load<i32>(order + ((<usize>(n - 1 - i)) << 2));
      store<f64>(values + ((<usize>i) << 3), load<f64>(d + ((<usize>from) << 3)));
      memory.copy(square1 + <usize>i * line, rows + <usize>from * line, line);
    }
  }
  backTransform(n, a, tau, count, square1, blocks);
  for (let i = 0; i < count; i++) fixSign(n, square1 + <usize>i * line);
  transpose(count, n, square1, vectors);
  return 0;
}

function fixSign(n: i32, row: usize): void {
  let best: f64 = 0;
  for (let i = 0; i < n; i++) {
    const value = load<f64>(row + ((<usize>i) << 3));
    if (Math.abs(value) > Math.abs(best)) best = value;
  }
  if (best >= 0) return;
  for (let i = 0; i < n; i++) store<f64>(row + ((<usize>i) << 3), -load<f64>(row + ((<usize>i) << 3)));
}

/** The tasks of the numerical engine, here. */
import {
  add,
  gramOfRows,
  matrix,
  multiply,
  svd,
  symmetricEigen,
  transpose,
  type Matrix,
} from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';
import type { EngineTask } from './engine.bench.ts';

export function prepare({ kind, n, pixels }: EngineTask): () => void {
  const a = random(n, pixels ?? n);
  if (kind === 'gemm') return () => void multiply(a, a);
  if (kind === 'svd') return () => void svd(a);
  if (kind === 'gram') return () => void gramOfRows(a);
  const symmetric = add(a, transpose(a));
  return () => void symmetricEigen(symmetric);
}

function random(rows: number, cols: number): Matrix {
  const numbers = stream('bench', rows, cols);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => numbers.uniform()),
  );
}

import { describe, expect, it } from 'vitest';
import {
  descendedRows,
  gramOfColumns,
  matrix,
  multiply,
  selectKernels,
  type Matrix,
} from '../../../src/core/linalg/index.ts';
import { randomMatrix } from './support.ts';

/** By the definition, entry after entry. */
function plainly(h: Matrix, crossed: Matrix, gram: Matrix, rounds: number): Matrix {
  const { rows, cols } = h;
  const result = matrix(rows, cols, h.data.slice());
  for (let i = 0; i < rows; i++) {
    for (let step = 0; step < rounds * cols; step++) {
      const j = step % cols;
      if (gram.data[j * (cols + 1)] === 0) continue;
      let slope = crossed.data[i * cols + j];
      for (let k = 0; k < cols; k++) slope -= result.data[i * cols + k] * gram.data[j * cols + k];
      result.data[i * cols + j] = Math.max(0, result.data[i * cols + j] + slope / gram.data[j * (cols + 1)]);
    }
  }
  return result;
}

describe('coordinate descent', () => {
  it.each([
    [1, 1, 1],
    [7, 3, 2],
    [8, 5, 3],
    [30, 31, 3],
    [3, 300, 1],
  ])('has the bits of the definition in both builds: %i rows of %i entries, %i rounds', (rows, cols, rounds) => {
    const parts = randomMatrix(2 * cols, cols, 1);
    parts.data.forEach((value, at) => (parts.data[at] = at % cols === 2 ? 0 : Math.abs(value)));
    const gram = gramOfColumns(parts);
    const crossed = multiply(randomMatrix(rows, 2 * cols, 2), parts);
    const h = randomMatrix(rows, cols, 3);
    h.data.forEach((value, at) => (h.data[at] = Math.max(0, value)));
    const expected = plainly(h, crossed, gram, rounds);
    for (const build of ['wasm-simd', 'wasm-relaxed-simd'] as const) {
      selectKernels(build);
      expect(descendedRows(h, crossed, gram, rounds)).toEqual(expected);
    }
  });

  it('refuses shapes that do not fit', () => {
    const square = matrix(3, 3);
    expect(() => descendedRows(matrix(2, 3), matrix(3, 3), square, 1)).toThrow('descendedRows: 2 × 3, 3 × 3 and 3 × 3');
  });
});

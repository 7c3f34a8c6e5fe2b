import { describe, expect, it } from 'vitest';
import {
  add,
  gramOfColumns,
  gramOfRows,
  innerProduct,
  matrix,
  multiply,
  scale,
  scaleColumns,
  scaleRows,
  selectKernels,
  squaredDistances,
  trace,
  transpose,
} from '../../../src/core/linalg/index.ts';
import { gap, plainProduct, randomMatrix } from './support.ts';
import { fromRows } from '../../support/matrices.ts';

// Every remainder of the 6 × 4 tile, both sides of the panels (256 inner, 96 rows, 512 columns), single rows and
// columns.
const shapes: [number, number, number][] = [
  [1, 1, 1],
  [2, 3, 4],
  [5, 1, 7],
  [1, 300, 1],
  [7, 6, 5],
  [12, 8, 16],
  [13, 257, 9],
  [95, 2, 511],
  [97, 255, 513],
  [200, 513, 3],
  [3, 20, 1030],
];

/** n ε Σ|a||b| for two differently ordered sums of n products of entries below 1. */
function roundingBound(n: number): number {
  return n * n * Number.EPSILON;
}

describe.each(['wasm-relaxed-simd', 'wasm-simd'] as const)('products with the %s build', (build) => {
  it.each(shapes)('multiplies %i × %i by %i columns, with every transpose', (m, inner, n) => {
    selectKernels(build);
    const a = randomMatrix(m, inner, 1);
    const b = randomMatrix(inner, n, 2);
    const want = plainProduct(a, b);
    const tolerance = roundingBound(inner);
    expect(gap(multiply(a, b), want)).toBeLessThanOrEqual(tolerance);
    expect(gap(multiply(transpose(a), b, { transposeA: true }), want)).toBeLessThanOrEqual(tolerance);
    expect(gap(multiply(a, transpose(b), { transposeB: true }), want)).toBeLessThanOrEqual(tolerance);
    expect(gap(multiply(transpose(a), transpose(b), { transposeA: true, transposeB: true }), want)).toBeLessThan(
      tolerance,
    );
  });

  it.each(shapes)('has exactly symmetric Gram matrices (%i × %i)', (m, inner) => {
    selectKernels(build);
    const a = randomMatrix(m, inner, 3);
    const rows = gramOfRows(a);
    const cols = gramOfColumns(a);
    expect(gap(rows, transpose(rows))).toBe(0);
    expect(gap(cols, transpose(cols))).toBe(0);
    expect(gap(rows, plainProduct(a, transpose(a)))).toBeLessThanOrEqual(roundingBound(inner));
    expect(gap(cols, plainProduct(transpose(a), a))).toBeLessThanOrEqual(roundingBound(m));
  });

  it.each(shapes)('measures squared distances of rows (%i × %i against %i)', (m, k, n) => {
    selectKernels(build);
    const a = randomMatrix(m, k, 4);
    const b = randomMatrix(n, k, 5);
    const found = squaredDistances(a, b);
    for (const [i, j] of [
      [0, 0],
      [m - 1, n - 1],
      [m >> 1, n >> 1],
      [0, n - 1],
    ]) {
      let want = 0;
      for (let c = 0; c < k; c++) want += (a.data[i * k + c] - b.data[j * k + c]) ** 2;
      expect(Math.abs(found.data[i * n + j] - want)).toBeLessThanOrEqual(4e-16 * k * want);
    }
  });
});

describe('products', () => {
  it('has a zero product for an empty inner dimension and an empty one for empty factors', () => {
    expect(multiply(matrix(3, 0), matrix(0, 2))).toEqual(matrix(3, 2));
    expect(multiply(matrix(0, 4), matrix(4, 2))).toEqual(matrix(0, 2));
    expect(gramOfRows(matrix(0, 5))).toEqual(matrix(0, 0));
    expect(gramOfColumns(matrix(0, 2))).toEqual(matrix(2, 2));
    expect(squaredDistances(matrix(2, 0), matrix(3, 0))).toEqual(matrix(2, 3));
  });

  it('does not depend on what lies beside an entry: columns computed alone have the same bits', () => {
    const a = randomMatrix(41, 300, 6);
    const b = randomMatrix(300, 37, 7);
    const whole = multiply(a, b);
    const column = matrix(
      300,
      1,
      Float64Array.from({ length: 300 }, (_, i) => b.data[i * 37 + 36]),
    );
    const alone = multiply(a, column);
    expect(Array.from(alone.data)).toEqual(Array.from({ length: 41 }, (_, i) => whole.data[i * 37 + 36]));
  });

  it('is zero between equal rows, however large they are', () => {
    const a = scale(randomMatrix(3, 9, 8), 1e9);
    expect(squaredDistances(a, a).data[4]).toBe(0);
  });

  it('carries NaN and infinity through', () => {
    expect(multiply(fromRows([[1, NaN]]), fromRows([[0], [0]])).data[0]).toBeNaN();
    expect(multiply(fromRows([[Infinity, 1]]), fromRows([[2], [3]])).data[0]).toBe(Infinity);
  });

  it('adds, scales, weighs and sums', () => {
    const a = fromRows([
      [1, 2],
      [3, 4],
    ]);
    expect(add(a, a, -2)).toEqual(
      fromRows([
        [-1, -2],
        [-3, -4],
      ]),
    );
    expect(scaleColumns(a, [2, 3])).toEqual(
      fromRows([
        [2, 6],
        [6, 12],
      ]),
    );
    expect(scaleRows(a, [2, 3])).toEqual(
      fromRows([
        [2, 4],
        [9, 12],
      ]),
    );
    expect(trace(a)).toBe(5);
    expect(innerProduct(a, a)).toBe(30);
  });

  it('names both shapes of a mismatch', () => {
    expect(() => multiply(matrix(2, 3), matrix(2, 3))).toThrow('multiply: inner dimensions differ, 2 × 3 times 2 × 3');
    expect(() => multiply(matrix(2, 3), matrix(2, 4), { transposeB: true })).toThrow('2 × 3 times 2 × 4 transposed');
    expect(() => add(matrix(2, 3), matrix(3, 2))).toThrow('add: shapes differ, 2 × 3 and 3 × 2');
    expect(() => squaredDistances(matrix(2, 3), matrix(2, 4))).toThrow('row lengths differ, 2 × 3 and 2 × 4');
    expect(() => trace(matrix(2, 3))).toThrow('expected a square matrix, found 2 × 3');
    expect(() => scaleRows(matrix(2, 3), [1])).toThrow('scaleRows: 1 weights for a 2 × 3 matrix');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  gramOfColumns,
  gramOfRows,
  loadBatch,
  matrix,
  matrixStack,
  releaseBatches,
  scatterOf,
  selectKernels,
  streamedStack,
  transpose,
  type Matrix,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { meanImage } from '../../../src/core/images/imageSet.ts';
import { gap, plainProduct, randomMatrix } from './support.ts';

/** Grey values 0 … 255 that depend on image and pixel. */
function greyImages(count: number, rows: number, cols: number): MatrixStack {
  const noise = randomMatrix(count, rows * cols, 41).data;
  return matrixStack(
    count,
    rows,
    cols,
    noise.map((value, i) => Math.max(0, Math.min(255, Math.round(120 + 40 * value + (i % 7))))),
  );
}

/** N Σ (x − μ)(x − μ)ᵀ = N Σ x xᵀ − (Σ x)(Σ x)ᵀ in integers of any size. */
function exactScatter({ count, rows, cols, data }: MatrixStack): Matrix {
  const size = rows * cols;
  const result = matrix(size, size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let [both, left, right] = [0n, 0n, 0n];
      for (let n = 0; n < count; n++) {
        const [x, y] = [BigInt(data[n * size + i]), BigInt(data[n * size + j])];
        both += x * y;
        left += x;
        right += y;
      }
      result.data[i * size + j] = Number(BigInt(count) * both - left * right) / count;
    }
  }
  return result;
}

/** Sums of integers below 2⁵³, which are exact in any order. */
function exactGram(a: Matrix): Matrix {
  return plainProduct(a, transpose(a));
}

afterEach(() => {
  releaseBatches();
  selectKernels('wasm-relaxed-simd');
});

const shapes: readonly (readonly [number, number, number])[] = [
  [1, 3, 4],
  [7, 4, 5],
  [70, 3, 3],
  [513, 2, 5],
  [1030, 3, 3],
];

describe('the scatter of integer images', () => {
  it.each(shapes)('is rounded once, by the division, in both builds (%i of %i × %i)', (count, rows, cols) => {
    const stack = greyImages(count, rows, cols);
    const exact = exactScatter(stack);
    for (const build of ['wasm-relaxed-simd', 'wasm-simd'] as const) {
      selectKernels(build);
      expect(scatterOf(stack, meanImage(stack))).toEqual(exact);
    }
  });

  it('does not depend on the order of the images, and has negative values as well', () => {
    const stack = greyImages(600, 3, 5);
    const centred = { ...stack, data: stack.data.map((value) => value - 400) };
    const backwards = streamedStack(600, 3, 5, (from, to, target, at) => {
      for (let n = from; n < to; n++)
        target.set(centred.data.subarray((599 - n) * 15, (600 - n) * 15), at + (n - from) * 15);
    });
    const scatter = scatterOf(centred, meanImage(centred));
    expect(scatter).toEqual(exactScatter(stack));
    expect(scatterOf(backwards, meanImage(centred))).toEqual(scatter);
  });

  it.each([
    ['a fraction in the last image', (value: number, i: number, last: number) => (i === last ? value + 0.25 : value)],
    ['a missing value', (value: number, i: number) => (i === 0 ? Number.NaN : value)],
    ['a value beyond twelve bits', (value: number, i: number, last: number) => (i === last ? 9000 : value)],
  ])('is computed in float64 with %s', (_, change) => {
    const grey = greyImages(520, 2, 5);
    const stack = { ...grey, data: grey.data.map((value, i) => change(value, i, grey.data.length - 1)) };
    const mean = meanImage(stack);
    const x = matrix(
      520,
      10,
      stack.data.map((value, i) => value - mean.data[i % 10]),
    );
    if (Number.isNaN(stack.data[0])) expect(scatterOf(stack, mean).data[0]).toBeNaN();
    else expect(gap(scatterOf(stack, mean), gramOfColumns(x))).toBeLessThan(1e-6);
  });
});

describe('inner products of integers', () => {
  it.each([
    [9, 1100],
    [130, 97],
    [64, 512],
  ])('are those of the definition, whole or in chunks (%i of %i entries)', (count, size) => {
    const stack = greyImages(count, 1, size);
    const rows = matrix(count, size, stack.data);
    const exact = exactGram(rows);
    expect(loadBatch(stack).gram()).toEqual(exact);
    expect(loadBatch(stack, undefined, 0).gram()).toEqual(exact);
    const many = matrix(
      count,
      2048,
      Float64Array.from({ length: count * 2048 }, (_, i) => (i * 7919) % 2047),
    );
    expect(gramOfRows(many)).toEqual(exactGram(many));
    expect(gramOfColumns(transpose(many))).toEqual(exactGram(many));
  });

  it('leave what is no integer to float64', () => {
    const a = randomMatrix(64, 1024, 43);
    const halves = { ...a, data: a.data.map((value) => Math.round(value * 50) / 2) };
    const doubled = gramOfRows({ ...a, data: halves.data.map((value) => 2 * value) });
    expect(gramOfRows(halves)).toEqual({ ...doubled, data: doubled.data.map((value) => value / 4) });
  });
});

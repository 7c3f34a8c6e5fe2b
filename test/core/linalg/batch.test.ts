import { afterEach, describe, expect, it } from 'vitest';
import {
  add,
  expand,
  kernelMemory,
  loadBatch,
  matrix,
  matrixStack,
  multiply,
  releaseBatches,
  scale,
  stackItem,
  scatterOf,
  transpose,
  type Matrix,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { gap, plainProduct, randomMatrix } from './support.ts';

function stackOf(count: number, rows: number, cols: number, seed: number): MatrixStack {
  return matrixStack(count, rows, cols, randomMatrix(count, rows * cols, seed).data);
}

function sumOver(stack: MatrixStack, term: (x: Matrix, n: number) => Matrix): Matrix {
  let total: Matrix | null = null;
  for (let n = 0; n < stack.count; n++) {
    const value = term(stackItem(stack, n), n);
    total = total ? add(total, value) : value;
  }
  return total ?? matrix(0, 0);
}

const shapes = [
  [1, 1, 1],
  [3, 4, 7],
  [5, 7, 3],
  [30, 13, 9],
  [9, 1, 20],
  [9, 20, 1],
  [40, 56, 46],
  [3, 190, 170],
];

describe('a batch of images', () => {
  afterEach(releaseBatches);

  it.each(shapes)(
    'multiplies sums of %i images of %i × %i to the bits of a product with their copy',
    (n, rows, cols) => {
      const batch = loadBatch(stackOf(n, rows, cols, 5));
      const [f, l] = [randomMatrix(cols, 3, 6), randomMatrix(rows, 2, 7)];
      expect(batch.sumRightFactor(f, l)).toEqual(multiply(batch.sumRightFactor(f), l));
      expect(batch.sumLeftFactor(l, f)).toEqual(multiply(batch.sumLeftFactor(l), f));
      expect(() => batch.sumLeftFactor(l, randomMatrix(cols + 1, 3, 8))).toThrow(`expected a ${cols} × 3 matrix`);
    },
  );

  it.each(shapes)('treats images as vectors, and sums both ways in one pass (%i of %i × %i)', (count, rows, cols) => {
    const stack = stackOf(count, rows, cols, 7);
    const batch = loadBatch(stack);
    const x = matrix(count, rows * cols, stack.data);
    const tolerance = 1e-14 * count * rows * cols;
    if (rows * cols < 500) {
      expect(gap(scatterOf(stack, matrix(rows, cols)), plainProduct(transpose(x), x))).toBeLessThan(tolerance);
    }
    const weights = randomMatrix(count, 2, 8);
    expect(gap(batch.combine(weights), plainProduct(transpose(x), weights))).toBeLessThan(tolerance);
    expect(Math.abs(batch.energy() - x.data.reduce((sum, v) => sum + v * v, 0))).toBeLessThan(tolerance);
    const vectors = randomMatrix(rows * cols, 3, 9);
    const codes = plainProduct(x, vectors);
    expect(gap(batch.times(vectors), codes)).toBeLessThan(tolerance);
    expect(gap(batch.scatterTimes(vectors), plainProduct(transpose(x), codes))).toBeLessThan(tolerance * rows * cols);
    const across = plainProduct(transpose(x), weights);
    expect(gap(batch.gramTimes(weights), plainProduct(x, across))).toBeLessThan(tolerance * rows * cols);
    const { right, left } = batch.plainSums();
    expect(right).toEqual(batch.sumRight());
    expect(left).toEqual(batch.sumLeft());
  });

  it('sums the scatter of centred images a part at a time, as one product would', () => {
    const stack = stackOf(2100, 3, 4, 5);
    const centre = randomMatrix(3, 4, 6);
    const x = matrix(
      2100,
      12,
      stack.data.map((value, i) => value - centre.data[i % 12]),
    );
    expect(gap(scatterOf(stack, centre), plainProduct(transpose(x), x))).toBeLessThan(1e-11);
  });

  it.each(shapes)('sums X P Xᵀ, Xᵀ Q X and their factored forms (%i of %i × %i)', (count, rows, cols) => {
    const stack = stackOf(count, rows, cols, 1);
    const centre = randomMatrix(rows, cols, 2);
    const batch = loadBatch(stack, centre);
    const centred = matrixStack(
      count,
      rows,
      cols,
      Float64Array.from(stack.data, (v, i) => v - centre.data[i % (rows * cols)]),
    );
    const p = randomMatrix(cols, cols, 3);
    const q = randomMatrix(rows, rows, 4);
    const f = randomMatrix(cols, 3, 5);
    const g = randomMatrix(rows, 5, 6);
    const tolerance = 1e-14 * count * rows * cols;
    const sandwich = (x: Matrix, inner: Matrix): Matrix => plainProduct(plainProduct(x, inner), transpose(x));
    expect(
      gap(
        batch.sumRight(p),
        sumOver(centred, (x) => sandwich(x, p)),
      ),
    ).toBeLessThan(tolerance);
    expect(
      gap(
        batch.sumLeft(q),
        sumOver(centred, (x) => sandwich(transpose(x), q)),
      ),
    ).toBeLessThan(tolerance);
    expect(
      gap(
        batch.sumRight(),
        sumOver(centred, (x) => plainProduct(x, transpose(x))),
      ),
    ).toBeLessThan(tolerance);
    expect(
      gap(
        batch.sumLeft(),
        sumOver(centred, (x) => plainProduct(transpose(x), x)),
      ),
    ).toBeLessThan(tolerance);
    const ff = plainProduct(f, transpose(f));
    const gg = plainProduct(g, transpose(g));
    expect(
      gap(
        batch.sumRightFactor(f),
        sumOver(centred, (x) => sandwich(x, ff)),
      ),
    ).toBeLessThan(tolerance);
    expect(
      gap(
        batch.sumLeftFactor(g),
        sumOver(centred, (x) => sandwich(transpose(x), gg)),
      ),
    ).toBeLessThan(tolerance);
  });

  it('gives an exactly symmetric sum for a symmetric P, equal to the unsymmetric route', () => {
    const batch = loadBatch(stackOf(12, 19, 14, 7));
    const half = randomMatrix(14, 14, 8);
    const p = scale(add(half, transpose(half)), 0.5);
    const s = batch.sumRight(p);
    expect(gap(s, transpose(s))).toBe(0);
    expect(gap(s, add(scale(batch.sumRight(half), 0.5), scale(batch.sumRight(transpose(half)), 0.5)))).toBeLessThan(
      1e-12,
    );
  });

  it('leaves the zeros of triangular factors out, whatever lies above them', () => {
    const batch = loadBatch(stackOf(6, 43, 29, 21));
    for (const holes of [0, 17]) {
      const upper = (n: number): Matrix => {
        const f = randomMatrix(n, n, 22 + n);
        f.data.forEach((_, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          if (i > j || i < Math.min(j, holes)) f.data[at] = 0;
        });
        return f;
      };
      const [f, g] = [upper(29), upper(43)];
      expect(gap(batch.sumRightFactor(f), batch.sumRight(plainProduct(f, transpose(f))))).toBeLessThan(1e-10);
      expect(gap(batch.sumLeftFactor(g), batch.sumLeft(plainProduct(g, transpose(g))))).toBeLessThan(1e-10);
    }
    const nothing = batch.sumRightFactor(matrix(29, 14));
    expect(nothing).toEqual(matrix(43, 43));
  });

  it.each(shapes)('projects and expands on both sides, one side or none (%i of %i × %i)', (count, rows, cols) => {
    const stack = stackOf(count, rows, cols, 9);
    const batch = loadBatch(stack);
    const uc = randomMatrix(rows, 4, 10);
    const ur = randomMatrix(cols, 3, 11);
    for (const c of [uc, null]) {
      for (const r of [ur, null]) {
        const codes = batch.project(c, r);
        const images = expand(codes, c, r);
        for (let n = 0; n < count; n++) {
          let want = stackItem(stack, n);
          if (c) want = plainProduct(transpose(c), want);
          if (r) want = plainProduct(want, r);
          expect(gap(stackItem(codes, n), want)).toBeLessThan(1e-13 * rows * cols);
          if (c) want = plainProduct(c, want);
          if (r) want = plainProduct(want, transpose(r));
          expect(gap(stackItem(images, n), want)).toBeLessThan(1e-13 * rows * cols);
        }
      }
    }
  });

  it.each(shapes)('keeps projections resident, and sums images times codes (%i of %i × %i)', (count, rows, cols) => {
    const stack = stackOf(count, rows, cols, 16);
    const batch = loadBatch(stack);
    const uc = randomMatrix(rows, 4, 17);
    const ur = randomMatrix(cols, 3, 18);
    const tolerance = 1e-13 * count * rows * cols;
    for (const c of [uc, null]) {
      for (const r of [ur, null]) {
        const resident = batch.projected(c, r);
        expect(resident.project(null, null)).toEqual(batch.project(c, r));
        const codes = stackOf(count, c?.cols ?? rows, r?.cols ?? cols, 19);
        const half = (x: Matrix) => (c ? plainProduct(transpose(c), x) : x);
        const right = sumOver(stack, (x, n) =>
          plainProduct(r ? plainProduct(x, r) : x, transpose(stackItem(codes, n))),
        );
        const left = sumOver(stack, (x, n) => plainProduct(transpose(half(x)), stackItem(codes, n)));
        expect(gap(batch.sumRightCodes(r, codes), right)).toBeLessThan(tolerance);
        expect(gap(batch.sumLeftCodes(c, codes), left)).toBeLessThan(tolerance);
      }
    }
    const codes = stackOf(count, 4, 3, 20);
    expect(gap(batch.projected(uc, null).sumLeftCodes(null, codes), batch.sumLeftCodes(uc, codes))).toBeLessThan(
      tolerance,
    );
  });

  it('has the Gram matrix of the images as vectors', () => {
    const stack = stackOf(23, 7, 5, 12);
    const vectors = matrix(23, 35, stack.data);
    expect(gap(loadBatch(stack).gram(), multiply(vectors, vectors, { transposeB: true }))).toBeLessThan(1e-13);
  });

  it('takes an empty stack', () => {
    const batch = loadBatch(matrixStack(0, 4, 3));
    expect(batch.sumRight()).toEqual(matrix(4, 4));
    expect(batch.project(null, null).count).toBe(0);
    expect(batch.gram().rows).toBe(0);
  });

  it('gives its memory back and refuses to work after release', () => {
    const before = kernelMemory().used;
    const batch = loadBatch(stackOf(10, 8, 8, 13));
    batch.sumRight(randomMatrix(8, 8, 14));
    expect(kernelMemory().used).toBe(before + 10 * 64 * 8);
    batch.release();
    batch.release();
    expect(kernelMemory().used).toBe(before);
    expect(() => batch.gram()).toThrow('ImageBatch: used after release');
  });

  it('names both shapes of a mismatch and keeps no memory after it', () => {
    const batch = loadBatch(stackOf(2, 4, 3, 15));
    const { used } = kernelMemory();
    expect(() => batch.sumRight(matrix(4, 4))).toThrow('sumRight: expected a 3 × 3 matrix, found 4 × 4');
    expect(() => batch.project(matrix(3, 2), null)).toThrow('project: matrices of 4 × 3 onto 3 × 2 and identity');
    expect(() => batch.sumRightCodes(matrix(3, 2), stackOf(2, 5, 3, 16))).toThrow(
      'sumRightCodes: expected 2 codes of 5 × 2, found 2 of 5 × 3',
    );
    expect(() => loadBatch(matrixStack(2, 4, 3), matrix(3, 4))).toThrow('loadBatch: a 3 × 4 centre');
    expect(kernelMemory().used).toBe(used);
  });

  it('says how much memory is needed and available when a stack cannot fit', () => {
    const huge = { count: 70000, rows: 100, cols: 100, data: { length: 70000 * 10000 } as Float64Array };
    const { used } = kernelMemory();
    expect(() => loadBatch(huge, undefined, Infinity)).toThrow(/Not enough memory: 5341 MiB needed, \d+ MiB available/);
    expect(kernelMemory().used).toBe(used);
  });

  it('gives an image the same bits alone and in a stack', () => {
    const stack = stackOf(7, 10, 11, 21);
    const [uc, ur] = [randomMatrix(10, 3, 22), randomMatrix(11, 5, 23)];
    const together = loadBatch(stack).project(uc, ur);
    for (let n = 0; n < stack.count; n++) {
      const one = loadBatch(matrixStack(1, 10, 11, stackItem(stack, n).data)).project(uc, ur);
      expect(one.data).toEqual(stackItem(together, n).data);
    }
  });

  it('gives the same bits whatever was computed before', () => {
    const stack = stackOf(31, 17, 12, 16);
    const p = randomMatrix(12, 12, 17);
    const first = loadBatch(stack);
    const fresh = first.sumRight(p);
    multiply(randomMatrix(90, 80, 18), randomMatrix(80, 70, 19));
    const other = loadBatch(stackOf(3, 5, 5, 20));
    const again = loadBatch(stack).sumRight(p);
    other.release();
    expect(again.data).toEqual(fresh.data);
  });
});

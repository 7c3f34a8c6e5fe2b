import { afterEach, describe, expect, it } from 'vitest';
import {
  kernelMemory,
  loadBatch,
  loadPixelMoments,
  matrix,
  matrixStack,
  pixelMomentsOf,
  releaseBatches,
  type CodeBases,
  type CodeMoments,
  type Matrix,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';

const random = stream('pixel moments');
const drawn = (rows: number, cols: number): Matrix => {
  const a = matrix(rows, cols);
  for (let i = 0; i < a.data.length; i++) a.data[i] = random.normal();
  return a;
};
const imagesOf = (count: number, rows: number, cols: number): MatrixStack => {
  const images = matrixStack(count, rows, cols);
  for (let i = 0; i < images.data.length; i++) images.data[i] = random.normal();
  return images;
};
const largest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]))) / Math.max(1, ...Array.from(b, Math.abs));

afterEach(releaseBatches);

/** Sums of the definitions, image after image. */
function byDefinition(images: MatrixStack, { c, r }: CodeBases, l: Matrix, weights: Float64Array) {
  const batch = loadBatch(images);
  const codes = batch.project(c, r);
  const size = c.cols * r.cols;
  const second = new Float64Array(size * size);
  for (let n = 0; n < images.count; n++) {
    const own = codes.data.subarray(n * size, (n + 1) * size);
    for (let k = 0; k < size; k++) for (let m = 0; m < size; m++) second[k * size + m] += own[k] * own[m];
  }
  const means = { ...codes, data: codes.data.map((value, i) => value * weights[i % size]) };
  return { second, right: batch.sumRightCodes(r, means).data, left: batch.sumLeftCodes(l, means).data };
}

describe('moments of pixels', () => {
  it.each([
    [30, 4, 5, 2, 3],
    [30, 5, 4, 3, 2],
    [700, 13, 11, 4, 4],
    [40, 12, 12, 12, 1],
    [40, 17, 9, 1, 9],
    [90, 26, 24, 5, 7],
  ])('give the sums over %i images of %i × %i at q = (%i, %i)', (count, rows, cols, qc, q) => {
    const images = imagesOf(count, rows, cols);
    const [bases, l] = [{ c: drawn(rows, qc), r: drawn(cols, q) }, drawn(rows, qc)];
    const weights = Float64Array.from({ length: qc * q }, () => random.uniform());
    const expected = byDefinition(images, bases, l, weights);
    const before = kernelMemory().used;
    const batch = loadBatch(images);
    const moments = loadPixelMoments(pixelMomentsOf(batch));
    let uses = 0;
    moments.codes([bases], (index, codes) => {
      expect(index).toBe(uses++);
      expect(largest(codes.second, expected.second)).toBeLessThan(1e-12);
      expect(largest(codes.right(weights).data, expected.right)).toBeLessThan(1e-12);
      expect(largest(codes.left(l, weights).data, expected.left)).toBeLessThan(1e-12);
    });
    expect(uses).toBe(1);
    moments.release();
    batch.release();
    releaseBatches();
    expect(kernelMemory().used).toBeLessThanOrEqual(before);
  });

  it('are symmetric in every pair of pixels', () => {
    const [rows, cols] = [26, 11];
    const { values } = pixelMomentsOf(loadBatch(imagesOf(20, rows, cols)));
    const d = rows * cols;
    const at = (i: number, j: number): number => {
      const strip = Math.floor(j / 124);
      return values[strip * 124 * d + i * Math.min(124, d - strip * 124) + (j % 124)];
    };
    for (let i = 0; i < d; i++) for (let j = 0; j < i; j++) expect(at(i, j)).toBe(at(j, i));
  });

  it('give the same bits whatever else is asked for', () => {
    const [rows, cols] = [30, 28];
    const moments = loadPixelMoments(pixelMomentsOf(loadBatch(imagesOf(50, rows, cols))));
    // More than share one pass.
    const requests = [
      [15, 15],
      [2, 9],
      [9, 2],
      [20, 14],
      [1, 1],
      [15, 13],
      [15, 14],
      [14, 14],
    ].map(([qc, q]) => ({
      c: drawn(rows, qc),
      r: drawn(cols, q),
    }));
    const read = (codes: CodeMoments): Float64Array => codes.second.slice();
    const all: Float64Array[] = [];
    moments.codes(requests, (index, codes) => (all[index] = read(codes)));
    requests.forEach((request, index) =>
      moments.codes([request], (_, codes) => expect(read(codes)).toEqual(all[index])),
    );
    moments.release();
  });

  it('refuse bases of other images', () => {
    const moments = loadPixelMoments(pixelMomentsOf(loadBatch(imagesOf(9, 4, 3))));
    expect(() => moments.codes([{ c: drawn(3, 2), r: drawn(3, 2) }], () => undefined)).toThrow(
      'pixel moments of 4 × 3 by 3 × 2 and 3 × 2',
    );
    moments.release();
  });
});

/** Sums over all images of X Xᵀ and Xᵀ X: the row and the column scatter, weighted or not. */
import { read, zeros, ACCUMULATE } from '../kernels/kernels.ts';
import { loadFactor, load } from '../loadedFactor.ts';
import { matrix, type Matrix, type MatrixStack } from '../matrix.ts';
import { eachImage, type EachImage, requireShape, type BatchWork } from './chunkedWork.ts';
import type { ImageBatch } from './imageBatch.ts';

type Sums = Pick<ImageBatch, 'sumRight' | 'sumLeft' | 'sumRightFactor' | 'sumLeftFactor' | 'plainSums'>;

export function batchSums(work: BatchWork): Sums {
  const { engine, rows, cols, size, chunkOf, guarded, total, totalTimes, addGram } = work;
  const { run, arena } = engine;
  const { chunks } = work.images;
  const { transposeAll, timesRight, timesLeft } = eachImage(work);
  /** Σ_n Z_nᵀ Z_n, d × d, for the products Z_n (q × d) of the images with the factor on one side. */
  const sumFactor = (d: number, f: Matrix, times: Matrix | undefined, product: EachImage['timesRight']): Matrix =>
    guarded((take) => {
      const factor = loadFactor(engine, take, f);
      const chunk = chunkOf(d * f.cols);
      const z = take(chunk * d * f.cols);
      return totalTimes(d, times, take, (c) =>
        chunks(take, chunk, (_, images, x) => {
          product(images, x, factor, z);
          addGram(d, images * f.cols, z, z, c, true);
        }),
      );
    });
  return {
    sumRight(p) {
      requireShape('sumRight', p, cols, cols);
      return guarded((take) => {
        const symmetric = !p || isSymmetric(p);
        const factor = p && loadFactor(engine, take, p);
        const chunk = chunkOf(size);
        const xt = take(chunk * size);
        const yt = factor ? take(chunk * size) : xt;
        return total(rows, symmetric, take, (c) =>
          chunks(take, chunk, (_, images, x) => {
            transposeAll(images, x, xt);
            if (factor) timesRight(images, x, factor, yt);
            addGram(rows, images * cols, yt, xt, c, symmetric);
          }),
        );
      });
    },
    sumLeft(q) {
      requireShape('sumLeft', q, rows, rows);
      return guarded((take) => {
        const symmetric = !q || isSymmetric(q);
        const factor = q && loadFactor(engine, take, q);
        const chunk = chunkOf(size);
        const y = factor ? take(chunk * size) : 0;
        return total(cols, symmetric, take, (c) =>
          chunks(take, chunk, (_, images, x) => {
            if (factor) timesLeft(images, x, factor, y);
            else run.touch(x, images * size * 8);
            addGram(cols, images * rows, factor ? y : x, x, c, symmetric);
          }),
        );
      });
    },
    sumRightFactor(f, times) {
      requireShape('sumRightFactor', f, cols, f.cols);
      requireShape('sumRightFactor', times, rows, times?.cols ?? 0);
      return sumFactor(rows, f, times, timesRight);
    },
    sumLeftFactor(f, times) {
      requireShape('sumLeftFactor', f, rows, f.cols);
      requireShape('sumLeftFactor', times, cols, times?.cols ?? 0);
      return sumFactor(cols, f, times, timesLeft);
    },
    plainSums: () =>
      guarded((take) => {
        const right = zeros(arena, take, rows * rows);
        const left = zeros(arena, take, cols * cols);
        const chunk = chunkOf(size);
        const xt = take(chunk * size);
        chunks(take, chunk, (_, images, x) => {
          transposeAll(images, x, xt);
          addGram(rows, images * cols, xt, xt, right, true);
          addGram(cols, images * rows, x, x, left, true);
        });
        run.mirror(rows, right, rows);
        run.mirror(cols, left, cols);
        return {
          right: matrix(rows, rows, read(arena, right, rows * rows)),
          left: matrix(cols, cols, read(arena, left, cols * cols)),
        };
      }),
  };
}

function isSymmetric(a: Matrix): boolean {
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < i; j++) if (a.data[i * a.cols + j] !== a.data[j * a.cols + i]) return false;
  }
  return true;
}

// Sums over all images of products with their codes.

export function codeSums(work: BatchWork): Pick<ImageBatch, 'sumRightCodes' | 'sumLeftCodes'> {
  const { engine, count, rows, cols, chunkOf, guarded, summed } = work;
  const { run } = engine;
  const { chunks } = work.images;
  const { transposeAll, timesRight, timesLeft } = eachImage(work);
  const requireCodes = (what: string, codes: MatrixStack, qc: number, q: number): void => {
    if (codes.count !== count || codes.rows !== qc || codes.cols !== q) {
      throw new RangeError(
        `${what}: expected ${count} codes of ${qc} × ${q}, found ${codes.count} of ${codes.rows} × ${codes.cols}`,
      );
    }
  };
  return {
    sumRightCodes(f, codes) {
      requireCodes('sumRightCodes', codes, codes.rows, f?.cols ?? cols);
      requireShape('sumRightCodes', f, cols, codes.cols);
      const { rows: qc, cols: q } = codes;
      return guarded((take) => {
        const factor = f && loadFactor(engine, take, f);
        const z = load(engine, take, codes);
        const chunk = chunkOf(rows * q);
        const yt = take(chunk * rows * q);
        const zt = take(chunk * qc * q);
        return summed(rows, qc, take, (c) =>
          chunks(take, chunk, (first, images, x) => {
            if (factor) timesRight(images, x, factor, yt);
            else transposeAll(images, x, yt);
            for (let n = 0; n < images; n++) run.transpose(qc, q, z + (first + n) * qc * q * 8, zt + n * qc * q * 8);
            run.gemm(rows, qc, images * q, 1, yt, 1, rows, 0, zt, 1, qc, 0, c, qc, ACCUMULATE);
          }),
        );
      });
    },
    sumLeftCodes(f, codes) {
      requireCodes('sumLeftCodes', codes, f?.cols ?? rows, codes.cols);
      requireShape('sumLeftCodes', f, rows, codes.rows);
      const { rows: qc, cols: q } = codes;
      return guarded((take) => {
        const factor = f && loadFactor(engine, take, f);
        const z = load(engine, take, codes);
        const chunk = chunkOf(qc * cols);
        const y = factor ? take(chunk * qc * cols) : 0;
        return summed(cols, q, take, (c) =>
          chunks(take, chunk, (first, images, x) => {
            if (factor) timesLeft(images, x, factor, y);
            const [from, codesAt] = [factor ? y : x, z + first * qc * q * 8];
            run.gemm(cols, q, images * qc, 1, from, 1, cols, 0, codesAt, 1, q, 0, c, q, ACCUMULATE);
          }),
        );
      });
    },
  };
}

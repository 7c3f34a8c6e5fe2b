/** Sums over all images of products with their codes. */
import { ACCUMULATE } from '../kernels/kernels.ts';
import { loadFactor, load } from '../factor.ts';
import type { MatrixStack } from '../matrix.ts';
import { eachImage } from './eachImage.ts';
import type { ImageBatch } from './imageBatch.ts';
import { requireShape, type BatchWork } from './work.ts';

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

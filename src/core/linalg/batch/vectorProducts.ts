/** Products of images as vectors: energy, inner products, scatter matrix. */
import { ACCUMULATE, LOWER, read, zeros } from '../kernels/kernels.ts';
import { load } from '../loadedFactor.ts';
import { matrix } from '../matrix.ts';
import { integerGramAt } from '../integerSums.ts';
import type { ImageBatch } from './imageBatch.ts';
import { gramByPanels } from './imageChunks.ts';
import { requireShape, type BatchWork } from './chunkedWork.ts';

/** Values per panel of whole images: three quarters of a cache of 1 MiB (10⁴ of 64 × 64, 8 columns: 14 GF/s). */
const PANEL_VALUES = 98304;
/** Images per panel are a multiple of this (2000 of 112 × 92, 8 columns, panels of 9 and 12: 15.4 and 20.3 GF/s). */
const PANEL_STEP = 12;
/** Maximum steps of the inner index per product (KC of the kernel). */
const PRODUCT_STEPS = 256;

/** Images packed at a time as integers: whole panels. */
const INTEGER_CHUNK = 64;

type VectorProducts = Pick<ImageBatch, 'energy' | 'gram' | 'combine' | 'times' | 'scatterTimes' | 'gramTimes'>;

export function vectorProducts(work: BatchWork): VectorProducts {
  const { engine, images: source, count, size, chunkOf, guarded, summed, total } = work;
  const { run, arena } = engine;
  const { chunks } = source;
  /** Images per panel that two products read in turn: whole tiles of both. */
  const panelOf = (values: number): number =>
    Math.min(
      PANEL_STEP * Math.max(1, Math.floor(PANEL_VALUES / (PANEL_STEP * Math.max(1, values)))),
      Math.max(1, count),
    );
  return {
    energy: () =>
      guarded((take) => {
        const sums: [number, number, number, number] = [0, 0, 0, 0];
        // Four images hold a multiple of four values: the running sums continue where the previous chunk ended.
        chunks(take, 4 * Math.ceil(chunkOf(size) / 4), (_, images, x) =>
          addSquares(sums, arena.values, x / 8, images * size),
        );
        return sums[0] + sums[1] + (sums[2] + sums[3]);
      }),
    gram: () =>
      guarded((take) =>
        total(count, true, take, (c) => {
          const strides = { apart: size, step: 1 };
          if (integerGramAt(engine, count, size, strides, (pack) => chunks(take, INTEGER_CHUNK, pack), c)) return;
          if (source.streamed) return gramByPanels(engine, source, count, size, c);
          chunks(take, count, (_, images, x) =>
            run.gemm(images, images, size, 1, x, size, 1, 0, x, size, 1, 0, c, images, LOWER),
          );
        }),
      ),
    combine(weights) {
      requireShape('combine', weights, count, weights.cols);
      return guarded((take) => {
        const q = weights.cols;
        const factor = load(engine, take, weights);
        // The blocks that a single product would use: chunks of the same size give the same bits.
        const block = Math.ceil(count / Math.ceil(count / PRODUCT_STEPS));
        return summed(size, q, take, (c) =>
          chunks(take, source.streamed ? block : count, (first, images, x) =>
            run.gemm(size, q, images, 1, x, 1, size, 0, factor + first * q * 8, 1, q, 0, c, q, ACCUMULATE),
          ),
        );
      });
    },
    times(v) {
      requireShape('times', v, size, v.cols);
      const b = v.cols;
      return guarded((take) => {
        const factor = load(engine, take, v);
        const y = take(count * b);
        chunks(take, panelOf(size), (first, images, x) =>
          run.gemm(images, b, size, 1, x, size, 1, 0, factor, 1, b, 0, y + first * b * 8, b, 0),
        );
        return matrix(count, b, read(arena, y, count * b));
      });
    },
    scatterTimes(v) {
      requireShape('scatterTimes', v, size, v.cols);
      const b = v.cols;
      return guarded((take) => {
        const factor = load(engine, take, v);
        const chunk = panelOf(size);
        const y = take(chunk * b);
        return summed(size, b, take, (c) =>
          chunks(take, chunk, (_, images, x) => {
            run.gemm(images, b, size, 1, x, size, 1, 0, factor, 1, b, 0, y, b, 0);
            run.gemm(size, b, images, 1, x, 1, size, 0, y, 1, b, 0, c, b, ACCUMULATE);
          }),
        );
      });
    },
    gramTimes(v) {
      requireShape('gramTimes', v, count, v.cols);
      const b = v.cols;
      return guarded((take) => {
        const factor = load(engine, take, v);
        const chunk = panelOf(size);
        const across = zeros(arena, take, size * b);
        chunks(take, chunk, (first, images, x) =>
          run.gemm(size, b, images, 1, x, 1, size, 0, factor + first * b * 8, 1, b, 0, across, b, ACCUMULATE),
        );
        const y = take(count * b);
        chunks(take, chunk, (first, images, x) =>
          run.gemm(images, b, size, 1, x, size, 1, 0, across, 1, b, 0, y + first * b * 8, b, 0),
        );
        return matrix(count, b, read(arena, y, count * b));
      });
    },
  };
}

/** Adds squares to four running sums: a fifth of the time of a single sum for 4 million values. */
function addSquares(sums: [number, number, number, number], values: Float64Array, from: number, length: number): void {
  let [a, b, c, d] = sums;
  const end = from + length;
  let i = from;
  for (; i + 3 < end; i += 4) {
    a += values[i] * values[i];
    b += values[i + 1] * values[i + 1];
    c += values[i + 2] * values[i + 2];
    d += values[i + 3] * values[i + 3];
  }
  for (; i < end; i++) a += values[i] * values[i];
  [sums[0], sums[1], sums[2], sums[3]] = [a, b, c, d];
}

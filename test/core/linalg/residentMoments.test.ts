import { afterEach, describe, expect, it } from 'vitest';
import {
  kernelMemory,
  leadingEigen,
  leadingSums,
  loadBatch,
  matrixStack,
  momentEntries,
  dropMoments,
  momentsOf,
  multiply,
  releaseBatches,
  scale,
  trace,
  type ImageBatch,
  type LeadingSum,
  type Matrix,
  type SumRequest,
} from '../../../src/core/linalg/index.ts';
import { gap, generator, randomMatrix } from './support.ts';

/** Sizes with one strip of T and with several, odd and even, tall and wide, more images than are summed at a time. */
const SIZES = [
  [1, 1, 1],
  [3, 2, 5],
  [40, 7, 6],
  [600, 5, 9],
  [30, 9, 17],
  [25, 18, 23],
] as const;

function batchOf(count: number, rows: number, cols: number): ImageBatch {
  const next = generator(count + 100 * rows + cols);
  return loadBatch(
    matrixStack(
      count,
      rows,
      cols,
      Float64Array.from({ length: count * rows * cols }, () => 2 * next() - 1),
    ),
  );
}

function largest({ data }: Matrix): number {
  return Math.max(...data.map(Math.abs));
}

function request(factor: Matrix, count: number, change: Partial<SumRequest> = {}): SumRequest {
  return { factor, count, scale: 1, fromPlain: false, ...change };
}

/** S from all of its eigenpairs. */
function whole({ values, vectors }: LeadingSum): Matrix {
  const n = vectors.rows;
  const s = randomMatrix(n, n, 1);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += values[k] * vectors.data[i * n + k] * vectors.data[j * n + k];
      s.data[i * n + j] = sum;
    }
  }
  return s;
}

const always = { right: Infinity, left: Infinity };
const never = { right: 0, left: 0 };

afterEach(releaseBatches);

describe('fourth-order moments', () => {
  it('hold by their definition every sum of products of four pixels', () => {
    const [count, rows, cols] = [4, 3, 2];
    const batch = batchOf(count, rows, cols);
    const { data } = batch.project(null, null);
    const x = (n: number, i: number, j: number): number => data[(n * rows + i) * cols + j];
    const { values } = momentsOf(batch);
    expect(values).toHaveLength(momentEntries(rows, cols));
    let at = 0;
    for (let i = 0; i < rows; i++) {
      for (let k = 0; k <= i; k++) {
        for (let j = 0; j < cols; j++) {
          for (let l = 0; l <= j; l++, at++) {
            let sum = 0;
            for (let n = 0; n < count; n++) sum += x(n, i, j) * x(n, k, l) + x(n, i, l) * x(n, k, j);
            expect(values[at]).toBeCloseTo(sum, 14);
          }
        }
      }
    }
  });

  it.each(SIZES)('give the sums over %i images of %i × %i to rounding', (count, rows, cols) => {
    const batch = batchOf(count, rows, cols);
    const plain = batch.plainSums();
    const moments = momentsOf(batch);
    for (const widths of [always, never]) {
      const sums = leadingSums(batch, plain, moments, widths);
      for (const q of [1, 2, 5]) {
        const [f, g] = [randomMatrix(cols, q, q), randomMatrix(rows, q, q + 10)];
        const [r, l] = [batch.sumRightFactor(f), batch.sumLeftFactor(g)];
        const [right] = sums.right([request(f, rows)]);
        const [left] = sums.left([request(g, cols)]);
        expect(gap(whole(right), r)).toBeLessThan(1e-13 * largest(r) * rows);
        expect(gap(whole(left), l)).toBeLessThan(1e-13 * largest(l) * cols);
        expect(right.trace).toBeCloseTo(trace(r), 9);
        const [less] = sums.right([request(f, 1, { fromPlain: true, scale: 0.25 })]);
        const expected = randomMatrix(rows, rows, 1);
        expected.data.forEach((_, i) => (expected.data[i] = 0.25 * (plain.right.data[i] - r.data[i])));
        expect(Math.abs(less.values[0] - leadingEigen(expected, 1).values[0])).toBeLessThan(
          1e-12 * Math.max(largest(r), largest(plain.right)) * rows,
        );
      }
      sums.release();
    }
  });

  it('have the same bits whatever else is asked for', () => {
    const [count, rows, cols] = [50, 13, 11];
    const batch = batchOf(count, rows, cols);
    const moments = momentsOf(batch);
    for (const widths of [never, { right: 3, left: 3 }, always]) {
      const sums = leadingSums(batch, null, moments, widths);
      const requests = Array.from({ length: 70 }, (_, s) => request(randomMatrix(cols, 1 + (s % 6), s), 1 + (s % 9)));
      const together = sums.right(requests);
      const backwards = sums.right([...requests].reverse()).reverse();
      requests.forEach((one, s) => {
        expect(backwards[s]).toEqual(together[s]);
        expect(sums.right([one])[0]).toEqual(together[s]);
      });
      sums.release();
    }
  });

  it('have the same bits over images that every pass reads again', () => {
    const [count, rows, cols] = [1100, 6, 5];
    const { data } = batchOf(count, rows, cols).project(null, null);
    const stack = matrixStack(count, rows, cols, data);
    const centre = randomMatrix(rows, cols, 1);
    const [resident, streamed] = [loadBatch(stack, centre), loadBatch(stack, centre, 0)];
    const moments = momentsOf(streamed);
    expect(moments.values).toEqual(momentsOf(resident).values);
    for (const widths of [never, always]) {
      const requests = [1, 2, 4].map((q) => request(randomMatrix(cols, q, q), q));
      const [ours, theirs] = [streamed, resident].map((batch) => leadingSums(batch, null, moments, widths));
      expect(ours.right(requests)).toEqual(theirs.right(requests));
      ours.release();
      theirs.release();
    }
  });

  it('are summed once for equal factors, each with its own number of eigenpairs', () => {
    const batch = batchOf(20, 6, 5);
    const sums = leadingSums(batch, null, momentsOf(batch), never);
    const f = randomMatrix(5, 2, 3);
    const [a, b] = sums.right([request(f, 2), request(f, 4, { scale: 2 })]);
    expect(a.values).toHaveLength(2);
    expect(
      gap(scale(whole(sums.right([request(f, 6)])[0]), 2), whole(sums.right([request(f, 6, { scale: 2 })])[0])),
    ).toBe(0);
    expect([...b.values.subarray(0, 2)]).toEqual([...a.values].map((value) => 2 * value));
    sums.release();
  });

  it('give the product of a sum with a matrix in place of its eigenpairs', () => {
    const batch = batchOf(30, 9, 8);
    const times = randomMatrix(9, 4, 2);
    const f = randomMatrix(8, 3, 5);
    const sum = batch.sumRightFactor(f);
    for (const widths of [always, never]) {
      const sums = leadingSums(batch, null, momentsOf(batch), widths);
      const [{ product, values, trace: total }] = sums.right([request(f, 0, { times })]);
      expect(gap(product!, multiply(sum, times))).toBeLessThan(1e-13 * largest(sum) * 9);
      expect(values).toHaveLength(0);
      expect(total).toBeCloseTo(trace(sum), 10);
      sums.release();
    }
  });

  it('go over the images where a request says so, without cancellation', () => {
    const batch = batchOf(40, 8, 7);
    const sums = leadingSums(batch, null, momentsOf(batch), never);
    const f = randomMatrix(7, 3, 5);
    const direct = leadingSums(batch, null, null, never);
    expect(sums.right([request(f, 2, { overImages: true })])).toEqual(direct.right([request(f, 2)]));
    sums.release();
    direct.release();
  });

  it('leave no memory behind, not even when they are cancelled', () => {
    const batch = batchOf(20, 12, 10);
    dropMoments();
    const before = kernelMemory().used;
    const cancelled = (): void => {
      throw new Error('cancelled');
    };
    expect(() => momentsOf(batch, cancelled)).toThrow('cancelled');
    expect(kernelMemory().used).toBe(before);
    const sums = leadingSums(batch, null, momentsOf(batch), never);
    sums.right([request(randomMatrix(10, 2, 1), 3)]);
    expect(kernelMemory().used).toBeGreaterThan(before);
    sums.release();
    dropMoments();
    expect(kernelMemory().used).toBe(before);
  });

  it('are there once: in kernel memory while they are asked for, as plain values once others are', () => {
    dropMoments();
    const [first, second] = [batchOf(20, 6, 5), batchOf(30, 4, 3)];
    const before = kernelMemory().used;
    const a = momentsOf(first);
    const values = a.values;
    const held = kernelMemory().used - before;
    expect(held).toBeGreaterThanOrEqual(8 * momentEntries(6, 5));
    const asked = [request(randomMatrix(5, 2, 3), 4)];
    const sums = leadingSums(first, null, a, never);
    const expected = sums.right(asked);
    expect(kernelMemory().used - before).toBe(held);
    // While somebody reads them they stay, and others come beside them.
    const b = momentsOf(second);
    expect(kernelMemory().used - before).toBe(held);
    const others = leadingSums(second, null, b, never);
    expect(kernelMemory().used - before).toBeGreaterThan(held);
    others.release();
    expect(sums.right(asked)).toEqual(expected);
    sums.release();
    // The others take their place.
    leadingSums(second, null, b, never).release();
    expect(kernelMemory().used - before).toBeLessThan(held);
    expect(a.values).toEqual(values);
    const again = leadingSums(first, null, a, never);
    expect(again.right(asked)).toEqual(expected);
    expect(kernelMemory().used - before).toBe(held);
    again.release();
    dropMoments(b);
    expect(kernelMemory().used - before).toBe(held);
    dropMoments(a);
    expect(kernelMemory().used).toBe(before);
    expect(() => a.values).toThrow('used after they were dropped');
  });

  it('refuse factors of another height, sums that are not finite and images that were released', () => {
    const batch = batchOf(5, 4, 3);
    const sums = leadingSums(batch, null, momentsOf(batch), never);
    expect(() => sums.right([request(randomMatrix(4, 2, 1), 1)])).toThrow('expected factors of 3 rows, found a 4 × 2');
    const infinite = randomMatrix(3, 1, 1);
    infinite.data[0] = Infinity;
    expect(() => sums.right([request(infinite, 1)])).toThrow('not finite');
    sums.release();
    batch.release();
    expect(() => momentsOf(batch)).toThrow('after release');
  });
});

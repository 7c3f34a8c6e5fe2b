/** Batches that read their images for every product instead of keeping them. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  gramOfColumns,
  kernelMemory,
  loadBatch,
  matrix,
  matrixStack,
  releaseBatches,
  streamedStack,
  scatterOf,
  type ImageBatch,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { randomMatrix } from './support.ts';

/** Single images, whole chunks and chunks that do not come out even; more images than one product takes steps. */
const shapes = [
  [2, 3, 2],
  [9, 40, 33],
  [70, 24, 21],
  [333, 12, 10],
  [37, 90, 80],
  [700, 5, 5],
] as const;

function stackOf(count: number, rows: number, cols: number): MatrixStack {
  return matrixStack(count, rows, cols, randomMatrix(count, rows * cols, count).data);
}

function elsewhere({ count, rows, cols, data }: MatrixStack): MatrixStack {
  const size = rows * cols;
  return streamedStack(count, rows, cols, (from, to, target, at) =>
    target.set(data.subarray(from * size, to * size), at),
  );
}

function everyProduct(batch: ImageBatch): Record<string, unknown> {
  const { count, rows, cols } = batch;
  const [qc, qr] = [Math.min(3, rows), Math.min(2, cols)];
  const [uc, ur] = [randomMatrix(rows, qc, 2), randomMatrix(cols, qr, 3)];
  const codes = matrixStack(count, qc, qr, randomMatrix(count, qc * qr, 4).data);
  const halfCodes = matrixStack(count, qc, cols, randomMatrix(count, qc * cols, 5).data);
  const projected = batch.projected(uc, ur);
  return {
    right: batch.sumRight(),
    rightBy: batch.sumRight(randomMatrix(cols, cols, 6)),
    rightSymmetric: batch.sumRight(gramOfColumns(randomMatrix(5, cols, 7))),
    left: batch.sumLeft(),
    leftBy: batch.sumLeft(randomMatrix(rows, rows, 8)),
    rightFactor: batch.sumRightFactor(ur),
    leftFactor: batch.sumLeftFactor(uc),
    projected: projected.project(null, null),
    project: batch.project(uc, ur),
    projectLeft: batch.project(uc, null),
    projectRight: batch.project(null, ur),
    all: batch.project(null, null),
    rightCodes: batch.sumRightCodes(ur, codes),
    rightCodesPlain: batch.sumRightCodes(null, halfCodes),
    leftCodes: batch.sumLeftCodes(uc, codes),
    sums: batch.plainSums(),
    energy: batch.energy(),
    gram: batch.gram(),
    combined: batch.combine(randomMatrix(count, 4, 9)),
  };
}

afterEach(releaseBatches);

describe('a streamed batch', () => {
  for (const [count, rows, cols] of shapes) {
    it(`has the bits of a resident one: ${count} images of ${rows} × ${cols}`, () => {
      const stack = stackOf(count, rows, cols);
      const centre = matrix(rows, cols, randomMatrix(rows, cols, 11).data);
      for (const w of [undefined, centre]) {
        const expected = everyProduct(loadBatch(stack, w, Infinity));
        expect(everyProduct(loadBatch(elsewhere(stack), w, 0))).toEqual(expected);
        expect(everyProduct(loadBatch(stack, w, 0))).toEqual(expected);
        expect(everyProduct(loadBatch(elsewhere(stack), w, Infinity))).toEqual(expected);
      }
      if (rows * cols < 1000) expect(scatterOf(elsewhere(stack), centre)).toEqual(scatterOf(stack, centre));
    });
  }

  it('keeps nothing but its centre in kernel memory, and gives that back', () => {
    const before = kernelMemory().used;
    const stack = stackOf(50, 32, 32);
    const batch = loadBatch(stack, matrix(32, 32), 0);
    expect(kernelMemory().used).toBe(before + 32 * 32 * 8);
    batch.sumRight();
    expect(kernelMemory().used).toBe(before + 32 * 32 * 8);
    batch.release();
    expect(kernelMemory().used).toBe(before);
    expect(() => batch.energy()).toThrow('used after release');
  });

  it('takes the inner products of more images than a panel holds', () => {
    const stack = stackOf(9, 1, 600_000);
    const [kept, streamed] = [loadBatch(stack, undefined, Infinity), loadBatch(elsewhere(stack), undefined, 0)];
    expect(streamed.gram()).toEqual(kept.gram());
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { kernelMemory, loadBatch, matrixStack, projectAll, releaseBatches } from '../../../src/core/linalg/index.ts';
import { generator, randomMatrix } from './support.ts';

afterEach(releaseBatches);

/** Tall and wide, one image and many, one chunk and several, groups of bases of more columns than one product takes. */
const SIZES = [
  [1, 3, 4],
  [90, 12, 7],
  [37, 9, 20],
  [150, 56, 46],
  [11, 300, 5],
] as const;

describe('codes onto many pairs of bases', () => {
  it.each(SIZES)('of %i images of %i × %i are those of one pair after the other, to the bit', (count, rows, cols) => {
    const next = generator(count + rows);
    const values = Float64Array.from({ length: count * rows * cols }, () => 2 * next() - 1);
    const stack = matrixStack(count, rows, cols, values);
    const latents = [1, 2, 3, 5, 8, 13, 21];
    const bases = latents.flatMap((qc) =>
      latents.map((qr) => ({
        uc: randomMatrix(rows, Math.min(qc, rows), qc),
        ur: randomMatrix(cols, Math.min(qr, cols), qr),
      })),
    );
    for (const resident of [Infinity, 0]) {
      const batch = loadBatch(stack, undefined, resident);
      const used = kernelMemory().used;
      const together = projectAll(batch, bases);
      expect(kernelMemory().used).toBe(used);
      bases.forEach(({ uc, ur }, s) => expect(together[s]).toEqual(batch.project(uc, ur)));
    }
  });

  it('names the shapes of bases that do not fit', () => {
    const batch = loadBatch(matrixStack(2, 4, 3));
    const bases = [{ uc: randomMatrix(4, 2, 1), ur: randomMatrix(4, 2, 2) }];
    expect(() => projectAll(batch, bases)).toThrow('matrices of 4 × 3 onto 4 × 2 and 4 × 2');
  });
});

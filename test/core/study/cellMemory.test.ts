import { describe, expect, it } from 'vitest';
import { kernelMemory, KernelMemoryError, loadBatch, matrixStack } from '../../../src/core/linalg/index.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { cellMemory, requireCellMemory } from '../../../src/core/study/cellMemory.ts';

const [pca, glram] = ['pca', 'glram'].map((id) => findMethod(id)!);
const room = Number.MAX_SAFE_INTEGER;

describe('the memory that a cell needs', () => {
  it('is refused with needed and available when the kernels cannot hold the images of a bilinear method', () => {
    const need = cellMemory(glram, { rows: 512, cols: 512, train: 2500, others: 500 });
    expect(need.kernels).toBe(8 * 2500 * 512 * 512);
    let refusal: unknown;
    try {
      requireCellMemory(need, room);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(KernelMemoryError);
    expect(refusal).toMatchObject({ needed: need.kernels, available: kernelMemory().available });
    expect((refusal as Error).message).toMatch(/^Not enough memory: 5000 MiB needed, \d+ MiB available\./);
  });

  it('is refused when the machine has less than the copies of the images take', () => {
    const size = { rows: 64, cols: 64, train: 1000, others: 1000 };
    const { total } = cellMemory(glram, size);
    expect(total).toBe(8 * 3000 * 64 * 64);
    expect(() => requireCellMemory(cellMemory(glram, size), total)).not.toThrow();
    expect(() => requireCellMemory(cellMemory(glram, size), total - 1)).toThrow(KernelMemoryError);
  });

  it('does not count images for vector methods that work with inner products', () => {
    const need = cellMemory(pca, { rows: 1000, cols: 1000, train: 100, others: 10_000 });
    expect(need.total).toBe(8 * 6 * 100 * 100);
  });

  it('never exceeds what loading the images takes', () => {
    const images = matrixStack(300, 20, 30);
    const before = kernelMemory().used;
    const batch = loadBatch(images);
    const taken = kernelMemory().used - before;
    batch.release();
    expect(cellMemory(glram, { rows: 20, cols: 30, train: 300, others: 10 }).kernels).toBeLessThanOrEqual(taken);
  });

  it('lets ten thousand images of 64 × 64 pass', () => {
    for (const method of [pca, glram]) {
      expect(() =>
        requireCellMemory(cellMemory(method, { rows: 64, cols: 64, train: 5000, others: 5000 }), 2 ** 34),
      ).not.toThrow();
    }
  });
});

import { describe, expect, it } from 'vitest';
import {
  diagonal,
  kernelMemory,
  KernelMemoryError,
  leadingEigen,
  loadBatch,
  matrixStack,
  selectKernels,
} from '../../../../src/core/linalg/index.ts';
import { kernels } from '../../../../src/core/linalg/kernels/kernels.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { cellMemory, fitMemory, gramObjection, requireMemory } from '../../../../src/core/study/cells/cellMemory.ts';

const [pca, ppca, glram] = ['pca', 'ppca', 'glram'].map((id) => findMethod(id)!);
const room = Number.MAX_SAFE_INTEGER;

describe('the memory that a cell needs', () => {
  it('is refused with needed and available when the kernels cannot hold the matrix that is decomposed', () => {
    const need = cellMemory(pca, { rows: 120, cols: 100, train: 13_000, others: 500 });
    expect(need.kernels).toBe(8 * 4 * 12_000 ** 2);
    let refusal: unknown;
    try {
      requireMemory(need, room);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(KernelMemoryError);
    expect(refusal).toMatchObject({ needed: need.kernels, available: kernelMemory().available });
    expect((refusal as Error).message).toMatch(/^Not enough memory: 4395 MiB needed, \d+ MiB available\./);
  });

  it('is refused when the machine has less than the copies of the images take', () => {
    const size = { rows: 64, cols: 64, train: 1000, others: 1000 };
    const need = cellMemory(ppca, size, { algorithm: 'em' });
    expect(need.total).toBe(8 * 2000 * 64 * 64);
    expect(() => requireMemory(need, need.total)).not.toThrow();
    expect(() => requireMemory(need, need.total - 1)).toThrow(KernelMemoryError);
  });

  it('has the images of bilinear methods as far as batches keep them, and no copies', () => {
    const size = { rows: 64, cols: 64, train: 1000, others: 2000 };
    expect(cellMemory(glram, size)).toEqual({ kernels: 8 * 2000 * 4096, total: 8 * 2000 * 4096 });
    expect(cellMemory(glram, { ...size, train: 90_000 })).toEqual({ kernels: 0, total: 0 });
    expect(fitMemory(glram, { ...size, train: 90_000 })).toEqual({ kernels: 0, total: 0 });
  });

  it('is that of a part of the images where axes are combined from more than stay in memory', () => {
    const { kernels } = fitMemory(pca, { rows: 1000, cols: 1000, train: 600 });
    expect(kernels).toBe(8 * 4 * 600 * 600 + 8 * 128 * 1e6);
  });

  it('does not count images for vector methods that work with inner products', () => {
    const need = cellMemory(pca, { rows: 1000, cols: 1000, train: 100, others: 10_000 });
    expect(need.total).toBe(8 * 4 * 100 * 100);
    // One fit outside a study has no inner products to start from: it loads the images.
    expect(fitMemory(pca, { rows: 1000, cols: 1000, train: 100 }).kernels).toBe(need.total + 8 * 100 * 1e6);
  });

  it('is none for a few leading axes of many, and for EM', () => {
    const size = { rows: 100, cols: 100, train: 40_000 };
    const all = fitMemory(ppca, { ...size, axes: 9000 });
    const few = fitMemory(ppca, { ...size, axes: 21 });
    expect(few).toEqual({ kernels: 0, total: 0 });
    expect(fitMemory(ppca, { ...size, train: 9000, axes: 900 }).kernels).toBeGreaterThan(8 * 9000 * 9000);
    expect(all.kernels).toBe(4 * 8 * 1e8);
    expect(() => requireMemory(few, room)).not.toThrow();
    expect(() => requireMemory(fitMemory(ppca, { ...size, rows: 300, axes: 9000 }), room)).toThrow(
      /^Not enough memory: \d+ MiB needed/,
    );
    expect(fitMemory(ppca, size, { algorithm: 'em' }).total).toBe(0);
  });

  it('of axes combined from images is that of all of them up to 256, then of 128 at a time', () => {
    const combined = (train: number): number => {
      const { kernels } = fitMemory(pca, { rows: 1000, cols: 1000, train });
      return (kernels - 8 * 4 * train ** 2) / 8e6;
    };
    expect([255, 256, 257].map(combined)).toEqual([255, 256, 128]);
  });

  it('may be all that there is', () => {
    const free = kernelMemory().available;
    expect(() => requireMemory({ kernels: free, total: free }, room)).not.toThrow();
    expect(() => requireMemory({ kernels: free + 1, total: 0 }, room)).toThrow(KernelMemoryError);
  });

  it('of the inner products of a dataset is that of 16 384 images at most', () => {
    const sentence = (count: number, size: string): string =>
      `The inner products of all ${count} images would take ${size} GB, more than the limit of 2 GiB. ` +
      'Import smaller or fewer images.';
    expect(gramObjection(1)).toBeNull();
    expect(gramObjection(16_384)).toBeNull();
    expect(gramObjection(16_385)).toBe(sentence(16_385, '2.1'));
    expect(gramObjection(35_000)).toBe(sentence(35_000, '9.8'));
    expect(gramObjection(35_356)).toBe(sentence(35_356, '10'));
    expect(gramObjection(70_000)).toBe(sentence(70_000, '39'));
  });

  it('never exceeds what a decomposition takes, and is near it', () => {
    for (const axes of [900, 20]) {
      const a = diagonal(Float64Array.from({ length: 900 }, (_, i) => 0.9 ** i));
      // A fresh instance, whose memory grows to what was taken at most.
      selectKernels('wasm-simd');
      selectKernels('wasm-relaxed-simd');
      leadingEigen(a, axes);
      const taken = kernels().arena.values.byteLength;
      const bound = fitMemory(ppca, { rows: 900, cols: 1, train: 900, axes }).kernels;
      expect(bound).toBeLessThanOrEqual(taken);
      if (axes === 900) expect(bound).toBeGreaterThan(0.4 * taken);
    }
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
        requireMemory(cellMemory(method, { rows: 64, cols: 64, train: 5000, others: 5000 }), 2 ** 34),
      ).not.toThrow();
    }
  });
});

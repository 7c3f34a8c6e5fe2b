import { describe, expect, it } from 'vitest';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { twoDPca } from '../../../../src/core/methods/bilinear/twoDPca.ts';
import { latentShapes } from '../../../../src/core/methods/latent/latentGrid.ts';
import type { InvalidInputError } from '../../../../src/core/methods/problems.ts';
import { oneModeTensorPhopca } from '../../../../src/core/methods/tensor/oneModeTensor.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import type { LatentGrid } from '../../../../src/core/methods/latent/latentGridSchema.ts';

const vector = (grid: LatentGrid) => latentShapes(pca, grid, 6, 5, 9).map(([q]) => q);
const bilinear = (grid: LatentGrid) => latentShapes(bppca, grid, 6, 5, 9);

describe('latentShapes', () => {
  it('tries every shape of nested methods by default', () => {
    expect(vector('default')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(latentShapes(ppca, 'default', 6, 5, 9)).toHaveLength(7);
    expect(latentShapes(twoDPca, 'all', 6, 5, 9)).toHaveLength(5);
  });

  it('thins the default grid of other methods and stays inside the image', () => {
    expect(bilinear('default')).toHaveLength(5 * 4);
    expect(latentShapes(bppca, 'default', 32, 32, 80)).toHaveLength(81);
    expect(bilinear('all')).toHaveLength(30);
  });

  it('clips ranges and refuses lists above the largest shape', () => {
    expect(vector({ from: 5, to: 100, step: 2 })).toEqual([5, 7]);
    expect(vector([4, 2, 4])).toEqual([2, 4]);
    expect(() => vector([2, 9])).toThrow('PCA: q can be at most 8 here, found 9.');
    expect(() => vector({ from: 9, to: 12, step: 1 })).toThrow('PCA: q can be at most 8 here, found a range from 9.');
    expect(() => vector({ from: 4, to: 3, step: 1 })).toThrow('must not end before it starts');
  });

  it('multiplies the axes of a product', () => {
    expect(bilinear({ qc: [1, 6], qr: { from: 2, to: 9, step: 3 } })).toEqual([
      [1, 2],
      [1, 5],
      [6, 2],
      [6, 5],
    ]);
  });

  it('ties the axes of a pair', () => {
    expect(bilinear({ tied: 'all' })).toEqual([1, 2, 3, 4, 5].map((q) => [q, q]));
    expect(bilinear({ tied: { from: 3, to: 99, step: 2 } })).toEqual([
      [3, 3],
      [5, 5],
    ]);
    expect(() => bilinear({ tied: [2, 6] })).toThrow('q can be at most 5 here, found 6');
    expect(() => vector({ tied: [2] })).toThrow('PCA has the latent dimension q only: nothing to tie.');
  });

  it('matches the numbers that codes and bases of (q, q) store, rounded up', () => {
    const grid: LatentGrid = { matched: [2, 10, 15] };
    expect(latentShapes(bppca, grid, 32, 32, 80)).toEqual([
      [2, 2],
      [10, 10],
      [15, 15],
    ]);
    for (const [method, perDimension] of [
      [pca, 80 + 32 * 24],
      [twoDPca, 80 * 32 + 24],
    ] as const) {
      const stored = [2, 10, 15].map((q) => 80 * q * q + 32 * q + 24 * q);
      const found = latentShapes(method, grid, 32, 24, 80).map(([q]) => q);
      expect(found).toHaveLength(3);
      found.forEach((q, i) => {
        expect(q * perDimension).toBeGreaterThanOrEqual(stored[i]);
        expect((q - 1) * perDimension).toBeLessThan(stored[i]);
      });
    }
  });

  it('ends matched ranges at the largest dimension and refuses values above it', () => {
    // N = 9 images of 6 × 5: (5, 5) stores 280 numbers, 39 a dimension.
    expect(vector({ matched: 'all' })).toEqual([1, 2, 3, 5, 8]);
    expect(latentShapes(pca, { matched: 'all' }, 6, 5, 5).map(([q]) => q)).toEqual([1, 2, 3, 4]);
    expect(() => latentShapes(pca, { matched: [5] }, 6, 5, 5)).toThrow(
      'PCA: (5, 5) is matched by q = 6, which can be at most 4 here.',
    );
    expect(() => latentShapes(oneModeTensorPhopca, { matched: [2] }, 6, 5, 5)).toThrow('depends on the mode');
  });

  it('sorts explicit shapes and drops repetitions', () => {
    expect(
      bilinear([
        [3, 2],
        [1, 5],
        [3, 2],
      ]),
    ).toEqual([
      [1, 5],
      [3, 2],
    ]);
    expect(() => bilinear([[7, 2]])).toThrow('the largest latent shape here is (6, 5), found (7, 2)');
    expect(() => bilinear([[2]])).toThrow('a latent shape has 2 entries (q_c, q_r), found (2).');
  });

  it('names the field of a grid of the wrong kind', () => {
    try {
      bilinear({ qc: [9], qr: [9] });
      expect.unreachable();
    } catch (error) {
      expect((error as InvalidInputError).problems.map((problem) => problem.path)).toEqual(['latent.qc', 'latent.qr']);
    }
    expect(() => bilinear([1, 2])).toThrow('expected {"qc": …, "qr": …} or a list of shapes');
    expect(() => vector({ qc: 'all', qr: 'all' })).toThrow('PCA has the latent dimension q only');
  });

  it('says when there are too few images', () => {
    expect(() => latentShapes(ppca, 'default', 6, 5, 2)).toThrow('PPCA cannot be fitted to 2 training images');
  });
});

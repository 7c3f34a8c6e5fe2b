import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coarseShapes } from '../../../../src/core/methods/latent/latentGrid.ts';
import type { LatentShape } from '../../../../src/core/methods/method.ts';
import { adaptiveShapes } from '../../../../src/core/study/cells/evaluate.ts';

const bowl = (bottom: readonly number[]) => (shape: LatentShape) =>
  shape.reduce((sum, value, axis) => sum + (value - bottom[axis]) ** 2, 0);
const search = (largest: LatentShape, errors: (shape: LatentShape) => number | null) =>
  adaptiveShapes(largest, (shapes) => shapes.map(errors));
const point = (largest: readonly number[]) => fc.tuple(...largest.map((max) => fc.integer({ min: 1, max })));

describe('adaptive grids', () => {
  it('start from powers of two', () => {
    expect(coarseShapes([9]).flat()).toEqual([1, 2, 4, 8]);
    expect(coarseShapes([1, 3])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('find the bottom of a bowl anywhere, and look at few shapes', () => {
    fc.assert(
      fc.property(point([46, 56]), (bottom) => {
        const shapes = search([46, 56], bowl(bottom));
        expect(shapes).toContainEqual(bottom);
        expect(shapes.length).toBeLessThan(150);
      }),
    );
  });

  it('end where no direct neighbour has fewer errors, within the largest shape, each shape once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 20 * 17, maxLength: 20 * 17 }), (errors) => {
        const at = ([a, b]: LatentShape): number => errors[(a - 1) * 17 + b - 1];
        const shapes = search([20, 17], at);
        expect(new Set(shapes.map(String)).size).toBe(shapes.length);
        expect([...shapes].sort((x, y) => x[0] - y[0] || x[1] - y[1])).toEqual(shapes);
        expect(shapes.every(([a, b]) => a >= 1 && a <= 20 && b >= 1 && b <= 17)).toBe(true);
        const least = Math.min(...shapes.map(at));
        const settled = shapes
          .filter((shape) => at(shape) === least)
          .some(([a, b]) =>
            [-1, 0, 1].every((i) =>
              [-1, 0, 1].every((j) => {
                const [r, c] = [a + i, b + j];
                return r < 1 || c < 1 || r > 20 || c > 17 || at([r, c]) >= least;
              }),
            ),
          );
        expect(settled).toBe(true);
      }),
    );
  });

  it('are the coarse grid where nothing can be judged, and leave out of the search what cannot', () => {
    expect(search([9, 9], () => null)).toEqual(coarseShapes([9, 9]));
    const shapes = search([30], ([q]) => (q > 12 ? null : Math.abs(q - 11)));
    expect(shapes).toContainEqual([11]);
  });

  it('judge the coarse shapes, then neighbours half the coarse gap away, then nearer ones, each shape once', () => {
    const rounds: number[][] = [];
    const shapes = adaptiveShapes([40], (asked) => {
      rounds.push(asked.flat());
      return asked.map(bowl([16]));
    });
    expect(rounds).toEqual([
      [1, 2, 4, 8, 16, 32],
      [12, 20],
      [14, 18],
      [15, 17],
    ]);
    expect(shapes.flat()).toEqual([1, 2, 4, 8, 12, 14, 15, 16, 17, 18, 20, 32]);
    // From a new centre the search goes on at the same distance; what was judged is not judged again.
    rounds.length = 0;
    adaptiveShapes([40], (asked) => {
      rounds.push(asked.flat());
      return asked.map(bowl([21]));
    });
    expect(rounds).toEqual([[1, 2, 4, 8, 16, 32], [12, 20], [24], [18, 22], [19, 21]]);
  });

  it('do not depend on the order in which shapes are judged', () => {
    const errors = bowl([7, 13]);
    const backwards = adaptiveShapes([20, 20], (shapes) => [...shapes].reverse().map(errors).reverse());
    expect(backwards).toEqual(search([20, 20], errors));
  });
});

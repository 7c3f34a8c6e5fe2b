import { describe, expect, it } from 'vitest';
import { dimensionsOf, rmseText, shapeNear } from '../../../../src/core/figures/kinds/reconstructions.ts';

describe('the latent dimensions of reconstructions', () => {
  it('are 1, 5, 10 and 50, or what the grids have nearest to these, each once', () => {
    const line = (...all: number[]) => all.map((q) => [q]);
    expect(dimensionsOf([line(1, 2, 5, 10, 20, 50), line(3)])).toEqual([1, 5, 10, 50]);
    expect(dimensionsOf([line(2, 6)])).toEqual([2, 6]);
    expect(dimensionsOf([line(20), [[4, 6]]])).toEqual([4.9, 20]);
  });

  it('are met by square shapes before others of their size', () => {
    const grid = [
      [2, 8],
      [4, 4],
      [8, 2],
      [9, 9],
    ];
    expect(shapeNear(grid, 4)).toEqual([4, 4]);
    expect(shapeNear(grid, 50)).toEqual([9, 9]);
  });
});

it('an error in the last bits of the pixels is none', () => {
  expect([9.84e-14, 0, 1e-3, 12.345].map((rmse) => rmseText(rmse, 255))).toEqual(['0', '0', '0.001', '12.3']);
});

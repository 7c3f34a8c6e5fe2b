import { describe, expect, it } from 'vitest';
import type { Curve } from '../../../../src/core/study/table/table.ts';
import { heatGrid, labelledTicks } from '../../../../src/core/figures/charts/heatMap.ts';

const curve: Curve = {
  label: 'GLRAM',
  methodId: 'glram',
  condition: 'k=2',
  latentNames: ['q_c', 'q_r'],
  points: [
    { shape: [10, 2], codeSize: 20, mean: 12, std: 1, n: 4 },
    { shape: [4, 2], codeSize: 8, mean: 30, std: 2, n: 4 },
    { shape: [4, 8], codeSize: 32, mean: 12, std: null, n: 1 },
  ],
};

describe('heatGrid', () => {
  it('puts q_c in rows and q_r in columns, ascending, and leaves gaps where there is no result', () => {
    const grid = heatGrid(curve);
    expect([grid.qc, grid.qr]).toEqual([
      [4, 10],
      [2, 8],
    ]);
    expect(grid.cells).toEqual([
      [
        { mean: 30, std: 2, n: 4 },
        { mean: 12, std: null, n: 1 },
      ],
      [{ mean: 12, std: 1, n: 4 }, null],
    ]);
    expect([grid.least, grid.greatest]).toEqual([12, 30]);
  });

  it('outlines the shape with the fewest features among equals', () => {
    expect(heatGrid(curve).best).toEqual({ i: 1, j: 0 });
  });

  it('refuses curves over one dimension', () => {
    expect(() => heatGrid({ ...curve, latentNames: ['q'] })).toThrow('expected two latent dimensions, found 1');
  });
});

describe('heatGrid of a measure that is better when higher', () => {
  it('has its best cell at the greatest mean', () => {
    const { best, greatest, cells } = heatGrid(curve, 'higher');
    expect(cells[best!.i][best!.j]?.mean).toBe(greatest);
  });
});

describe('labelledTicks', () => {
  it('labels all of a short axis, and 1, 5, 10, … of a long one', () => {
    expect(labelledTicks(4, 12)).toEqual([0, 1, 2, 3]);
    expect(labelledTicks(46, 12).map((i) => i + 1)).toEqual([1, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
  });
});

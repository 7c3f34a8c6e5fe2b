import { describe, expect, it } from 'vitest';
import { SHADES } from '../../../../src/core/figures/charts/colourScale.ts';
import { heatMap, heatGrid, labelledTicks } from '../../../../src/core/figures/charts/heatMap.ts';
import { heatMapSvg } from '../../../support/paintedSvg.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import type { Curve } from '../../../../src/core/study/table/table.ts';
import { tableOf } from '../../study/tableOf.ts';

const table = tableOf([[30, 12]], { methods: ['pca', 'glram'], dataset: 'orl' });
const curve: Curve = {
  label: 'GLRAM',
  methodId: 'glram',
  condition: table.conditions[0].key,
  latentNames: ['q_c', 'q_r'],
  points: [
    { shape: [4, 2], codeSize: 8, mean: 10, std: 1, n: 4 },
    { shape: [4, 8], codeSize: 32, mean: 20, std: null, n: 1 },
    { shape: [9, 2], codeSize: 18, mean: 80, std: 3, n: 4 },
  ],
};

describe('a heat map', () => {
  it('shades from the best to the worst, and reads every cell', () => {
    const { cells, best, scale, x, y } = heatMap(table, curve, 'full');
    expect(cells.map((row) => row.map((cell) => cell?.shade))).toEqual([
      [0, 9],
      [SHADES - 1, undefined],
    ]);
    expect(cells[0].map((cell) => cell?.reading)).toEqual([
      '(4, 2): 10.00 ± 1.00%, 4 repeats',
      '(4, 8): 20.00%, 1 repeat',
    ]);
    expect(best).toEqual({ row: 0, column: 0, text: 'Lowest: (4, 2)' });
    expect([x.name, y.name, scale.title]).toEqual(['q_r', 'q_c', 'Mean error rate (%)']);
    expect([scale.best.text, scale.worst.text]).toEqual(['10.0%', '80.0%']);
  });

  it('of tied shapes is one row, which names both dimensions', () => {
    const points = [3, 5, 8].map((q, n) => ({ shape: [q, q], codeSize: q * q, mean: 30 - 10 * n, std: null, n: 1 }));
    const map = heatMap(table, { ...curve, points }, 'full');
    expect([map.x.name, map.x.values, map.y.name]).toEqual(['q_c = q_r', [3, 5, 8], '']);
    expect(map.cells.map((row) => row.map((cell) => cell?.reading))).toEqual([
      ['(3, 3): 30.00%, 1 repeat', '(5, 5): 20.00%, 1 repeat', '(8, 8): 10.00%, 1 repeat'],
    ]);
    expect(map.best).toEqual({ row: 0, column: 2, text: 'Lowest: (8, 8)' });
    // A single shape is not tied to anything.
    expect(heatMap(table, { ...curve, points: points.slice(1, 2) }, 'full').y.name).toBe('q_c');
  });

  it('says where its last shade holds what is worse, too', () => {
    const { cells, scale } = heatMap(table, curve, 'near');
    expect(scale.worst).toEqual({ value: 25, text: '≥ 25.0%' });
    expect(cells[1][0]?.shade).toBe(SHADES - 1);
  });

  it('is turned over for a measure that is better when higher', () => {
    const rates = { ...table, measure: measureOf('accuracy') };
    const { best, scale } = heatMap(rates, curve, 'near');
    expect(best).toEqual({ row: 1, column: 0, text: 'Highest: (9, 2)' });
    expect(scale.worst.text).toBe('≤ 50.0%');
  });

  it('is exported with the ticks, the scale and the best cell of its description', () => {
    const map = heatMap(table, curve, 'near');
    const svg = heatMapSvg(map, 'light');
    const texts = (name: string) =>
      [...svg.matchAll(new RegExp(`class="${name}"[^>]*>([^<]*)<`, 'g'))].map(([, text]) => text);
    expect(texts('x tick')).toEqual(map.x.ticks.map(({ text }) => text));
    expect(texts('y tick')).toEqual(map.y.ticks.map(({ text }) => text));
    expect(texts('scale worst')).toEqual(['≥ 25.0%']);
    // Rows run bottom up: the best, of row 0, is the lower left cell of 72 × 72 pixels.
    expect(svg).toContain('class="best" x="58" y="106" width="72" height="72"');
  });
});

const gridCurve: Curve = {
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
    const grid = heatGrid(gridCurve);
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
    expect(heatGrid(gridCurve).best).toEqual({ i: 1, j: 0 });
  });

  it('refuses curves over one dimension', () => {
    expect(() => heatGrid({ ...gridCurve, latentNames: ['q'] })).toThrow('expected two latent dimensions, found 1');
  });
});

describe('heatGrid of a measure that is better when higher', () => {
  it('has its best cell at the greatest mean', () => {
    const { best, greatest, cells } = heatGrid(gridCurve, 'higher');
    expect(cells[best!.i][best!.j]?.mean).toBe(greatest);
  });
});

describe('labelledTicks', () => {
  it('labels all of a short axis, and 1, 5, 10, … of a long one', () => {
    expect(labelledTicks(4, 12)).toEqual([0, 1, 2, 3]);
    expect(labelledTicks(46, 12).map((i) => i + 1)).toEqual([1, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
  });
});

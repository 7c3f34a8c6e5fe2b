import { describe, expect, it } from 'vitest';
import { figurePageSchema } from '../../../src/core/figures/figurePage.ts';
import { sheetOf } from '../../../src/core/figures/drawingArea.ts';
import { drawLineChart } from '../../../src/core/figures/painters/lineChart.ts';
import type { TextShape } from '../../../src/core/figures/drawing/drawing.ts';
import { curves } from '../../support/sampleFigures.ts';

/** A chart of so many lines with names of one length. */
function many(count: number, name: string) {
  const [line] = curves(1).series;
  const series = Array.from({ length: count }, (_, i) => ({ ...line, label: `${name} ${i}` }));
  return { ...curves(1), series };
}

function drawnIn(chart: ReturnType<typeof many>, page: object) {
  const { shapes, height } = drawLineChart(chart, 'light', sheetOf(figurePageSchema.parse(page)));
  const names = shapes.filter((shape): shape is TextShape => shape.kind === 'text' && shape.part === 'legend');
  const places = names.map(({ at }) => at[1]);
  const columns = new Set(names.map(({ at }) => at[0])).size;
  return { names, columns, height, legend: Math.max(...places) - Math.min(...places) + 14 };
}

describe('the legend of a figure for a column', () => {
  it.each([
    [8, 'PCA'],
    [12, 'PCA'],
    [12, 'Bilinear PPCA'],
    [20, 'PCA'],
    [12, 'Bilinear probabilistic PCA, tied'],
  ])('of %i lines named "%s" takes a fifth of its height at most', (count, name) => {
    const { names, columns, legend, height } = drawnIn(many(count, name), { width: 'column' });
    expect(names).toHaveLength(count);
    expect(columns).toBeGreaterThan(1);
    expect(legend).toBeLessThanOrEqual(height / 5);
  });

  it('shortens names only where they cannot stand in full, and keeps their ends apart', () => {
    const name = 'Bilinear probabilistic PCA, tied';
    const textsOf = (count: number) =>
      drawnIn(many(count, name), { width: 'column' }).names.map(({ runs }) => runs.map(({ text }) => text).join(''));
    expect(textsOf(3)).toEqual([0, 1, 2].map((i) => `${name} ${i}`));
    const short = textsOf(12);
    expect(new Set(short).size).toBe(12);
    for (const text of short) expect(text).toMatch(/^Bil.*….*\d$/);
  });

  it('has best values where they are asked for only', () => {
    const values = (page: object): boolean[] =>
      drawnIn(many(3, 'PCA'), page).names.map(({ runs }) => runs.some(({ text }) => text.includes('(10, 3)')));
    expect(values({ width: 'column' })).toEqual([false, false, false]);
    expect(values({ width: 'column', values: 'shown' })).toEqual([true, true, true]);
    expect(values({ width: 'page' })).toEqual([true, true, true]);
    expect(values({ width: 'page', values: 'hidden' })).toEqual([false, false, false]);
  });
});

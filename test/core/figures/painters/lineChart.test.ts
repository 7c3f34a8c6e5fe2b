import { describe, expect, it } from 'vitest';
import { axisOf } from '../../../../src/core/figures/charts/axis.ts';
import type { LineChart } from '../../../../src/core/figures/charts/lineChart.ts';
import { SCREEN, type Sheet } from '../../../../src/core/figures/drawingArea.ts';
import { appearancesOf } from '../../../../src/core/methods/appearance.ts';
import { lineChartsSvg } from '../../../support/paintedSvg.ts';

const appearances = appearancesOf([
  { label: 'PCA', methodId: 'pca' },
  { label: 'LDA', methodId: 'lda' },
]);
const x = axisOf({ kind: 'linear', from: 0, to: 10 }, 'Latent dimension', 5);
const y = axisOf({ kind: 'linear', from: 0, to: 100 }, 'Error rate (%)', 5);
const chart = (i: number, labels: readonly string[]): LineChart => ({
  ...{ description: `chart ${i}`, title: `k = ${i}`, x, y, spread: 'none', legendNotes: ['orl', 'Bands: ± 1 std'] },
  series: labels.map((label) => ({
    ...{ label, note: `best ${i}`, appearance: appearances.get(label)!, marks: [] },
    points: [0, 10].map((at) => ({ x: at, y: 50 - at - i, name: '', reading: '', marked: true })),
  })),
});
const svg = (count: number, sheet: Sheet = SCREEN): string =>
  lineChartsSvg(
    Array.from({ length: count }, (_, i) => chart(i + 1, i === 0 ? ['PCA'] : ['PCA', 'LDA'])),
    'light',
    sheet,
  );
const texts = (of: string, part: string): string[] =>
  [...of.matchAll(new RegExp(`class="${part}"[^>]*>([^<]+)<`, 'g'))].map(([, words]) => words);
/** Where the titles of the panels stand: how many columns and rows. */
const columnsOf = (of: string): [number, number] => {
  const titles = [...of.matchAll(/<text\b[^>]*class="panel"[^>]*>/g)].map(([tag]) => tag);
  const distinct = (name: string) => new Set(titles.map((tag) => new RegExp(` ${name}="([^"]+)"`).exec(tag)![1])).size;
  return [distinct('x'), distinct('y')];
};

describe('charts on the same axes', () => {
  it('stand side by side under their titles, with one title per axis, one legend, and values on the left', () => {
    const drawn = svg(3);
    expect(texts(drawn, 'panel')).toEqual(['k = 1', 'k = 2', 'k = 3']);
    expect(columnsOf(drawn)).toEqual([3, 1]);
    expect(texts(drawn, 'y tick')).toEqual(y.ticks.map(({ text }) => text));
    expect(texts(drawn, 'x title')).toHaveLength(1);
    expect(texts(drawn, 'y title')).toHaveLength(1);
    expect(texts(drawn, 'legend')).toEqual(['PCA', 'LDA']);
    expect(texts(drawn, 'note')).toEqual(['orl · Bands: ± 1 std']);
    expect(drawn.match(/class="line"/g)).toHaveLength(5);
  });

  it('are two to four in a row, in rows of about a length', () => {
    const column = { ...SCREEN, width: 357 };
    expect([1, 2, 3, 4, 5, 9].map((count) => (count === 1 ? [0, 0] : columnsOf(svg(count))))).toEqual([
      [0, 0],
      [2, 1],
      [3, 1],
      [4, 1],
      [3, 2],
      [3, 3],
    ]);
    expect([2, 5].map((count) => columnsOf(svg(count, column)))).toEqual([
      [2, 1],
      [2, 3],
    ]);
  });

  it('are as wide as the sheet', () => {
    for (const width of [357, 740]) expect(svg(5, { ...SCREEN, width })).toContain(` width="${width}"`);
  });
});

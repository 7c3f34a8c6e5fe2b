import { describe, expect, it } from 'vitest';
import { contrast, shadeColour, SHADES } from '../../../../src/core/figures/charts/colourScale.ts';
import { overview, miniature } from '../../../../src/core/figures/charts/overview.ts';
import { overviewSvg } from '../../../support/paintedSvg.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { appearancesOf } from '../../../../src/core/methods/appearance.ts';
import type { StudyTable, TableEntry } from '../../../../src/core/study/table/table.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import { tableOf } from '../../study/tableOf.ts';

/** Means by method and condition; null: nothing finished. */
const means: readonly (readonly (number | null)[])[] = [
  [30, 8, 101.25],
  [10, 4, 0.5],
  [20, 6, null],
];
const better = (column: number): number => Math.min(...means.map((row) => row[column] ?? Infinity));
const entry = (mean: number | null, column: number): TableEntry => ({
  mean,
  std: null,
  shape: [1],
  values: [],
  repeats: [],
  failed: 0,
  pending: 0,
  planned: 1,
  compared: mean === null ? null : { mean, repeats: 1 },
  standing: mean === null ? 'none' : mean === better(column) ? 'best' : 'worse',
  significant: false,
  p: null,
});
const table: StudyTable = {
  study: 'A study',
  dataset: 'orl <&>',
  measure: measureOf('error-rate'),
  options: { ...defaultTableOptions, rows: ['training', 'perturbation'] },
  conditions: ['k = 2', 'k = 2, noise', 'k = 3'].map((title, c) => ({
    key: title,
    title,
    parts: { training: c < 2 ? 'k = 2' : 'k = 3', perturbation: c === 1 ? 'noise' : '' },
  })),
  rows: ['pca', 'lda', 'lpp'].map((methodId, m) => ({
    label: methodId.toUpperCase(),
    methodId,
    entries: means[m].map(entry),
  })),
  footer: [],
  essentials: [],
  done: 8,
  total: 9,
};
const oracle = { selection: 'oracle', shading: 'condition' } as const;

describe('the overview of a study', () => {
  it('has methods by mean rank over the complete conditions, and conditions in the order of the study', () => {
    const { rows, columns } = overview(table, oracle);
    expect(rows.map(({ label, rank }) => [label, rank])).toEqual([
      ['LDA', 1],
      ['LPP', 2],
      ['PCA', 3],
    ]);
    expect(columns.map((column) => column.map(({ title }) => title))).toEqual([
      ['k = 2', 'clean'],
      ['k = 2', 'noise'],
      ['k = 3', 'clean'],
    ]);
    expect(rows[2].cells.map((cell) => cell?.text)).toEqual(['30.0*', '8.00*', '101*']);
    expect(rows[1].cells[2]).toBeNull();
    expect(rows[0].cells[0]).toMatchObject({ place: { method: 1, condition: 0, selection: 'oracle' }, best: true });
    expect(rows[0].cells[0]?.reading).toBe('LDA, k = 2: 10.00%');
  });

  it('colours the best of every condition the brightest, or all on one scale', () => {
    const fills = (shading: 'condition' | 'all') =>
      overview(table, { ...oracle, shading }).rows.map(({ cells }) => cells.map((cell) => cell?.fill));
    const [bright, middle, dark] = [0, 32, SHADES - 1].map(shadeColour);
    expect(fills('condition')).toEqual([
      [bright, bright, bright],
      [middle, middle, undefined],
      [dark, dark, dark],
    ]);
    const one = fills('all').flat();
    expect(one.filter((fill) => fill === bright)).toHaveLength(1);
    // Twice the median distance from the best, 17 points: three values are beyond it.
    expect(one.filter((fill) => fill === dark)).toHaveLength(3);
    const { rows, note } = overview(table, { ...oracle, shading: 'all' });
    const texts = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []));
    expect(texts.filter((text) => text.endsWith('›'))).toEqual(['20.0*›', '30.0*›', '101*›']);
    expect(note).toContain('›: beyond the scale');
    expect(overview(table, oracle).note).not.toContain('›');
  });

  it('has the brightest at the highest of measures that are better when greater', () => {
    const rates = overview({ ...table, measure: measureOf('accuracy') }, oracle);
    const highest = rates.rows.flatMap(({ cells }) => cells).find((cell) => cell?.reading.includes('30.00'));
    expect(highest?.fill).toBe(shadeColour(0));
  });

  it('writes on every colour of the scale with a contrast of 4.5 and more', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    const worst = Array.from({ length: SHADES }, (_, n) => shadeColour(n)).map((fill) =>
      Math.max(contrast(fill, '#000000'), contrast(fill, '#ffffff')),
    );
    expect(Math.min(...worst)).toBeGreaterThan(4.5);
  });

  it('is drawn with every cell, the outlines of the best, and the bars of the ranks', () => {
    const svg = overviewSvg(overview(table, oracle), appearancesOf(table.rows), 'light');
    expect(svg.match(/class="cell"/g)).toHaveLength(8);
    expect(svg.match(/class="best"/g)).toHaveLength(3);
    const bars = [...svg.matchAll(/class="rank" x="[\d.]+" y="[\d.]+" width="([\d.]+)"/g)].map((match) =>
      Number(match[1]),
    );
    expect(bars).toEqual([30, 60, 90]);
    expect(svg).toContain('orl &lt;&amp;&gt;');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the miniature of a study', () => {
  it('has the distances of its overview from the best, the best method first', () => {
    const table = tableOf([
      [30, 10],
      [20, 5],
    ]);
    const { rows } = overview(table, { selection: 'oracle', shading: 'condition' });
    const found = miniature(table);
    expect(found).toEqual(rows.map(({ cells }) => cells.map((cell) => cell!.away)));
    expect([found[0][0], found[1][0]]).toEqual([0, 1]);
  });

  it('stays small whatever the study', () => {
    const methods = Array.from({ length: 30 }, (_, m) => `m${m}`);
    const means = Array.from({ length: 40 }, (_, c) => methods.map((_, m) => m + c));
    const table = tableOf(means, { methods });
    const found = miniature(table);
    expect([found.length, found[0].length]).toEqual([16, 24]);
  });
});

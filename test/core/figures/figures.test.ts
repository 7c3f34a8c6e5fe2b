/** Figures as SVG text: what is drawn, where, in which colours; librsvg says whether it is a picture. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { characteristicChart } from '../../../src/core/figures/charts/characteristic.ts';
import { convergenceCharts, fitCharts, type TracedFit } from '../../../src/core/figures/charts/convergenceChart.ts';
import { errorCurves, type CurvesLook } from '../../../src/core/figures/charts/errorCurves.ts';
import { heatMap } from '../../../src/core/figures/charts/heatMap.ts';
import { rankDiagram } from '../../../src/core/figures/rankDiagram.ts';
import { spectrumChart } from '../../../src/core/figures/charts/spectrum.ts';
import { LIKELIHOOD, MEAN_SQUARED_ERROR } from '../../../src/core/methods/sharedDeclarations.ts';
import { heatMapSvg, lineChartSvg, lineChartsSvg, rankDiagramSvg } from '../../support/paintedSvg.ts';
import type { FigureTheme } from '../../../src/core/figures/painters/theme.ts';
import { appearanceOf, appearancesOf } from '../../../src/core/methods/appearance.ts';
import type { Quantity } from '../../../src/core/methods/method.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { rankReport } from '../../../src/core/study/comparison/ranks.ts';
import type { Curve, StudyTable } from '../../../src/core/study/table/table.ts';
import { tableOf } from '../study/tableOf.ts';

/** A fit with one trace. */
function traced(label: string, methodId: string, quantity: Quantity, values: number[], seconds?: number[]): TracedFit {
  return { label, methodId, traces: [{ name: 'objective', column: null, quantity, values, first: 1 }], seconds };
}

const table = tableOf(
  [
    [30, 12],
    [20, 10],
    [9, 11],
  ],
  { methods: ['pca', 'fpca'], dataset: 'orl <56 × 46> & more' },
);
const curves: Curve[] = table.conditions.flatMap(({ key }) => [
  {
    label: 'PCA',
    methodId: 'pca',
    condition: key,
    latentNames: ['q'],
    points: [1, 2, 3, 40].map((q) => ({ shape: [q], codeSize: 8 * q, mean: 80 / q, std: 2, n: 3 })),
  },
  {
    label: 'FPCA',
    methodId: 'fpca',
    condition: key,
    latentNames: ['q_c', 'q_r'],
    points: [1, 2, 3].flatMap((qc) =>
      [1, 2].map((qr) => ({ shape: [qc, qr], codeSize: qc * qr, mean: 40 / (qc * qr), std: 2, n: 3 })),
    ),
  },
]);
const look: CurvesLook = {
  condition: 'k=2',
  axis: 'latent',
  scale: 'log',
  range: 'full',
  shapes: 'best',
  spread: 'band',
};

function curvesSvg(of: StudyTable, all: readonly Curve[], wanted: CurvesLook, theme: FigureTheme): string {
  return lineChartSvg(errorCurves(of, all, wanted, appearancesOf(of.rows)), theme);
}

const pca = appearanceOf(findMethod('pca')!);
const characteristic = [0.5, 0.8, 1].map((y, i) => ({ x: i + 1, y }));
const figures: Readonly<Record<string, (theme: FigureTheme) => string>> = {
  curves: (theme) => curvesSvg(table, curves, look, theme),
  'heat map': (theme) => heatMapSvg(heatMap(table, curves[1], 'full'), theme),
  ranks: (theme) => {
    const report = rankReport(table, { per: 'condition', selection: 'oracle', alpha: 0.05 });
    return rankDiagramSvg(rankDiagram(report, appearancesOf(table.rows)), theme);
  },
  cmc: (theme) =>
    lineChartSvg(
      characteristicChart('cmc', [{ label: 'PCA', appearance: pca, shape: [3], points: characteristic }], 'k = 2'),
      theme,
    ),
  roc: (theme) => {
    const points = [0, 0.001, 0.1, 1].map((x) => ({ x, y: Math.min(1, 0.4 + x) }));
    return lineChartSvg(
      characteristicChart('roc', [{ label: 'PCA', appearance: pca, shape: [3], points }], 'k = 2'),
      theme,
    );
  },
  convergence: (theme) =>
    lineChartsSvg(fitCharts([traced('BPPCA', 'bppca', LIKELIHOOD, [-30, -20, -19])], 'iteration'), theme),
  'convergence of two quantities': (theme) =>
    lineChartsSvg(
      fitCharts(
        [
          traced('BPPCA', 'bppca', LIKELIHOOD, [-30, -20, -19], [0.1, 0.2, 0.4]),
          traced('GLRAM', 'glram', MEAN_SQUARED_ERROR, [8, 7], [0.01, 0.02]),
        ],
        'seconds',
      ),
      theme,
    ),
  spectrum: (theme) =>
    lineChartSvg(
      spectrumChart({ values: [60, 30, 10], total: 100, images: 40 }, { show: 'values', scale: 'log' }, 'orl'),
      theme,
    ),
};

it('have the same bytes as ever, in every theme', async () => {
  const pins = Object.entries(figures).map(([name, draw]) => [
    name,
    Object.fromEntries(
      (['light', 'dark', 'reader'] as const).map((theme) => [
        theme,
        createHash('sha256').update(draw(theme)).digest('hex').slice(0, 32),
      ]),
    ),
  ]);
  await expect(`${JSON.stringify(Object.fromEntries(pins), null, 2)}\n`).toMatchFileSnapshot('figurePins.json');
});

describe.each(Object.keys(figures))('the figure of %s', (name) => {
  const svg = figures[name]('light');

  it('is a picture of its own size, and the same every time', async () => {
    const { width, height, format } = await sharp(Buffer.from(svg)).metadata();
    const [, w, h] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!;
    expect(format).toBe('svg');
    expect([width, height]).toEqual([Math.round(Number(w)), Math.round(Number(h))]);
    expect(figures[name]('light')).toBe(svg);
  });

  it('holds numbers only where numbers belong, and nothing that loads or runs', () => {
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|<style|url\(|href/);
  });

  it('is described for those who do not see it', () => {
    expect(svg).toMatch(/role="img"[^>]*><title>[^<]+<\/title>/);
  });

  it('has colours for light, dark, or both at once', () => {
    const dark = figures[name]('dark');
    expect(svg).toContain('#1c1c1a');
    expect(dark).toContain('#e8e8e6');
    expect(dark).not.toContain('#1c1c1a');
    expect(figures[name]('reader')).toContain('light-dark(#1c1c1a, #e8e8e6)');
    expect(svg + dark).not.toContain('light-dark');
  });
});

describe('error curves', () => {
  const svg = figures['curves']('light');

  it('have the colour and dash of their methods, a band each, axes with units', () => {
    for (const id of ['pca', 'fpca']) {
      const { light } = appearanceOf(findMethod(id)!);
      expect(svg).toContain(`stroke="${light}" stroke-width="1.75" stroke-linejoin="round"`);
      expect(svg).toContain(`fill="${light}" fill-opacity="0.14"`);
    }
    expect(svg).toContain('Mean error rate (%)');
    expect(svg).toContain('Latent dimension (');
    expect(curvesSvg(table, curves, { ...look, spread: 'none' }, 'light')).not.toContain('fill-opacity');
  });

  it('of one method with several settings differ in their colour', () => {
    const twice = tableOf([[10, 20]], { methods: ['pca', 'fpca'] });
    const variants = { ...twice, rows: twice.rows.map((row) => ({ ...row, methodId: 'pca' })) };
    const both = ['PCA', 'FPCA'].map((label) => ({ ...curves[0], label, condition: 'k=1' }));
    const drawn = curvesSvg(variants, both, { ...look, condition: 'k=1' }, 'light');
    const colours = [...drawn.matchAll(/stroke="(#\w+)" stroke-width="1.75" stroke-linejoin="round"/g)];
    expect(new Set(colours.map(([, colour]) => colour)).size).toBe(2);
  });

  it('list the methods by their error with the shape of the table, and escape what they are given', () => {
    expect(svg.indexOf('>FPCA<')).toBeLessThan(svg.indexOf('>PCA<'));
    expect(svg).toContain('20.0 (3)');
    expect(svg).toContain('orl &lt;56 × 46&gt; &amp; more');
  });

  it('show the methods that are asked for only', () => {
    const one = curvesSvg(table, curves, { ...look, labels: ['PCA'] }, 'light');
    expect(one).toContain('>PCA<');
    expect(one).not.toContain('>FPCA<');
  });

  it('stand where their numbers say: a tenth of a logarithmic axis is a tenth of its length', () => {
    const series = {
      ...curves[0],
      points: [1, 10, 100].map((q, i) => ({ shape: [q], codeSize: 8 * q, mean: 50 * i, std: null, n: 3 })),
    };
    const alone = curvesSvg(table, [{ ...series, condition: 'k=2' }], look, 'light');
    const line = /<path class="line" data-series="PCA" d="(M[^"]+)"/.exec(alone)![1];
    const places = [...line.matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(places[1][0] - places[0][0]).toBeCloseTo(280, 1);
    expect(places[2][0] - places[1][0]).toBeCloseTo(280, 1);
    expect(places[0][1] - places[1][1]).toBeCloseTo(180, 1);
    expect(places[1][1] - places[2][1]).toBeCloseTo(180, 1);
  });
});

describe('a heat map', () => {
  it('has a square for every shape, the best outlined and named', () => {
    const svg = figures['heat map']('light');
    expect(svg.match(/h72v72h-72z/g)).toHaveLength(6);
    expect(svg).toContain('Lowest: (3, 2)');
    expect(svg).toContain('Mean error rate (%)');
  });

  it('of 100 × 100 shapes stays below half a megabyte', () => {
    const points = Array.from({ length: 10_000 }, (_, i) => ({
      shape: [Math.floor(i / 100) + 1, (i % 100) + 1],
      codeSize: (Math.floor(i / 100) + 1) * ((i % 100) + 1),
      mean: (i * 7919) % 100,
      std: null,
      n: 1,
    }));
    expect(heatMapSvg(heatMap(table, { ...curves[1], points }, 'full'), 'light').length).toBeLessThan(500_000);
  });

  it('is refused for one latent dimension', () => {
    expect(() => heatMap(table, curves[0], 'full')).toThrow(RangeError);
  });
});

describe('the diagram of ranks', () => {
  const report = rankReport(tableOf(Array.from({ length: 8 }, () => [1, 2, 3, 4])), {
    per: 'condition',
    selection: 'oracle',
    alpha: 0.05,
  });
  const svg = rankDiagramSvg(rankDiagram(report, new Map()), 'light');

  it('names every method with its rank, and the critical difference', () => {
    for (const text of ['PCA', 'LDA', '2DPCA', 'FPCA']) expect(svg).toContain(`>${text}  `);
    expect(svg).toContain('Critical difference 1.66');
  });

  it('has a bar over every group that the test does not tell apart, as long as the ranks are apart', () => {
    const bars = [...svg.matchAll(/d="M([\d.]+),[\d.]+L([\d.]+),[\d.]+" stroke="[^"]+" stroke-width="4"/g)];
    expect(bars).toHaveLength(report.nemenyi!.groups.length);
    // 420 units for three ranks, and 4 beyond either end.
    for (const [, from, to] of bars) expect(Number(to) - Number(from)).toBeCloseTo(140 + 8, 1);
  });
});

describe('a convergence curve', () => {
  it('is refused without two iterations', () => {
    const still = { label: 'PCA', methodId: 'pca', traces: [] };
    expect(() => fitCharts([still], 'iteration')).toThrow(RangeError);
  });

  it('has its plots below each other, so that places along the axes compare', () => {
    const svg = figures['convergence of two quantities']('light');
    const plots = [...svg.matchAll(/<svg width="560" height="360" x="([\d.]+)"/g)].map(([, x]) => x);
    expect(plots).toHaveLength(2);
    expect(plots[1]).toBe(plots[0]);
  });

  it('is refused against seconds that a fit has not kept', () => {
    const fit = traced('GLRAM', 'glram', MEAN_SQUARED_ERROR, [8, 7]);
    expect(() => fitCharts([fit], 'seconds')).toThrow('"GLRAM" has no times for 2 values');
  });

  it('shares an axis with those of its quantity only, over one horizontal axis', () => {
    const fits = [
      traced('a', 'bppca', LIKELIHOOD, [-30, -20, -19]),
      traced('b', 'glram', MEAN_SQUARED_ERROR, [8, 7]),
      traced('c', 'fpca', LIKELIHOOD, [-40, -10]),
      traced('d', 'glram', { ...MEAN_SQUARED_ERROR, unit: 'others' }, [4, 3, 2, 1]),
    ];
    const lines = fits.flatMap(({ label, traces }) =>
      traces.map((trace) => ({ ...trace, label, appearance: appearanceOf(findMethod('glram')!) })),
    );
    const charts = convergenceCharts(lines, 'iteration');
    expect(charts.map(({ y, series }) => [y.title, ...series.map(({ label }) => label)])).toEqual([
      ['Log-likelihood (nats)', 'a', 'c'],
      ['Mean squared reconstruction error (squared pixel values per image)', 'b'],
      ['Mean squared reconstruction error (others)', 'd'],
    ]);
    for (const { x } of charts) expect(x).toMatchObject({ from: 1, to: 4 });
    expect(charts.map(({ legendNotes }) => legendNotes)).toEqual([
      ['Higher is better.'],
      ['Lower is better.'],
      ['Lower is better.'],
    ]);
    // Every axis holds its own values, and no others.
    for (const { y, series } of charts) {
      const values = series.flatMap(({ points }) => points.map((point) => point.y));
      expect(y.from).toBeLessThanOrEqual(Math.min(...values));
      expect(y.to).toBeGreaterThanOrEqual(Math.max(...values));
      expect(y.to - y.from).toBeLessThan(2 * (Math.max(...values) - Math.min(...values)));
    }
  });
});

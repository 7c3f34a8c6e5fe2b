import { describe, expect, it } from 'vitest';
import { conditionCurves, errorCurves, type CurvesLook } from '../../../../src/core/figures/charts/errorCurves.ts';
import { nearAxis } from '../../../../src/core/figures/charts/measureAxis.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { appearancesOf } from '../../../../src/core/methods/appearance.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import type { Curve } from '../../../../src/core/study/table/table.ts';
import { tableOf } from '../../study/tableOf.ts';

const table = tableOf([[30, 12]], { methods: ['pca', 'fpca'], dataset: 'orl' });
const [{ key }] = table.conditions;
const curve = (label: string, methodId: string, latentNames: string[], shapes: number[][]): Curve => ({
  label,
  methodId,
  condition: key,
  latentNames,
  points: shapes.map((shape) => ({
    shape,
    codeSize: 8 * shape.reduce((size, q) => size * q, 1),
    mean: 60 / shape[0],
    std: 1.5,
    n: 3,
  })),
});
const curves = [
  curve(
    'PCA',
    'pca',
    ['q'],
    Array.from({ length: 60 }, (_, i) => [i + 1]),
  ),
  curve(
    'FPCA',
    'fpca',
    ['q_c', 'q_r'],
    [
      [2, 2],
      [3, 4],
      [4, 4],
    ],
  ),
];
const look: CurvesLook = {
  condition: key,
  labels: undefined,
  axis: 'latent',
  scale: 'log',
  range: 'full',
  shapes: 'best',
  spread: 'bars',
};
const chart = (other: Partial<CurvesLook> = {}, of = table) =>
  errorCurves(of, curves, { ...look, ...other }, appearancesOf(table.rows));

describe('the chart of a measure against the latent dimension', () => {
  it('names its axes with units, of the methods that are drawn only', () => {
    expect(chart().x).toMatchObject({ kind: 'log', from: 1, title: 'Latent dimension (q or q_c · q_r)' });
    expect(chart().y).toMatchObject({ from: 0, title: 'Mean error rate (%)' });
    expect(chart({ labels: ['PCA'], scale: 'linear' }).x).toMatchObject({
      kind: 'linear',
      from: 0,
      title: 'Latent dimension (q)',
    });
  });

  it('marks some points of a long curve, the best among them', () => {
    const { points } = chart().series.find(({ label }) => label === 'PCA')!;
    const marked = points.filter((point) => point.marked);
    expect(marked.length).toBeGreaterThan(5);
    expect(marked.length).toBeLessThan(points.length / 2);
    expect(marked).toContain(points.at(-1));
  });

  it('says of every point its shape and value, a decimal more than the table', () => {
    expect(chart({ labels: ['FPCA'] }).series[0].points[0]).toMatchObject({
      name: '(2, 2)',
      reading: '30.00 ± 1.50%',
      spread: 1.5,
    });
  });

  it('ends near the best where asked, and covers a share where nothing is drawn', () => {
    // The values of the table, 30 and 12, and as much again above them.
    expect(chart({ range: 'near' }).y.to).toBe(50);
    const none = chart({ labels: [], range: 'near' });
    expect([none.series, none.y.from, none.y.to]).toEqual([[], 0, 100]);
  });

  it('contains the chosen values of all methods near the best, whatever they are', () => {
    const random = stream('near');
    for (let trial = 0; trial < 100; trial++) {
      const means = [0, 1, 2].map(() => 100 * random.uniform());
      for (const better of ['lower', 'higher'] as const) {
        const { from, to } = nearAxis(
          { unit: '%', better },
          means,
          [...means, 0, 100].map((y) => ({ y })),
        );
        expect(from).toBeLessThanOrEqual(Math.min(...means));
        expect(to).toBeGreaterThanOrEqual(Math.max(...means));
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(100);
      }
    }
  });

  it('draws methods without a dimension as dashed horizontal lines, and names those that it cannot draw', () => {
    const of = tableOf([[30, 12, 21, null]], { methods: ['pca', 'fpca', 'none', 'lda'], dataset: 'orl' });
    const rows = of.rows.map((row) =>
      row.label === 'NONE' ? { ...row, entries: row.entries.map((one) => ({ ...one, shape: [] })) } : row,
    );
    const { series, legendNotes, x } = errorCurves({ ...of, rows }, curves, look, appearancesOf(of.rows));
    expect(series.map(({ label }) => label)).toEqual(['FPCA', 'NONE', 'PCA']);
    const [, line] = series;
    expect(line.points.map((point) => [point.x, point.y])).toEqual([
      [x.from, 21],
      [x.to, 21],
    ]);
    expect(line.appearance.dash.length).toBeGreaterThan(0);
    expect(legendNotes).toContain('Horizontal lines: methods without a latent dimension (NONE at 21.0)');
    expect(legendNotes).toContain('Not drawn, without a result: LDA');
  });

  it('has a band around the best method only where asked', () => {
    const { series, spread, legendNotes } = chart({ spread: 'best' });
    expect(spread).toBe('band');
    const banded = series.filter(({ points }) => points.some((point) => typeof point.spread === 'number'));
    expect(banded.map(({ label }) => label)).toEqual(['FPCA']);
    expect(legendNotes).toContain('Band: ± 1 standard deviation of FPCA');
  });

  it('is drawn over the numbers per code, marks too', () => {
    const { x, series, description } = chart({ axis: 'codes' });
    expect(x.title).toBe('Numbers per code');
    expect(description).toContain('against numbers per code');
    expect(x.to).toBe(480);
    for (const { points, marks } of series) {
      for (const mark of marks) expect(points.some((point) => point.x === mark.x && point.y === mark.y)).toBe(true);
    }
  });

  it('is turned over for a measure that is better when higher, its best first', () => {
    const rates = { ...table, measure: measureOf('accuracy') };
    const { y, series, legendNotes } = chart({ range: 'near' }, rates);
    // The best mean is 60 ± 1.5.
    expect(y).toMatchObject({ to: 70, title: 'Mean recognition rate (%)' });
    expect(series.map(({ label }) => label)).toEqual(['PCA', 'FPCA']);
    expect(legendNotes).toContain('Large mark: shape of the lowest mean error (oracle)');
    expect(chart().series.map(({ label }) => label)).toEqual(['FPCA', 'PCA']);
  });
});

describe('the charts of several conditions', () => {
  const several = tableOf(
    [
      [30, 12],
      [20, 10],
    ],
    { methods: ['pca', 'lda'], dataset: 'orl' },
  );
  const [few, many] = several.conditions.map((condition) => condition.key);
  const ofLevel = (label: string, condition: string, level: number, last: number): Curve => ({
    ...curve(label, label.toLowerCase(), ['q'], [[1], [last]]),
    condition,
    points: [1, last].map((q) => ({ shape: [q], codeSize: q, mean: level / q, std: 0, n: 3 })),
  });
  const all = [ofLevel('PCA', few, 90, 10), ofLevel('PCA', many, 40, 60), ofLevel('LDA', many, 50, 20)];
  const charts = conditionCurves(several, all, look, appearancesOf(several.rows));

  it('have titles and the same axes, which hold what any of them draws', () => {
    expect(charts.map(({ title }) => title)).toEqual(several.conditions.map(({ title }) => title));
    expect(charts[1].x).toEqual(charts[0].x);
    expect(charts[1].y).toEqual(charts[0].y);
    expect([charts[0].x.to, charts[0].y.to]).toEqual([60, 90]);
    expect(charts.map(({ legendNotes }) => legendNotes[0])).toEqual(['orl', 'orl']);
  });

  it('draw the lines that each of them draws alone', () => {
    for (const [i, condition] of [few, many].entries()) {
      const alone = errorCurves(several, all, { ...look, condition }, appearancesOf(several.rows));
      expect(charts[i].series).toEqual(alone.series);
      expect(alone.title).toBeUndefined();
    }
  });
});

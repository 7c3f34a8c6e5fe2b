import { describe, expect, it } from 'vitest';
import { characteristicChart, rejectedAt } from '../../../../src/core/figures/charts/characteristic.ts';
import { type Band, bandEnds, namedSeries } from '../../../../src/core/figures/charts/lineChart.ts';
import { appearanceOf } from '../../../../src/core/methods/appearance.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { normalQuantile } from '../../../../src/core/stats/distributions/normal.ts';

const appearance = appearanceOf(findMethod('pca')!);
const rates = [0.0001, 0.001, 0.01, 0.1, 1];
const curve = (label: string, heights: readonly number[]) => ({
  label,
  appearance,
  shape: [3],
  points: heights.map((y, i) => ({ x: rates[i], y })),
});

describe('verification curves', () => {
  const curves = [curve('A', [0.5, 0.5, 0.5, 0.8, 1]), curve('B', [0.6, 0.6, 0.7, 0.9, 1])];

  it.each(['roc', 'det'] as const)('%s begins where the pairs tell rates apart, for all methods at once', (id) => {
    for (const { points } of characteristicChart(id, curves, 'k = 2').series.slice(0, 2))
      expect(points[0].name).toBe('at 0.1%');
  });

  it('tell the genuine pairs rejected at a rate of false acceptance that the pairs resolve', () => {
    expect(rejectedAt(curves, 1)).toEqual([0.5, expect.closeTo(0.3)]);
    expect(rejectedAt(curves, 0.1)).toEqual([0.5, 0.4]);
    // Below the last rate before any curve rises, and between stored rates.
    expect([rejectedAt(curves, 0.01), rejectedAt(curves, 2)]).toEqual([null, null]);
  });

  it('cross the line of equal errors where as many genuine pairs are rejected as impostors accepted', () => {
    const { series, legendNotes, x, y } = characteristicChart('roc', curves, 'k = 2');
    const line = series.at(-1)!;
    expect([series.length, line.guide, legendNotes.at(-1)]).toEqual([3, true, expect.stringMatching(/equal errors/)]);
    expect(line.points.length).toBeGreaterThan(10);
    for (const point of line.points) expect(point.y).toBeCloseTo(100 - point.x);
    expect(line.points[0].x).toBeCloseTo(x.from);
    expect(Math.min(...line.points.map((point) => point.y))).toBeGreaterThanOrEqual(y.from);
  });

  it('keep every point that rises, and a curve that never does', () => {
    const names = (drawn: typeof curves) =>
      namedSeries(characteristicChart('roc', drawn, 'k = 2')).map(({ series }) => series.points.length);
    expect(names([curve('A', [0.4, 0.5, 0.6, 0.8, 1])])).toEqual([5]);
    expect(names([curve('A', [1, 1, 1, 1, 1])])).toEqual([5]);
  });

  it('have bands of what was asked for, named in the notes', () => {
    const points = [0.2, 0.4, 0.8].map((y, i) => ({
      x: rates[i + 1],
      y,
      std: 0.25,
      interval: { low: y - 0.1, high: y + 0.15 },
    }));
    const drawn = (id: 'roc' | 'det', band: Band) =>
      characteristicChart(id, [{ ...curve('A', []), points }], 'k = 2', band);
    const ends = (id: 'roc' | 'det', band: Band) => drawn(id, band).series[0].points.map((point) => bandEnds(point));
    const rounded = (pairs: readonly (readonly [number, number] | null)[]) =>
      pairs.map((pair) => pair?.map((value) => Number(value.toFixed(6))));
    // Shares end at 0 and 100%.
    expect(rounded(ends('roc', 'deviation'))).toEqual([
      [0, 45],
      [15, 65],
      [55, 100],
    ]);
    expect(rounded(ends('roc', 'subjects'))).toEqual([
      [10, 35],
      [30, 55],
      [70, 95],
    ]);
    expect(ends('roc', 'none')).toEqual([null, null, null]);
    const deviate = (missed: number): number => normalQuantile(missed);
    expect(rounded(ends('det', 'interval'))).toEqual(
      rounded([
        [deviate(0.65), deviate(0.9)],
        [deviate(0.45), deviate(0.7)],
        [deviate(0.05), deviate(0.3)],
      ]),
    );
    expect(drawn('roc', 'subjects').legendNotes[2]).toMatch(/draws of subjects/);
    expect(drawn('det', 'interval').legendNotes[3]).toMatch(/interval of the mean over the repeats/);
    expect([drawn('roc', 'none').spread, drawn('roc', 'none').legendNotes.length]).toEqual(['none', 3]);
    expect(drawn('roc', 'interval').series[0].points[0].reading).toBe('20.00% [10.00, 35.00]');
    expect(drawn('det', 'interval').series[0].points[0].reading).toBe('80.00% [65.00, 90.00] missed');
  });

  it('say which method has no band, and why', () => {
    const { legendNotes, spread } = characteristicChart(
      'roc',
      [{ ...curve('A', [0.1, 0.5, 1]), lack: 'too few subjects' }, curve('B', [0.2, 0.5, 1])],
      'k = 2',
      'subjects',
    );
    expect([spread, legendNotes[2]]).toEqual(['none', 'No band (too few subjects): A']);
  });

  it('expected performance lies over the weights from 0 to 1, from an error of 0 upwards', () => {
    const points = [0.5, 0.1, 0.15].map((y, i) => ({ x: i / 2, y, std: 0.02 }));
    const { x, y, series, legendNotes } = characteristicChart('epc', [{ ...curve('A', []), points }], 'k = 2');
    expect([x.from, x.to, y.from, y.to]).toEqual([0, 1, 0, 60]);
    expect(series[0].points.map(({ name, reading }) => `${name}: ${reading}`)).toEqual([
      'at α = 0: 50.00 ± 2.00%',
      'at α = 0.5: 10.00 ± 2.00%',
      'at α = 1: 15.00 ± 2.00%',
    ]);
    expect(legendNotes[2]).toMatch(/deviation over the repeats, at each weight$/);
  });

  it('match characteristics keep their first ranks, flat or not', () => {
    const points = [0.9, 0.9, 0.9, 1].map((y, i) => ({ x: i + 1, y }));
    const [series] = characteristicChart('cmc', [{ ...curve('A', []), points }], 'k = 2').series;
    expect(series.points.map(({ x }) => x)).toEqual([1, 2, 3, 4]);
  });
});

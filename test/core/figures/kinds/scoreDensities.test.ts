import { describe, expect, it } from 'vitest';
import { densityCharts } from '../../../../src/core/figures/kinds/scoreDensities.ts';
import { equalErrors, SCORE_BINS, scoreCounts } from '../../../../src/core/study/model/scoreCounts.ts';
import type { OpenModel } from '../../../../src/core/study/model/openModel.ts';

/** Two test images of subjects 0 and 1, and a gallery of one image of each. */
const opened = (values: readonly (readonly number[])[], pairs?: object): OpenModel =>
  ({
    scores: () => ({
      probes: values.length,
      subjects: [0, 1],
      positions: [0, 1],
      voters: 1,
      of: (probe: number) => values[probe],
    }),
    split: { train: [0, 1], test: [2, 3], ...(pairs && { gallery: [0, 1], pairs: { evaluation: pairs } }) },
    labels: [0, 1, 0, 1],
  }) as unknown as OpenModel;

const binsOf = (counts: readonly number[]) => counts.flatMap((count, n) => (count > 0 ? [[n, count]] : []));

/** Two distances of each kind; a method of another unit multiplies them all. */
const counts = (unit: number, offset = 0) =>
  scoreCounts(
    opened([
      [offset - unit, offset - 4 * unit],
      [offset - 5 * unit, offset - 2 * unit],
    ]),
  );

describe('score densities', () => {
  it('count every test image with every candidate', () => {
    const found = scoreCounts(
      opened([
        [-1, -4],
        [-5, -2],
      ]),
    );
    expect([found.low, found.high]).toEqual([-5, -1]);
    expect(binsOf(found.genuine)).toEqual([
      [(3 / 4) * SCORE_BINS, 1],
      [SCORE_BINS - 1, 1],
    ]);
    expect(binsOf(found.impostors)).toEqual([
      [0, 1],
      [SCORE_BINS / 4, 1],
    ]);
  });

  it('count the evaluated pairs alone where the study compares pairs', () => {
    const pairs = { probes: [0, 1], references: [0, 0], genuine: [1, 0] };
    const found = scoreCounts(
      opened(
        [
          [-1, -4],
          [-5, -2],
        ],
        pairs,
      ),
    );
    expect([binsOf(found.genuine), binsOf(found.impostors)]).toEqual([[[SCORE_BINS - 1, 1]], [[0, 1]]]);
  });

  it('have the threshold where as many genuine pairs are missed as impostors accepted', () => {
    const impostors = [4, 3, 2, 1, 0, 0, 0, 0];
    const genuine = [0, 0, 1, 1, 3, 3, 1, 1];
    // Above 3 bins one impostor of ten is accepted, and one genuine pair of ten is missed.
    expect(equalErrors({ low: 0, high: 8, genuine, impostors })).toEqual({ threshold: 3, rate: 0.1 });
  });

  it('are drawn as shares of their kind, distances as multiples of the threshold', () => {
    const [chart] = densityCharts([{ name: 'PCA (2)', counts: counts(1) }], 'k = 2');
    expect(chart.title).toBeUndefined();
    expect(chart.legendNotes[0]).toBe('PCA (2), k = 2');
    expect(chart.x.title).toBe('Distance (threshold = 1)');
    const [genuine, impostors, threshold] = chart.series;
    for (const { points } of [genuine, impostors])
      expect(points.reduce((sum, { y }) => sum + y, 0)).toBeCloseTo(100, 9);
    expect(threshold.points.map(({ x }) => x)).toEqual([1, 1]);
    expect(Math.max(...genuine.points.map(({ x, y }) => (y > 0 ? x : 0)))).toBeLessThanOrEqual(1);
    expect(Math.min(...impostors.points.map(({ x, y }) => (y > 0 ? x : 9)))).toBeGreaterThanOrEqual(1);
  });

  it('of several methods share their axes where all are distances, whatever their units', () => {
    const [one, two] = densityCharts(
      [
        { name: 'PCA (2)', counts: counts(1) },
        { name: 'LDA (2)', counts: counts(1000) },
      ],
      'k = 2',
    );
    expect([two.x, two.y]).toEqual([one.x, one.y]);
    expect(two.series.map(({ points }) => points.map(({ x }) => x.toFixed(9)))).toEqual(
      one.series.map(({ points }) => points.map(({ x }) => x.toFixed(9))),
    );
    expect(one.title).toMatch(/^PCA \(2\), EER [\d.]+%$/);
    expect(one.legendNotes).toEqual(two.legendNotes);
  });

  it('of scores that are no distances have axes of their own', () => {
    const charts = densityCharts(
      [
        { name: 'PCA (2)', counts: counts(1) },
        { name: 'PLDA (2)', counts: counts(1000, 6000) },
      ],
      'k = 2',
    );
    expect(charts.map(({ title, x }) => [title, x.title])).toEqual([
      [undefined, 'Distance (threshold = 1)'],
      [undefined, 'Score'],
    ]);
    expect(charts[1].x.to).toBeGreaterThan(charts[0].x.to);
  });

  it('end where hardly a pair is left: a few far pairs do not stretch the axis', () => {
    const [low, high, bins] = [-100, 0, 1000];
    const genuine = Array.from({ length: bins }, (_, n) => (n >= 980 ? 50 : 0));
    const impostors = Array.from({ length: bins }, (_, n) => (n >= 950 && n < 980 ? 50 : n === 0 ? 1 : 0));
    const [chart] = densityCharts([{ name: 'PCA (2)', counts: { low, high, genuine, impostors } }], 'k = 2');
    // The impostor pair at 50 times the threshold is one of 1501; the others end at 2.5 times.
    expect(chart.x.to).toBeLessThanOrEqual(3);
    expect(chart.legendNotes).toContain(
      '1,000 genuine pairs, 1,501 impostor pairs, at most 0.5% of a kind beyond an end of the axis',
    );
    const [first, second] = chart.series.map(({ points }) => points.reduce((sum, { y }) => sum + y, 0));
    expect(first).toBeCloseTo(100, 9);
    expect(second).toBeCloseTo((100 * 1500) / 1501, 9);
  });
});

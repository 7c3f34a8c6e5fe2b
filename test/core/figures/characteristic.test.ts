import { describe, expect, it } from 'vitest';
import { characteristicChart } from '../../../src/core/figures/characteristic.ts';
import { appearanceOf } from '../../../src/core/methods/appearance.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';

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
    for (const { points } of characteristicChart(id, curves, 'k = 2').series) expect(points[0].name).toBe('at 0.1 %');
  });

  it('keep every point that rises, and a curve that never does', () => {
    const names = (drawn: typeof curves) =>
      characteristicChart('roc', drawn, 'k = 2').series.map(({ points }) => points.length);
    expect(names([curve('A', [0.4, 0.5, 0.6, 0.8, 1])])).toEqual([5]);
    expect(names([curve('A', [1, 1, 1, 1, 1])])).toEqual([5]);
  });

  it('match characteristics keep their first ranks, flat or not', () => {
    const points = [0.9, 0.9, 0.9, 1].map((y, i) => ({ x: i + 1, y }));
    const [series] = characteristicChart('cmc', [{ ...curve('A', []), points }], 'k = 2').series;
    expect(series.points.map(({ x }) => x)).toEqual([1, 2, 3, 4]);
  });
});

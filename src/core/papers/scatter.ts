import type { ResultChart, ResultSeries } from './result.ts';

/** Points on two axes, without lines. */
export function scatterChart(
  title: string,
  series: readonly Omit<ResultSeries, 'loose'>[],
  notes: string[],
): ResultChart {
  return {
    title,
    x: { title: 'Axis 1', scale: 'linear' },
    y: { title: 'Axis 2', scale: 'linear' },
    series: series.map(({ points, ...one }) => ({
      ...one,
      loose: true,
      points: points.map(({ x, y }) => ({ x: short(x), y: short(y) })),
    })),
    notes,
  };
}

/** As many digits as a plot shows. */
function short(value: number): number {
  return Number(value.toPrecision(5));
}

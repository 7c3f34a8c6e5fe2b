/** Charts of results as figure descriptions: the page and exports draw the same. */
import { axisOf, roundScale, type Scale } from '../figures/charts/axis.ts';
import { TICKS, type LineChart, type LineSeries } from '../figures/charts/lineChart.ts';
import { chartPalette } from '../figures/palette.ts';
import { appearancesOf, COLOURS, type Appearance } from '../methods/appearance.ts';
import { findMethod } from '../methods/registry.ts';
import { shortNumber, type ResultChart, type ResultSeries } from './result.ts';

/** Longer series have no marker at every point. */
const MOST_MARKERS = 30;

/** Series without a method: data and reference lines. */
const PLAIN: Appearance = {
  light: chartPalette.light.secondary,
  dark: chartPalette.dark.secondary,
  marker: 'circle',
  fill: 'full',
  dash: [4, 3],
};

/** Markers of series without a method, which distinguish them without colour. */
const MARKERS = ['circle', 'triangle', 'rect', 'rectRot'] as const;

/** Throws RangeError for a chart without points. */
export function chartOf(chart: ResultChart): LineChart {
  const points = chart.series.flatMap((one) => one.points);
  if (points.length === 0) throw new RangeError(`chartOf: "${chart.title}" has no points`);
  const named = chart.series.flatMap(({ label, method }) =>
    method !== null && findMethod(method) ? [{ label, methodId: method }] : [],
  );
  const appearances = appearancesOf(named);
  const heights = points.flatMap(({ y, spread }) => [y - (spread ?? 0), y + (spread ?? 0)]);
  const x = scaleOf(
    chart.x.scale,
    points.map((point) => point.x),
    TICKS.x,
  );
  const y = scaleOf(chart.y.scale, chart.y.scale === 'log' ? points.map((point) => point.y) : heights, TICKS.y);
  return {
    description: chart.title,
    x: axisOf(x, chart.x.title, TICKS.x),
    y: axisOf(y, chart.y.title, TICKS.y),
    spread: points.some(({ spread }) => typeof spread === 'number') ? 'bars' : 'none',
    series: chart.series.map((series) => {
      const guides = chart.series.filter(({ method, group }) => method === null && group === undefined);
      return seriesOf(series, appearances.get(series.label) ?? withoutMethod(series, guides.indexOf(series)));
    }),
    legendNotes: [chart.title, ...chart.notes],
  };
}

/** The appearance of a class by its number, or of the n-th reference line or data series of a chart. */
function withoutMethod({ group }: ResultSeries, n: number): Appearance {
  if (group === undefined) return { ...PLAIN, marker: MARKERS[n % MARKERS.length] };
  return { ...COLOURS[group % COLOURS.length], marker: MARKERS[group % MARKERS.length], fill: 'full', dash: [] };
}

function seriesOf({ label, points, loose }: ResultSeries, appearance: Appearance): LineSeries {
  return {
    label,
    note: '',
    appearance,
    // The end of a line is its rightmost point.
    points: points
      .toSorted((a, b) => (loose ? 0 : a.x - b.x))
      .map(({ x, y, spread }) => ({
        x,
        y,
        spread: spread ?? null,
        name: `at ${shortNumber(x)}`,
        reading: typeof spread === 'number' ? `${shortNumber(y)} ± ${shortNumber(spread)}` : shortNumber(y),
        marked: loose === true || points.length <= MOST_MARKERS,
      })),
    marks: [],
    ...(loose && { loose }),
  };
}

function scaleOf(kind: Scale['kind'], values: readonly number[], wanted: number): Scale {
  let [from, to] = [Infinity, -Infinity];
  for (const value of values) [from, to] = [Math.min(from, value), Math.max(to, value)];
  if (kind === 'linear') return roundScale(from, to, wanted);
  if (from <= 0) throw new RangeError(`chartOf: expected positive values on a log axis, found ${from}`);
  // Room for the markers at the ends.
  const room = Math.max((to / from) ** 0.03, from === to ? 2 : 1);
  return { kind, from: from / room, to: to * room };
}

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

/** The precision at which a plot shows numbers. */
function short(value: number): number {
  return Number(value.toPrecision(5));
}

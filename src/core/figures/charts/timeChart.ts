/** A measure against computing time: one point per method, and the Pareto front of methods not beaten in both. */
import { unitSuffix } from '../../measures/practicalMargin.ts';
import type { Appearance } from '../../methods/appearance.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { StudyTable } from '../../study/table/table.ts';
import { axisOf, roundScale, type Scale } from './axis.ts';
import { TICKS, type LineChart, type LineSeries } from './lineChart.ts';
import { meanTitle } from './measureAxis.ts';
import { GUIDE } from '../palette.ts';

/** Scope of a time: one fit at the shape of the table, or a whole cell with all latent shapes and tests. */
export type TimeOf = 'fit' | 'cell';

/** Mean seconds of the methods in a condition, by label; methods without times are missing. */
export interface MethodTimes {
  readonly of: TimeOf;
  readonly seconds: Readonly<Record<string, number>>;
}

export interface TimeLook {
  /** Key; absent or unknown: the first condition. */
  readonly condition?: string;
  /** Absent: all methods. */
  readonly labels?: readonly string[];
  readonly selection: 'oracle' | 'validated';
}

const TITLES: Readonly<Record<TimeOf, string>> = {
  fit: 'Time of a fit (s)',
  cell: 'Computing time per repeat, all latent shapes and tests (s)',
};

/** Methods without a value or a time are left out, and a note counts them. The best come first. */
export function timeChart(
  table: StudyTable,
  times: MethodTimes,
  { condition, labels, selection }: TimeLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineChart {
  const { measure } = table;
  const column = Math.max(
    0,
    table.conditions.findIndex(({ key }) => key === condition),
  );
  const { title } = table.conditions[column];
  const unit = unitSuffix(measure);
  const rows = table.rows.filter(({ label }) => labels?.includes(label) ?? true);
  const sign = measure.better === 'lower' ? 1 : -1;
  const series = rows
    .flatMap(({ label, entries }): LineSeries[] => {
      const entry = selection === 'validated' ? entries[column].validated : entries[column];
      const seconds = times.seconds[label];
      if (!entry || entry.mean === null || seconds === undefined) return [];
      const { mean, std, shape } = entry;
      const spread = std === null ? '' : ` ± ${std.toFixed(measure.digits)}`;
      const point = {
        x: seconds,
        y: mean,
        spread: std,
        name: shape ? shapeText(shape) : '',
        reading: `${mean.toFixed(measure.digits)}${spread}${unit}, ${secondsText(seconds)}`,
        marked: true,
      };
      const note = `${mean.toFixed(measure.digits)}, ${secondsText(seconds)}`;
      return [{ label, note, appearance: appearances.get(label)!, points: [point], marks: [] }];
    })
    .sort((a, b) => sign * (a.points[0].y - b.points[0].y) || a.points[0].x - b.points[0].x);
  const points = series.flatMap((one) => one.points);
  const missing = rows.length - series.length;
  return {
    description: `${measure.title} against computing time, ${title}, on ${table.dataset}`,
    x: axisOf(timeScale(points.map(({ x }) => x)), TITLES[times.of], TICKS.x),
    y: axisOf(valueScale(points), meanTitle(measure), TICKS.y),
    spread: 'bars',
    series: series.length < 2 ? series : [...series, front(series, sign)],
    legendNotes: [
      `${title}, ${table.dataset}`,
      'Bars: ± 1 standard deviation',
      ...(series.length < 2 ? [] : ['Line: methods that no other beats in both']),
      ...(missing > 0 ? [`${missing} without a value`] : []),
    ],
  };
}

/** Pareto front from the fastest to the best: each method is slower than the previous ones, and better. */
function front(series: readonly LineSeries[], sign: 1 | -1): LineSeries {
  const byTime = series.map(({ points: [point] }) => point).sort((a, b) => a.x - b.x || sign * (a.y - b.y));
  const points = byTime
    .filter((point, i) => byTime.slice(0, i).every((faster) => sign * (point.y - faster.y) < 0))
    .map((point) => ({ ...point, spread: null, marked: false }));
  return { label: 'Pareto front', note: '', appearance: GUIDE, points, marks: [], guide: true };
}

/** Scale that contains all methods with their bars. */
function valueScale(points: LineSeries['points']): Scale {
  if (points.length === 0) return { kind: 'linear', from: 0, to: 1 };
  const ends = points.flatMap(({ y, spread }) => [y - (spread ?? 0), y + (spread ?? 0)]);
  return roundScale(Math.min(...ends), Math.max(...ends), TICKS.y);
}

/** Scale with a margin at both ends. */
function timeScale(seconds: readonly number[]): Scale {
  if (seconds.length === 0) return { kind: 'log', from: 0.1, to: 10 };
  return { kind: 'log', from: Math.min(...seconds) / 1.6, to: Math.max(...seconds) * 1.6 };
}

/** "0.012 s", "3.4 s", "125 s" */
function secondsText(seconds: number): string {
  return `${seconds >= 100 ? seconds.toFixed(0) : Number(seconds.toPrecision(2))} s`;
}

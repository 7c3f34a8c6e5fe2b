/** A measure against a numeric property of the conditions: learning curves, robustness to noise and occlusion. */
import { unitSuffix } from '../../measures/practicalMargin.ts';
import type { Appearance } from '../../methods/appearance.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { ConditionAxis } from '../../study/spec/conditionAxes.ts';
import type { StudyTable } from '../../study/table/table.ts';
import { axisOf, tickText, type Axis } from './axis.ts';
import { TICKS, type LineChart, type LineSeries, type Spread } from './lineChart.ts';
import { meanTitle, valueAxis, type ValueRange } from './measureAxis.ts';

export interface ConditionsLook {
  /** Key of a condition on the line that is drawn. */
  readonly condition?: string;
  /** One chart per line instead. */
  readonly facets: boolean;
  /** Absent: all methods. */
  readonly labels?: readonly string[];
  readonly selection: 'oracle' | 'validated';
  readonly range: ValueRange;
  readonly spread: Spread;
}

/**
 * One chart of the line that contains the condition of `look` (the first if it names none), or with `facets` one per
 * line, on the same vertical axis. Methods are sorted by their mean along the line, best first.
 */
export function conditionCharts(
  table: StudyTable,
  axis: ConditionAxis,
  look: ConditionsLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineChart[] {
  const { measure } = table;
  const selectedLine = axis.lines.find(({ points }) => points.some(({ condition }) => condition === look.condition));
  const lines = look.facets ? axis.lines : [selectedLine ?? axis.lines[0]];
  const drawn = lines.map((line) => ({ line, series: seriesOf(table, line, look, appearances) }));
  const points = drawn.flatMap(({ series }) => series.flatMap((one) => one.points));
  const means = look.spread === 'none' ? points.map((point) => ({ y: point.y })) : points;
  const numbers = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const x = numberAxis(numbers, axis.title);
  const y = axisOf(valueAxis(measure, means, look.range), meanTitle(measure), TICKS.y);
  return drawn.map(({ line, series }) => ({
    description: [`${measure.title} against ${axis.title}`, line.title, `on ${table.dataset}`]
      .filter((part) => part !== '')
      .join(', '),
    ...(drawn.length > 1 && { title: line.title }),
    x,
    y,
    spread: look.spread,
    series,
    legendNotes: [
      line.title === '' || drawn.length > 1 ? table.dataset : `${line.title}, ${table.dataset}`,
      ...(look.spread === 'none' ? [] : [`${look.spread === 'band' ? 'Bands' : 'Bars'}: ± 1 standard deviation`]),
      look.selection === 'validated'
        ? 'Shapes chosen inside the training images'
        : 'At the best shape of every condition (oracle)',
    ],
  }));
}

/** Axis from the smallest to the largest number, with a tick at each if they are few. */
function numberAxis(numbers: readonly number[], title: string): Axis {
  const distinct = [...new Set(numbers)].sort((a, b) => a - b);
  const scale = { kind: 'linear', from: distinct[0], to: distinct[distinct.length - 1] } as const;
  if (distinct.length > TICKS.x) return axisOf(scale, title, TICKS.x);
  return { ...scale, title, ticks: distinct.map((value) => ({ value, text: tickText(value) })) };
}

function seriesOf(
  { rows, conditions, measure }: StudyTable,
  { points }: ConditionAxis['lines'][number],
  { labels, selection }: ConditionsLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineSeries[] {
  const unit = unitSuffix(measure);
  const columns = points.map(({ value, condition }) => ({
    value,
    column: conditions.findIndex(({ key }) => key === condition),
  }));
  const lines = rows
    .filter(({ label }) => labels?.includes(label) ?? true)
    .map(({ label, entries }) => {
      const places = columns.flatMap(({ value, column }): LineSeries['points'][number][] => {
        const entry = selection === 'validated' ? entries[column]?.validated : entries[column];
        if (!entry || entry.mean === null) return [];
        const { mean, std, shape } = entry;
        const reading = `${mean.toFixed(measure.digits)}${std === null ? '' : ` ± ${std.toFixed(measure.digits)}`}${unit}`;
        const name = `at ${value}${shape ? ` ${shapeText(shape)}` : ''}`;
        return [{ x: value, y: mean, spread: std, name, reading, marked: true }];
      });
      return { label, places, level: places.reduce((sum, { y }) => sum + y, 0) / places.length };
    })
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => (measure.better === 'lower' ? a.level - b.level : b.level - a.level));
  return lines.map(({ label, places }) => ({
    label,
    note: [...new Set([places[0], places[places.length - 1]])].map(({ y }) => y.toFixed(measure.digits)).join(' → '),
    appearance: appearances.get(label)!,
    points: places,
    marks: [],
  }));
}

/** A measure against the latent dimension: the curves of one condition of a table. */
import { unitSuffix } from '../../measures/practicalMargin.ts';
import { lazy } from '../../classify/lazy.ts';
import { DASHED, type Appearance } from '../../methods/appearance.ts';
import type { Measure } from '../../measures/measures.ts';
import type { Curve, StudyTable } from '../../study/table/table.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import { chosenText } from '../../study/table/entry.ts';
import { axisOf } from './axis.ts';
import {
  bestPoint,
  chosenPoint,
  curvePoints,
  featureAxisTitle,
  markedPoints,
  type CurveAxis,
  type CurvePoint,
  type ShapeChoice,
} from './curvePoints.ts';
import { TICKS, type LineChart, type LineMark, type LineSeries, type Spread } from './lineChart.ts';
import { meanTitle, nearAxis, valueAxis, type AxisRange } from './measureAxis.ts';

export interface CurvesLook {
  /** Key; absent or unknown: the first condition. */
  readonly condition?: string;
  /** Absent: all methods. */
  readonly labels?: readonly string[];
  readonly axis: CurveAxis;
  readonly scale: 'log' | 'linear';
  readonly range: AxisRange;
  readonly shapes: ShapeChoice;
  /** 'best': a band around the best method only. */
  readonly spread: Spread | 'best';
}

/**
 * Curves of the table's measure; `appearances` are by label. Methods are in the order of the table's means, best first;
 * those without a latent dimension are horizontal lines; the notes name those that cannot be drawn.
 */
export function errorCurves(
  table: StudyTable,
  curves: readonly Curve[],
  look: CurvesLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineChart {
  const column = Math.max(
    0,
    table.conditions.findIndex(({ key }) => key === look.condition),
  );
  return chartsOf(table, curves, [column], look, appearances)[0];
}

/** One chart per condition, all on the same axes. */
export function conditionCurves(
  table: StudyTable,
  curves: readonly Curve[],
  look: CurvesLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineChart[] {
  return chartsOf(table, curves, [...table.conditions.keys()], look, appearances);
}

function chartsOf(
  table: StudyTable,
  curves: readonly Curve[],
  columns: readonly number[],
  look: CurvesLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineChart[] {
  const { measure } = table;
  const byCondition = Map.groupBy(curves, ({ condition }) => condition);
  const rows = new Map(table.rows.map((row) => [row.label, row]));
  const drawn = columns.map((column) => linesOf(table, rows, byCondition, column, look));
  const lines = drawn.flat();
  const curvesDrawn = lines.flatMap(({ curve }) => curve ?? []);
  const xs = lines.flatMap(({ curve, points }) => (curve ? points.map((point) => point.x) : []));
  const x = axisOf(
    { kind: look.scale, from: look.scale === 'log' ? 1 : 0, to: Math.max(2, ...xs) },
    featureAxisTitle(curvesDrawn, look.shapes, look.axis),
    TICKS.x,
  );
  const y = axisOf(valuesOf(measure, drawn, look), meanTitle(measure), TICKS.y);
  const labels = new Set(lines.map(({ label }) => label));
  const undrawn = table.rows.filter(({ label }) => !labels.has(label) && (look.labels?.includes(label) ?? true));
  return drawn.map((chartLines, i) => {
    const { title } = table.conditions[columns[i]];
    const description = `${measure.title} against ${look.axis === 'codes' ? 'numbers per code' : 'the latent dimension'}, ${title}, on ${table.dataset}`;
    // Of fifty small multiples only a few are visible.
    const contents = lazy(() => {
      const series = chartLines.map((line, place): LineSeries => {
        const { label, curve, entry } = line;
        const appearance = appearances.get(label)!;
        const points = curve
          ? pointsOf(line.points, measure, look.scale)
          : [x.from, x.to].map((at) => ({ ...placed({ ...line.points[0], x: at }, measure), marked: false }));
        return {
          label,
          note: noteOf(entry, measure),
          appearance: curve ? appearance : { ...appearance, dash: DASHED },
          points: look.spread === 'best' && place > 0 ? points.map((point) => ({ ...point, spread: null })) : points,
          marks: curve ? marksOf(curve, entry, measure, look.axis) : [],
        };
      });
      const best = look.spread === 'best' ? series.slice(0, 1) : [];
      const validated = series.some(({ marks }) => marks.some(({ kind }) => kind === 'diamond'));
      return {
        series,
        legendNotes: [
          columns.length > 1 ? table.dataset : `${title}, ${table.dataset}`,
          ...(chartLines.some((line) => line.points.some(({ std }) => std)) ? SPREADS[look.spread] : []),
          ...best.map(({ label }) => `Band: ± 1 standard deviation of ${label}`),
          `Large mark: ${measure.id === 'error-rate' ? 'lowest mean error' : 'shape of the lowest mean error'} (oracle)`,
          ...(validated ? ['◇ most often chosen (validated)'] : []),
          ...horizontalNote(chartLines, measure, columns.length > 1),
          ...(undrawn.length > 0
            ? [`Not drawn, without a result: ${undrawn.map(({ label }) => label).join(', ')}`]
            : []),
        ],
      };
    });
    return {
      ...{
        description,
        ...(columns.length > 1 && { title }),
        x,
        y,
        spread: look.spread === 'best' ? 'band' : look.spread,
      },
      get series() {
        return contents().series;
      },
      get legendNotes() {
        return contents().legendNotes;
      },
    };
  });
}

/**
 * What horizontal lines are, with their values in a chart of its own: a line at 0 lies on the axis. `several`: the
 * note is on the charts of several conditions.
 */
function horizontalNote(lines: readonly Line[], measure: Measure, several: boolean): string[] {
  const flat = lines.filter(({ curve }) => !curve);
  if (flat.length === 0) return [];
  const values = flat.map(({ label, entry }) => `${label} at ${entry.mean!.toFixed(measure.digits)}`);
  return [`Horizontal lines: methods without a latent dimension${several ? '' : ` (${values.join(', ')})`}`];
}

/** The line of a method; without a latent dimension it has a single value and no curve. */
interface Line {
  readonly label: string;
  readonly curve: Curve | null;
  readonly entry: StudyTable['rows'][number]['entries'][number];
  readonly points: readonly CurvePoint[];
}

/** The vertical axis of the lines of each chart. */
function valuesOf(measure: Measure, charts: readonly (readonly Line[])[], { range, spread }: CurvesLook) {
  const drawn = charts.flatMap((lines) =>
    lines.map(({ points }, place) => {
      const hasSpread = spread !== 'none' && (spread !== 'best' || place === 0);
      return points.map(({ y, std }) => (hasSpread ? { y, spread: std } : { y }));
    }),
  );
  if (range === 'full' || drawn.length === 0) return valueAxis(measure, drawn.flat(), 'full');
  const chosen = charts.flat().map(({ entry, points }) => entry.mean ?? bestPoint(points, measure.better)!.y);
  return nearAxis(measure, chosen, drawn.flat());
}

/** Lines of the chart of one condition, from the rows by label and the curves by condition. */
function linesOf(
  { measure, conditions }: StudyTable,
  rows: ReadonlyMap<string, StudyTable['rows'][number]>,
  curves: ReadonlyMap<string, readonly Curve[]>,
  column: number,
  look: CurvesLook,
): Line[] {
  const isShown = (label: string): boolean => look.labels?.includes(label) ?? true;
  const lines = (curves.get(conditions[column].key) ?? []).map((curve): Line => {
    const entry = rows.get(curve.label)!.entries[column];
    const points = curvePoints(curve, look.shapes, measure.better, look.axis);
    return { label: curve.label, curve, entry, points };
  });
  const constants = [...rows.values()].flatMap(({ label, entries }): Line[] => {
    const { mean, std, shape } = entries[column];
    if (mean === null || shape?.length !== 0) return [];
    return [{ label, curve: null, entry: entries[column], points: [{ x: 1, y: mean, std, shape }] }];
  });
  return [...lines.filter(({ points }) => points.length > 0), ...constants]
    .filter(({ label }) => isShown(label))
    .sort((a, b) => standing(measure, a.entry.mean) - standing(measure, b.entry.mean));
}

const SPREADS: Readonly<Record<CurvesLook['spread'], readonly string[]>> = {
  band: ['Bands: ± 1 standard deviation'],
  bars: ['Bars: ± 1 standard deviation'],
  best: [],
  none: [],
};

function pointsOf(
  points: readonly CurvePoint[],
  measure: Measure,
  scale: CurvesLook['scale'],
): readonly LineSeries['points'][number][] {
  const marked = markedPoints(points, scale === 'log', measure.better);
  return points.map((point) => ({ ...placed(point, measure), marked: marked.has(point) }));
}

function marksOf(
  curve: Curve,
  { shape, tuned, validated }: StudyTable['rows'][number]['entries'][number],
  measure: Measure,
  axis: CurvesLook['axis'],
) {
  const chosen = (wanted: typeof shape, kind: LineMark['kind'], how: string): LineMark[] => {
    const point = chosenPoint(curve, wanted, axis);
    if (!point) return [];
    const { reading, ...place } = placed(point, measure);
    return [{ ...place, reading: `${reading}, ${how}`, kind }];
  };
  return [
    ...chosen(shape, 'large', 'chosen on the test images'),
    // With listed settings the curve is that of one combination.
    ...chosen(
      validated?.tuned?.label === tuned?.label ? (validated?.shape ?? null) : null,
      'diamond',
      'chosen inside the training images',
    ),
  ];
}

/** One decimal more than in the table. */
function placed({ x, y, std, shape }: CurvePoint, { digits, unit }: Measure) {
  const spread = std === null ? '' : ` ± ${std.toFixed(digits + 1)}`;
  const reading = `${y.toFixed(digits + 1)}${spread}${unitSuffix({ unit })}`;
  return { x, y, spread: std, name: shapeText(shape), reading };
}

function noteOf(
  { mean, shape, tuned, full }: StudyTable['rows'][number]['entries'][number],
  { digits }: Measure,
): string {
  return mean === null || shape === null ? '' : `${mean.toFixed(digits)} ${chosenText(shape, tuned, full)}`;
}

/** Sort key: lower is better; entries without a mean come last. */
function standing({ better }: Measure, mean: number | null): number {
  return mean === null ? Infinity : better === 'lower' ? mean : -mean;
}

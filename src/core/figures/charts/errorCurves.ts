/** A measure against the latent dimension: the curves of one condition of a table. */
import type { Appearance } from '../../methods/appearance.ts';
import type { Measure } from '../../measures/measures.ts';
import type { Curve } from '../../study/table/curve.ts';
import type { StudyTable } from '../../study/table/table.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import { chosenText } from '../../study/grid/entry.ts';
import { axisOf } from './axis.ts';
import {
  chosenPoint,
  curvePoints,
  featureAxisTitle,
  markedPoints,
  type CurveAxis,
  type CurvePoint,
  type ShapeChoice,
} from './curvePoints.ts';
import { TICKS, type LineChart, type LineMark, type LineSeries, type Spread } from './lineChart.ts';
import { meanTitle, valueAxis, type ValueRange } from './measureAxis.ts';

export interface CurvesLook {
  /** Key; absent or unknown: the first condition. */
  readonly condition?: string;
  /** Absent: all methods. */
  readonly labels?: readonly string[];
  readonly axis: CurveAxis;
  readonly scale: 'log' | 'linear';
  readonly range: ValueRange;
  readonly shapes: ShapeChoice;
  readonly spread: Spread;
}

/**
 * The table says the measure; `appearances` are by label. Methods stand in the order of the table's means, the best
 * first; those without points are left out.
 */
export function errorCurves(
  table: StudyTable,
  curves: readonly Curve[],
  look: CurvesLook,
  appearances: ReadonlyMap<string, Appearance>,
): LineChart {
  const { measure } = table;
  const column = Math.max(
    0,
    table.conditions.findIndex(({ key }) => key === look.condition),
  );
  const { key, title } = table.conditions[column];
  const lines = curves
    .filter(({ condition, label }) => condition === key && (look.labels?.includes(label) ?? true))
    .map((curve) => {
      const entry = table.rows.find(({ label }) => label === curve.label)!.entries[column];
      return { curve, entry, points: curvePoints(curve, look.shapes, measure.better, look.axis) };
    })
    .filter(({ points }) => points.length > 0)
    .sort((a, b) => standing(measure, a.entry.mean) - standing(measure, b.entry.mean));
  const series = lines.map((line): LineSeries => ({
    label: line.curve.label,
    note: noteOf(line.entry, measure),
    appearance: appearances.get(line.curve.label)!,
    points: pointsOf(line.points, measure, look.scale),
    marks: marksOf(line.curve, line.entry, measure, look.axis),
  }));
  const all = series.flatMap(({ points }) => points);
  const drawn = look.spread === 'none' ? all.map(({ y }) => ({ y })) : all;
  const dimensions = all.map(({ x }) => x);
  const validated = series.some(({ marks }) => marks.some(({ kind }) => kind === 'diamond'));
  return {
    description: `${measure.title} against ${look.axis === 'codes' ? 'numbers per code' : 'the latent dimension'}, ${title}, on ${table.dataset}`,
    x: axisOf(
      { kind: look.scale, from: look.scale === 'log' ? 1 : 0, to: Math.max(2, ...dimensions) },
      featureAxisTitle(
        lines.map(({ curve }) => curve),
        look.shapes,
        look.axis,
      ),
      TICKS.x,
    ),
    y: axisOf(valueAxis(measure, drawn, look.range), meanTitle(measure), TICKS.y),
    spread: look.spread,
    series,
    legendNotes: [
      `${title}, ${table.dataset}`,
      ...(all.some(({ spread }) => spread) ? SPREADS[look.spread] : []),
      `Large mark: ${measure.id === 'error-rate' ? 'lowest mean error' : 'shape of the lowest mean error'} (oracle)`,
      ...(validated ? ['◇ most often chosen (validated)'] : []),
    ],
  };
}

const SPREADS: Readonly<Record<CurvesLook['spread'], readonly string[]>> = {
  band: ['Bands: ± 1 std'],
  bars: ['Bars: ± 1 std'],
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
    // Of listed settings the curve is that of one combination.
    ...chosen(
      validated?.tuned?.label === tuned?.label ? (validated?.shape ?? null) : null,
      'diamond',
      'chosen inside the training images',
    ),
  ];
}

/** One decimal more than the table has. */
function placed({ x, y, std, shape }: CurvePoint, { digits, unit }: Measure) {
  const spread = std === null ? '' : ` ± ${std.toFixed(digits + 1)}`;
  const reading = `${y.toFixed(digits + 1)}${spread}${unit === '' ? '' : ` ${unit}`}`;
  return { x, y, spread: std, name: shapeText(shape), reading };
}

function noteOf(
  { mean, shape, tuned, full }: StudyTable['rows'][number]['entries'][number],
  { digits }: Measure,
): string {
  return mean === null || shape === null ? '' : `${mean.toFixed(digits)} ${chosenText(shape, tuned, full)}`;
}

/** Lower is better; without a mean last. */
function standing({ better }: Measure, mean: number | null): number {
  return mean === null ? Infinity : better === 'lower' ? mean : -mean;
}

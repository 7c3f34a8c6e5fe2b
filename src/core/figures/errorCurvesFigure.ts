/** A measure against the latent dimension as a figure. */
import { appearancesOf } from '../methods/appearance.ts';
import type { Measure } from '../measures/measures.ts';
import type { Curve } from '../study/table/curve.ts';
import type { StudyTable } from '../study/table/table.ts';
import { shapeText } from '../methods/latentShape.ts';
import { chosenPoint, curvePoints, featureAxisTitle, markedPoints, type CurvePoint } from './curvePoints.ts';
import type { FigureSpec } from './figureSpec.ts';
import { lineChart, type LineMark, type LinePoint, type LineSeries } from './lineChart.ts';
import { meanTitle, valueAxis } from './measureAxis.ts';
import type { FigureTheme } from './theme.ts';

export type CurvesSpec = Extract<FigureSpec, { kind: 'curves' }>;

/** The curves of one condition of a table, which is of the same measure. */
export function errorCurvesFigure(
  table: StudyTable,
  curves: readonly Curve[],
  spec: Omit<CurvesSpec, 'kind'>,
  theme: FigureTheme,
): string {
  const { measure } = table;
  const column = Math.max(
    0,
    table.conditions.findIndex(({ key }) => key === spec.condition),
  );
  const { key, title } = table.conditions[column];
  const shown = curves.filter(
    ({ condition, label }) => condition === key && (spec.labels === undefined || spec.labels.includes(label)),
  );
  const lines = shown
    .map((curve) => ({ curve, points: curvePoints(curve, spec.shapes, measure.better) }))
    .filter(({ points }) => points.length > 0);
  const appearances = appearancesOf(table.rows);
  const series = lines
    .map(({ curve, points }) => {
      const entry = table.rows.find(({ label }) => label === curve.label)!.entries[column];
      const line = { ...seriesOf(curve, points, entry, measure, spec), appearance: appearances.get(curve.label)! };
      return { best: entry.mean, line };
    })
    .sort((a, b) => order(measure, a.best, b.best))
    .map(({ line }) => line);
  const values = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const dimensions = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const validated = series.some(({ marks = [] }) => marks.some(({ kind }) => kind === 'diamond'));
  return lineChart(
    {
      description: `${measure.title} against the latent dimension, ${title}, on ${table.dataset}`,
      x: {
        kind: spec.scale,
        from: spec.scale === 'log' ? 1 : 0,
        to: Math.max(2, ...dimensions),
        title: featureAxisTitle(shown, spec.shapes),
      },
      y: { ...valueAxis(measure, values, spec.range), title: meanTitle(measure) },
      series,
      legendNotes: [
        `${title}, ${table.dataset}`,
        ...(spec.band && series.some(({ points }) => points.some(({ spread }) => spread)) ? ['Bands: ± 1 std'] : []),
        'Large mark: least mean error (oracle)',
        ...(validated ? ['◇ most often chosen (validated)'] : []),
      ],
    },
    theme,
  );
}

function seriesOf(
  curve: Curve,
  points: readonly CurvePoint[],
  { mean, shape, validated }: StudyTable['rows'][number]['entries'][number],
  { digits, better }: Measure,
  { scale, band }: Omit<CurvesSpec, 'kind'>,
): Omit<LineSeries, 'appearance'> {
  const marked = markedPoints(points, scale === 'log', better);
  const chosen = (wanted: typeof shape, kind: LineMark['kind']): LineMark[] => {
    const point = chosenPoint(curve, wanted);
    return point ? [{ ...point, kind }] : [];
  };
  const line = points.map((point): LinePoint => ({
    x: point.x,
    y: point.y,
    spread: band ? point.std : null,
    marked: marked.has(point),
  }));
  return {
    label: curve.label,
    note: mean === null || shape === null ? '' : `${mean.toFixed(digits)} ${shapeText(shape)}`,
    points: line,
    marks: [...chosen(shape, 'large'), ...chosen(validated?.shape ?? null, 'diamond')],
  };
}

function order({ better }: Measure, a: number | null, b: number | null): number {
  const value = (mean: number | null): number => (mean === null ? Infinity : better === 'lower' ? mean : -mean);
  return value(a) - value(b);
}

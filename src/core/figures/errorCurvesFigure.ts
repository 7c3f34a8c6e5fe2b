/** A measure against the latent dimension as a figure. */
import { appearanceOf } from '../methods/appearance.ts';
import { findMethod } from '../methods/registry.ts';
import type { Measure } from '../study/measures/measures.ts';
import type { Curve, StudyTable } from '../study/result.ts';
import { shapeKey, shapeText } from '../study/shapes.ts';
import { curvePoints, featureAxisTitle, markedPoints, nearBestMaximum, type CurvePoint } from './curvePoints.ts';
import type { FigureSpec } from './figureSpec.ts';
import { lineChart, type LineMark, type LinePoint, type LineSeries } from './lineChart.ts';
import type { FigureTheme } from './theme.ts';
import { roundScale } from './ticks.ts';

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
    .map((curve) => ({ curve, points: curvePoints(curve, spec.shapes) }))
    .filter(({ points }) => points.length > 0);
  const series = lines
    .map(({ curve, points }) => {
      const entry = table.rows.find(({ label }) => label === curve.label)!.entries[column];
      return { best: entry.mean, line: seriesOf(curve, points, entry, measure, spec) };
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
  { digits }: Measure,
  { scale, band }: Omit<CurvesSpec, 'kind'>,
): LineSeries {
  const marked = markedPoints(points, scale === 'log');
  const chosen = (wanted: typeof shape, kind: LineMark['kind']): LineMark[] => {
    const point = wanted && curve.points.find((candidate) => shapeKey(candidate.shape) === shapeKey(wanted));
    return point ? [{ x: point.shape.reduce((product, q) => product * q, 1), y: point.mean, kind }] : [];
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
    appearance: appearanceOf(findMethod(curve.methodId)!),
    points: line,
    marks: [...chosen(shape, 'large'), ...chosen(validated?.shape ?? null, 'diamond')],
  };
}

/** "Mean error rate (%)" */
export function meanTitle({ title, unit }: Measure): string {
  return `Mean ${title[0].toLowerCase()}${title.slice(1)}${unit === '' ? '' : ` (${unit})`}`;
}

/** Error rates from 0; 'near': to what lies near the best. */
function valueAxis({ id, unit, better }: Measure, values: readonly number[], range: 'full' | 'near') {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  if (id === 'error-rate') return roundScale(0, range === 'near' ? nearBestMaximum(least) : greatest, 7);
  if (range === 'near' && unit === '%' && better === 'higher') {
    return roundScale(100 - nearBestMaximum(100 - greatest), 100, 7);
  }
  return roundScale(least, greatest, 7);
}

function order({ better }: Measure, a: number | null, b: number | null): number {
  const value = (mean: number | null): number => (mean === null ? Infinity : better === 'lower' ? mean : -mean);
  return value(a) - value(b);
}

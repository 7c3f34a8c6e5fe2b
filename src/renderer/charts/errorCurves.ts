/** The chart of error against the latent dimension: one pure function of the data. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { Appearance } from '../../core/contract/types.ts';
import type { Curve } from '../../core/study/result.ts';
import { shapeText } from '../words/format.ts';
import {
  bestPoint,
  curvePoints,
  featureAxisTitle,
  markedPoints,
  nearBestMaximum,
  type CurvePoint,
  type ShapeChoice,
} from '../../core/figures/curvePoints.ts';
import { deviationBand } from './deviationBand.ts';
import { chartPalette } from '../../core/figures/palette.ts';

export interface ErrorCurvesOptions {
  readonly theme: 'light' | 'dark';
  readonly logarithmic: boolean;
  /** How ± one standard deviation is drawn. */
  readonly spread: 'bars' | 'band' | 'none';
  /** 'near': the error axis ends near the best methods. */
  readonly range: 'full' | 'near';
  readonly choice: ShapeChoice;
  readonly hidden: ReadonlySet<string>;
  /** False where the page itself writes the name of the axis, with real subscripts. */
  readonly featureTitle: boolean;
  readonly font: string;
}

type Dataset = ChartDataset<'lineWithErrorBars', Point[]>;
interface Point extends CurvePoint {
  readonly yMin?: number;
  readonly yMax?: number;
}

/**
 * Chart.js configuration of the curves of one condition. Every method keeps the colour, marker and dash that its
 * `appearances` entry (by label) says.
 */
export function errorCurves(
  curves: readonly Curve[],
  appearances: ReadonlyMap<string, Appearance>,
  options: ErrorCurvesOptions,
): ChartConfiguration<'lineWithErrorBars', Point[]> {
  const palette = chartPalette[options.theme];
  const shown = curves
    .filter((curve) => !options.hidden.has(curve.label))
    .map((curve) => ({ curve, points: curvePoints(curve, options.choice) }))
    .filter(({ points }) => points.length > 0);
  const least = Math.min(...shown.map(({ points }) => bestPoint(points)?.y ?? Infinity));
  const datasets = shown.map(({ curve, points }) => {
    const appearance = appearances.get(curve.label);
    return curveDataset(curve.label, points, appearance?.[options.theme] ?? palette.secondary, appearance, options);
  });
  const axis = {
    border: { color: palette.secondary },
    ticks: { color: palette.secondary, font: { family: options.font, size: 12 } },
  };
  return {
    type: 'lineWithErrorBars',
    data: { datasets },
    plugins: options.spread === 'band' ? [deviationBand] : [],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'xy', intersect: false },
      layout: { padding: { top: 8, right: 12 } },
      scales: {
        x: {
          type: options.logarithmic ? 'logarithmic' : 'linear',
          title: {
            display: options.featureTitle,
            text: featureAxisTitle(curves, options.choice),
            color: palette.text,
            font: { family: options.font, size: 12 },
          },
          grid: { display: false },
          min: options.logarithmic ? 1 : 0,
          ...axis,
          ticks: options.logarithmic
            ? { ...axis.ticks, autoSkip: false, callback: (value) => roundTick(Number(value)) }
            : { ...axis.ticks, maxTicksLimit: 9 },
        },
        y: {
          type: 'linear',
          title: {
            display: true,
            text: 'Mean error rate (%)',
            color: palette.text,
            font: { family: options.font, size: 12 },
          },
          grid: { color: palette.hairline },
          min: 0,
          max: options.range === 'near' && Number.isFinite(least) ? nearBestMaximum(least) : undefined,
          ...axis,
          ticks: { ...axis.ticks, maxTicksLimit: 7 },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          backgroundColor: palette.text,
          titleColor: palette.surface,
          bodyColor: palette.surface,
          titleFont: { family: options.font, size: 12 },
          bodyFont: { family: options.font, size: 12 },
          callbacks: {
            title: (items) => items.map((item) => `${item.dataset.label} ${shapeText((item.raw as Point).shape)}`),
            label: (item) => pointText(item.raw as Point),
          },
        },
      },
    },
  };
}

function curveDataset(
  label: string,
  points: readonly CurvePoint[],
  colour: string,
  appearance: Appearance | undefined,
  options: ErrorCurvesOptions,
): Dataset {
  const best = bestPoint(points);
  const marked = markedPoints(points, options.logarithmic);
  const dark = options.theme === 'dark';
  // The palette's yellow is too pale for light surfaces without an outline.
  const outline = colour.toUpperCase() === '#F0E442' && !dark ? '#1c1c1a' : colour;
  return {
    label,
    data: points.map((point) =>
      options.spread === 'bars' && point.std !== null && marked.has(point)
        ? { ...point, yMin: point.y - point.std, yMax: point.y + point.std }
        : { ...point },
    ),
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 1.75,
    borderDash: [...(appearance?.dash ?? [])],
    pointStyle: appearance?.marker ?? 'circle',
    // The elements of this controller take their options under the name of their own kind.
    ...{
      pointWithErrorBarBorderColor: outline,
      pointWithErrorBarBorderWidth: 1.25,
      pointWithErrorBarRadius: points.map((point) => (point === best ? 6 : marked.has(point) ? 3.5 : 0)),
      pointWithErrorBarHoverRadius: 6,
    },
    errorBarColor: colour,
    errorBarWhiskerColor: colour,
    errorBarLineWidth: 1,
    errorBarWhiskerLineWidth: 1,
    errorBarWhiskerSize: 6,
    tension: 0,
    clip: { left: 8, right: 8, top: 0, bottom: 0 },
  };
}

/** Labels at 1, 2, 5 and their tenfolds only. */
function roundTick(value: number): string | null {
  const leading = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((digit) => Math.abs(leading - digit) < 1e-6) ? String(value) : null;
}

function pointText(point: CurvePoint): string {
  return point.std === null ? `${point.y.toFixed(2)} %` : `${point.y.toFixed(2)} ± ${point.std.toFixed(2)} %`;
}

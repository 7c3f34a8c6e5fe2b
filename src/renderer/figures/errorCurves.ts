/** The chart of a measure against the latent dimension: one pure function of the data. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { Appearance } from '../../core/methods/appearance.ts';
import { meanTitle, valueAxis, type AxisRange } from '../../core/figures/measureAxis.ts';
import type { LatentShape } from '../../core/methods/method.ts';
import type { Measure } from '../../core/measures/measures.ts';
import type { Curve } from '../../core/study/table/curve.ts';
import { shapeText } from '../words/format.ts';
import {
  chosenPoint,
  curvePoints,
  featureAxisTitle,
  markedPoints,
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
  readonly range: AxisRange;
  readonly choice: ShapeChoice;
  readonly measure: Measure;
  readonly hidden: ReadonlySet<string>;
  /** The method that stands out, by label; null: none. */
  readonly highlighted: string | null;
  /** The shapes that the table shows, by label: chosen on the test images (large marker), inside the training images (◆). */
  readonly chosen: ReadonlyMap<string, ChosenShapes>;
  /** False where the page itself writes the name of the axis, with real subscripts. */
  readonly featureTitle: boolean;
  readonly font: string;
}

export interface ChosenShapes {
  readonly oracle: LatentShape | null;
  readonly validated: LatentShape | null;
}

/** Opacity, in hexadecimal, of the curves beside the one that stands out. */
const FAINT = '38';

type Dataset = ChartDataset<'lineWithErrorBars', Point[]>;
interface Point extends CurvePoint {
  readonly yMin?: number;
  readonly yMax?: number;
  /** How the shape was chosen. */
  readonly chosenBy?: keyof ChosenShapes;
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
    .map((curve) => ({ curve, points: curvePoints(curve, options.choice, options.measure.better) }))
    .filter(({ points }) => points.length > 0);
  const values = shown.flatMap(({ points }) => points.map(({ y }) => y));
  const scale = values.length > 0 ? valueAxis(options.measure, values, options.range) : { from: 0, to: undefined };
  const drawn = shown.map(({ curve, points }) => {
    const appearance = appearances.get(curve.label);
    const colour = appearance?.[options.theme] ?? palette.secondary;
    const faint = options.highlighted !== null && options.highlighted !== curve.label;
    return { curve, points, appearance, colour: faint ? `${colour}${FAINT}` : colour };
  });
  const datasets = [
    ...drawn.map((one) => curveDataset(one.curve.label, one.points, one.colour, one.appearance, options)),
    ...drawn.flatMap((one) => chosenDatasets(one.curve, one.colour, one.appearance, options)),
  ];
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
            text: meanTitle(options.measure),
            color: palette.text,
            font: { family: options.font, size: 12 },
          },
          grid: { color: palette.hairline },
          min: scale.from,
          max: scale.to,
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
            label: (item) => pointText(item.raw as Point, options.measure),
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
  const marked = markedPoints(points, options.logarithmic, options.measure.better);
  return {
    label,
    data: points.map((point) =>
      options.spread === 'bars' && point.std !== null && marked.has(point)
        ? { ...point, yMin: point.y - point.std, yMax: point.y + point.std }
        : { ...point },
    ),
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: options.highlighted === label ? 3 : 1.75,
    order: options.highlighted === label ? 1 : 2,
    borderDash: [...(appearance?.dash ?? [])],
    pointStyle: appearance?.marker ?? 'circle',
    // The elements of this controller take their options under the name of their own kind.
    ...{
      pointWithErrorBarBorderColor: outlineOf(colour, options.theme),
      pointWithErrorBarBorderWidth: 1.25,
      pointWithErrorBarRadius: points.map((point) => (marked.has(point) ? 3.5 : 0)),
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

/** One point a way of choosing: the marker of the method, large, and a hollow diamond. */
function chosenDatasets(
  curve: Curve,
  colour: string,
  appearance: Appearance | undefined,
  { chosen, theme }: ErrorCurvesOptions,
): Dataset[] {
  const shapes = chosen.get(curve.label);
  return (['oracle', 'validated'] as const).flatMap((by): Dataset[] => {
    const point = chosenPoint(curve, shapes?.[by] ?? null);
    if (!point) return [];
    const hollow = by === 'validated';
    return [
      {
        label: curve.label,
        data: [{ ...point, chosenBy: by }],
        order: 0,
        showLine: false,
        borderColor: colour,
        pointStyle: hollow ? 'rectRot' : (appearance?.marker ?? 'circle'),
        ...{
          pointWithErrorBarBackgroundColor: hollow ? chartPalette[theme].surface : colour,
          pointWithErrorBarBorderColor: hollow ? colour : outlineOf(colour, theme),
          pointWithErrorBarBorderWidth: hollow ? 2 : 1.25,
          pointWithErrorBarRadius: hollow ? 7 : 6,
          pointWithErrorBarHoverRadius: 8,
        },
      },
    ];
  });
}

/** The palette's yellow is too pale for light surfaces without an outline. */
function outlineOf(colour: string, theme: 'light' | 'dark'): string {
  return colour.toUpperCase() === '#F0E442' && theme === 'light' ? '#1c1c1a' : colour;
}

/** Labels at 1, 2, 5 and their tenfolds only. */
function roundTick(value: number): string | null {
  const leading = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((digit) => Math.abs(leading - digit) < 1e-6) ? String(value) : null;
}

function pointText({ y, std, chosenBy }: Point, measure: Measure): string {
  const spread = std === null ? '' : ` ± ${std.toFixed(measure.digits + 1)}`;
  const how = { oracle: ', chosen on the test images', validated: ', chosen inside the training images' };
  return `${y.toFixed(measure.digits + 1)}${spread} ${measure.unit}${chosenBy ? how[chosenBy] : ''}`;
}

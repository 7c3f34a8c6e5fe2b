/** Chart.js's configuration of a line chart: a pure function of the description that exports are drawn from. */
import type { ChartConfiguration, Scale as ChartScale, ScaleOptionsByType, Plugin } from 'chart.js';
import type { Axis } from '../../../core/figures/charts/axis.ts';
import {
  hasBar,
  isWithin,
  LINE_STYLE,
  type LineChart,
  type LineSeries,
} from '../../../core/figures/charts/lineChart.ts';
import { barShifts } from '../../../core/figures/charts/errorBarPlacement.ts';
import { markerOutline } from '../../../core/figures/markers.ts';
import { chartPalette } from '../../../core/figures/palette.ts';
import type { Appearance } from '../../../core/methods/appearance.ts';
import type { ChartPoint, DrawnMarker, SeriesDataset } from './plot.ts';
import { seriesMarkers, drawMarker } from './seriesMarkers.ts';
import { spreadBand, spreadBars } from './spreadBand.ts';
import { BEFORE_NOTE, endLabels, labelWidth, type PlotExtent } from '../../../core/figures/charts/endLabels.ts';

// Labels of series at the ends of their lines, as in exported figures.

/** Pixels from the plot to the labels, and to the right of them. */
const GAP = 16;
const AFTER = 8;
/** Width of a marker. */
const MARKER = 12;
const FONT = 12;
/** Maximum share of a chart's width for labels; narrower charts rely on the list of methods below. */
const MOST = 0.4;

/** Approximate pixels that the axes take. */
const AXES = { width: 60, height: 40 };

/** Width of the labels to the right of the plot; 0 if there are none, or if they do not fit. */
function labelRoom(chart: LineChart, { width, height }: PlotExtent): number {
  const plot = { width: width - AXES.width, height: height - AXES.height, values: true };
  const outside = (endLabels(chart, plot) ?? []).filter(({ inside }) => inside === null);
  const widths = outside.map(({ series }) => labelWidth(chart.series[series], true));
  const room = GAP + MARKER + 6 + Math.max(0, ...widths) + AFTER;
  return outside.length > 0 && room <= MOST * width ? room : 0;
}

/** What the labels are drawn from, in addition to the data sets. */
export interface NamedData {
  readonly named: {
    readonly chart: LineChart;
    readonly font: string;
    /** Per series: colours of its line, of its label and of the note after it, and its marker. */
    readonly looks: readonly {
      readonly line: string;
      readonly ink: string;
      readonly note: string;
      readonly marker: DrawnMarker;
    }[];
  };
}

const seriesNames: Plugin<'line'> = {
  id: 'seriesNames',
  afterDatasetsDraw(drawn) {
    const { ctx: context, chartArea, width } = drawn;
    const { chart, font, looks } = (drawn.data as unknown as NamedData).named;
    const { left, right, top, bottom } = chartArea;
    const roomy = width - right > GAP + MARKER + 6 + AFTER;
    context.save();
    context.font = `${FONT}px ${font}`;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    const plot = { width: right - left, height: bottom - top, values: true };
    for (const { series, inside, at, end } of endLabels(chart, plot) ?? []) {
      const { line, ink, note: noteInk, marker } = looks[series];
      const { label, note } = chart.series[series];
      const write = (x: number): void => {
        context.fillStyle = ink;
        context.fillText(label, x, top + at);
        if (note === '') return;
        context.fillStyle = noteInk;
        context.fillText(note, x + context.measureText(label).width + BEFORE_NOTE, top + at);
      };
      if (inside !== null) write(left + inside);
      if (inside !== null || !roomy) continue;
      if (end !== null) {
        context.globalAlpha = LINE_STYLE.leaderOpacity;
        context.strokeStyle = line;
        context.beginPath();
        context.moveTo(right, top + end);
        context.lineTo(right + GAP, top + at);
        context.stroke();
        context.globalAlpha = 1;
      }
      drawMarker(context, marker, right + GAP + MARKER / 2, top + at);
      write(right + GAP + MARKER + 6);
    }
    context.restore();
  },
};

export interface ChartLook {
  readonly theme: 'light' | 'dark';
  /** Label of the highlighted series; null: none. */
  readonly highlighted: string | null;
  readonly font: string;
}

export type LineChartConfig = ChartConfiguration<'line', ChartPoint[]>;

/** Opacity, in hexadecimal, of all series but the highlighted one. */
const FAINT = '38';

/** The horizontal axis has no title here: the page renders it, with real subscripts. */
export function lineChartConfig(chart: LineChart, look: ChartLook): LineChartConfig {
  const palette = chartPalette[look.theme];
  const font = { family: look.font, size: 12 };
  const shifts = barShifts(chart);
  const datasets = [
    ...chart.series.map((series, i) => curveOf(chart, series, shifts[i], look)),
    ...chart.series.flatMap((series) => marksOf(chart, series, look)),
  ];
  const named: NamedData['named'] = {
    chart,
    font: look.font,
    looks: chart.series.map((series) => ({
      line: colourOf(series, look),
      ink: faded(palette.text, series.label, look.highlighted),
      note: faded(palette.secondary, series.label, look.highlighted),
      marker: markerOf(series, series.appearance, LINE_STYLE.named, look),
    })),
  };
  const ticks = { color: palette.secondary, font };
  return {
    type: 'line',
    data: { datasets, named } as ChartConfiguration<'line', ChartPoint[]>['data'] & NamedData,
    plugins: [spreadBand, spreadBars, seriesMarkers, seriesNames],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'xy', intersect: false },
      layout: { padding: ({ chart: drawn }) => ({ top: 8, right: 12 + labelRoom(chart, drawn) }) },
      scales: {
        x: {
          ...axisOptions(chart.x, ticks),
          border: { color: palette.secondary },
          grid: { drawOnChartArea: false, tickColor: palette.secondary, tickLength: LINE_STYLE.tick },
        },
        y: {
          ...axisOptions(chart.y, ticks),
          title: { display: true, text: chart.y.title, color: palette.text, font },
          border: { color: palette.secondary },
          grid: { color: palette.hairline, drawTicks: false },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          backgroundColor: palette.text,
          titleColor: palette.surface,
          bodyColor: palette.surface,
          titleFont: font,
          bodyFont: font,
          callbacks: {
            title: (items) => items.map((item) => `${item.dataset.label} ${(item.raw as ChartPoint).name}`),
            label: (item) => (item.raw as ChartPoint).reading,
          },
        },
      },
    },
  };
}

type AxisOptions = Partial<ScaleOptionsByType<'linear' | 'logarithmic'>>;

/** An axis with exactly the range and labels of the description. */
function axisOptions({ kind, from, to, ticks }: Axis, look: { color: string; font: { family: string; size: number } }) {
  const texts = new Map(ticks.map(({ value, text }) => [value, text]));
  return {
    type: kind === 'log' ? ('logarithmic' as const) : ('linear' as const),
    min: from,
    max: to,
    afterBuildTicks: (scale: ChartScale) => {
      scale.ticks = ticks.map(({ value }) => ({ value }));
    },
    ticks: {
      ...look,
      autoSkip: false,
      maxRotation: 0,
      padding: 6,
      callback: (value: string | number) => texts.get(Number(value)) ?? null,
    },
  } satisfies Record<keyof Pick<AxisOptions, 'type' | 'min' | 'max' | 'afterBuildTicks' | 'ticks'>, unknown>;
}

function curveOf(chart: LineChart, series: LineSeries, shift: number, look: ChartLook): SeriesDataset {
  const { label, points, appearance } = series;
  const colour = colourOf(series, look);
  const marker = markerOf(series, appearance, LINE_STYLE.marker, look);
  return {
    label,
    data: points.map((point) => ({ ...point })),
    drawn: {
      band: chart.spread === 'band',
      bars: { at: points.flatMap((point, i) => (hasBar(chart, point) ? [i] : [])), shift },
      markers: points.map((point) => (point.marked && isWithin(chart, point) ? marker : null)),
    },
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: look.highlighted === label ? 3 : LINE_STYLE.width,
    showLine: series.loose !== true,
    order: look.highlighted === label ? 1 : 2,
    borderDash: [...appearance.dash],
    borderJoinStyle: 'round',
    ...pointerOnly(colour, 5),
    tension: 0,
    clip: 0,
  };
}

/** Marker of a validated shape. */
const DIAMOND = { marker: 'rectRot', fill: 'hollow' } as const;

function markerOf(
  series: LineSeries,
  shape: Pick<Appearance, 'marker' | 'fill'>,
  size: number,
  look: ChartLook,
): DrawnMarker {
  const outline = markerOutline(shape);
  const colour = colourOf(series, look);
  const fill = outline.open ? chartPalette[look.theme].surface : colour;
  return { outline, size, fill, edge: colour };
}

/** Marks as a data set without a line, which lets the pointer find them. */
function marksOf(chart: LineChart, series: LineSeries, look: ChartLook): SeriesDataset[] {
  const marks = series.marks.filter((mark) => isWithin(chart, mark));
  if (marks.length === 0) return [];
  const colour = colourOf(series, look);
  return [
    {
      label: series.label,
      data: marks.map((mark) => ({ ...mark })),
      drawn: {
        band: false,
        bars: { at: [], shift: 0 },
        markers: marks.map(({ kind }) =>
          markerOf(series, kind === 'diamond' ? DIAMOND : series.appearance, LINE_STYLE.large, look),
        ),
      },
      order: 0,
      showLine: false,
      borderColor: colour,
      ...pointerOnly(colour, 8),
    },
  ];
}

/** A ring under the pointer. */
function pointerOnly(colour: string, radius: number) {
  return {
    pointRadius: 0,
    pointBorderWidth: 0,
    pointHoverRadius: radius,
    pointHoverBorderWidth: 1.5,
    pointHoverBorderColor: colour,
    pointHoverBackgroundColor: 'transparent',
  };
}

function colourOf({ appearance, label }: LineSeries, { theme, highlighted }: ChartLook): string {
  return faded(appearance[theme], label, highlighted);
}

function faded(colour: string, label: string, highlighted: string | null): string {
  return highlighted === null || highlighted === label ? colour : `${colour}${FAINT}`;
}

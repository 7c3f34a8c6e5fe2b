/** Writes the names of series at the ends of their lines, where exported figures have them, too. */
import type { Plugin } from 'chart.js';
import { endLabels, type PlotExtent } from '../../../core/figures/charts/endLabels.ts';
import { LINE_STYLE, type LineChart } from '../../../core/figures/charts/lineChart.ts';
import { textWidth } from '../../../core/figures/painters/textWidth.ts';
import type { DrawnMarker } from './seriesDataset.ts';
import { drawMarker } from './seriesMarkers.ts';

/** Pixels from the plot to the words, and right of them. */
const GAP = 16;
const AFTER = 8;
/** Width of a marker. */
const MARKER = 12;
const FONT = 12;
/** Share of a chart's width that names may take; a narrower chart is read by the list of methods below it. */
const MOST = 0.4;

/** Axes take about so many pixels of a chart. */
const AXES = { width: 60, height: 40 };

/** Width that the names of a chart take right of its plot; 0 where none stands there, and where they do not fit. */
export function labelRoom(chart: LineChart, { width, height }: PlotExtent): number {
  const plot = { width: width - AXES.width, height: height - AXES.height };
  const outside = (endLabels(chart, plot) ?? []).filter(({ inside }) => inside === null);
  const widths = outside.map(({ series }) => textWidth(chart.series[series].label, FONT));
  const room = GAP + MARKER + 6 + Math.max(0, ...widths) + AFTER;
  return outside.length > 0 && room <= MOST * width ? room : 0;
}

/** What the names are drawn from, alongside the data sets. */
export interface NamedData {
  readonly named: {
    readonly chart: LineChart;
    readonly font: string;
    /** Of each series: colours of its line and of its name, and its marker. */
    readonly looks: readonly { readonly line: string; readonly ink: string; readonly marker: DrawnMarker }[];
  };
}

export const seriesNames: Plugin<'line'> = {
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
    for (const { series, inside, at, end } of endLabels(chart, { width: right - left, height: bottom - top }) ?? []) {
      const { line, ink, marker } = looks[series];
      context.fillStyle = ink;
      if (inside !== null) context.fillText(chart.series[series].label, left + inside, top + at);
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
      context.fillStyle = ink;
      context.fillText(chart.series[series].label, right + GAP + MARKER + 6, top + at);
    }
    context.restore();
  },
};

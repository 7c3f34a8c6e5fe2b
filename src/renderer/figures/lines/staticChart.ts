/**
 * A line chart as drawn by chart.js, without interaction. Charts side by side share their axes: chart.js lays them out
 * and draws them once, and the curves of each are drawn on a copy. Showing the visible charts out of 50 took 472 ms of
 * the page with a chart.js instance each, now 170 (at a load of 10, on the same machine).
 */
import {
  type Chart as AnyChart,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { LineChart } from '../../../core/figures/charts/lineChart.ts';
import { lineChartConfig, type ChartLook } from './lineChartConfig.ts';
import { drawingOrder, plotOf, type Plot, type SeriesDataset } from './plot.ts';
import { drawMarkers } from './seriesMarkers.ts';
import { drawBands, drawBars } from './spreadBand.ts';

// The parts of chart.js that line charts use.

Chart.register(LinearScale, LineController, LineElement, LogarithmicScale, PointElement, Tooltip);

export { Chart, LineElement };

/** Canvas size in CSS pixels, and screen pixels per CSS pixel. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Draws a small chart on a canvas and sets the canvas size. */
export function drawStillChart(canvas: HTMLCanvasElement, chart: LineChart, look: ChartLook, size: CanvasSize): void {
  const { width, height, ratio } = size;
  const frame = frameOf(chart, look, size);
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.drawImage(frame.canvas, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const datasets = lineChartConfig(chart, look).data.datasets as unknown as SeriesDataset[];
  const plot = plotOf(frame, context);
  drawBands(plot, datasets);
  drawBars(plot, datasets);
  for (const dataset of drawingOrder(datasets)) drawCurve(plot, dataset);
  drawMarkers(plot, datasets);
}

/** The line of a data set, drawn by chart.js's own element. */
function drawCurve({ context, area, x, y }: Plot, dataset: SeriesDataset): void {
  if (dataset.showLine === false) return;
  const points = dataset.data.map((point) => ({ x: x(point.x), y: y(point.y), skip: false }));
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  new LineElement({ options: { ...LineElement.defaults, ...dataset }, points }).draw(context, area);
  context.restore();
}

/** Cached axes, and what they were drawn for. */
interface Frame {
  readonly of: readonly unknown[];
  readonly drawn: AnyChart<'line'>;
}
let latest: Frame | null = null;

/** A chart without curves, on the axes of another one. */
function frameOf(chart: LineChart, look: ChartLook, { width, height, ratio }: CanvasSize): Frame['drawn'] {
  // Letters differ before the font is loaded.
  const inputs = [chart.x, chart.y, look.theme, look.font, width, height, ratio, document.fonts?.status];
  if (latest?.of.every((one, i) => one === inputs[i])) return latest.drawn;
  latest?.drawn.destroy();
  const { options, ...config } = lineChartConfig(withoutSeries(chart), look);
  const still = { ...options, responsive: false, devicePixelRatio: ratio, events: [] };
  const canvas = document.createElement('canvas');
  // Without a size of its own the canvas takes the requested one, fractions of pixels included.
  canvas.width = canvas.height = 0;
  const drawn = new Chart<'line'>(canvas, { ...config, options: still } as never);
  drawn.resize(width, height);
  latest = { of: inputs, drawn };
  return drawn;
}

function withoutSeries({ description, x, y, spread }: LineChart): LineChart {
  return { description, x, y, spread, series: [], legendNotes: [] };
}

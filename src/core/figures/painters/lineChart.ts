/** Draws line charts, each with axes, bands, lines, markers, and labels at the ends of the lines. */
import type { LineChart, LineSeries } from '../charts/lineChart.ts';
import { picture, short, type Drawing, type Shape, text } from '../drawing/drawing.ts';
import { isNarrow, SCREEN, type Sheet } from '../drawingArea.ts';
import { ground, moved, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { chartNotes, legendHeight, namesWidth, seriesNames, type Plot } from './lineLegend.ts';
import { horizontalTitle, LINE, linePlot, verticalTitle, type PlotFrame } from './linePlot.ts';
import { textWidth, wrapped } from './textWidth.ts';

// Small multiples: charts on the same axes side by side, with one title per axis and one legend.

/** Number of columns that fills all rows as evenly as possible. */
export function evenColumns(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}

/** Width of a panel on screen, and minimum on a sheet; at least two panels are side by side. */
const PANEL = 200;
const LEAST = 120;
/** Maximum number of panels side by side. */
const MOST = 4;
/** Gap between panels, which keeps the labels at their corners apart, and margin on the right. */
const GAP = 24;
const RIGHT = 12;
const PANEL_TOP = 8;
const PANEL_FONT = 12;
/** Height of the labels of a horizontal axis, with the gap to the panel below. */
const TICKS = 34;

/** Requires charts with titles. */
function drawPanels(charts: readonly LineChart[], colours: FigureColours, sheet: Sheet): Drawing {
  const [{ x, y }] = charts;
  const left = 34 + Math.max(0, ...y.ticks.map((tick) => textWidth(tick.text, PANEL_FONT)));
  const { columns, width, height } = panelSize(charts.length, left, sheet);
  const titles = charts.map(({ title = '' }) => wrapped(title, width, PANEL_FONT));
  const above = LINE * Math.max(...titles.map((lines) => lines.length)) + 6;
  const step = above + height + TICKS;
  const rows = Math.ceil(charts.length / columns);
  const whole = {
    left,
    top: PANEL_TOP + above,
    width: columns * (width + GAP) - GAP,
    height: rows * step - above - TICKS,
  };
  const panels = charts.flatMap((chart, i): Shape[] => {
    const column = i % columns;
    const frame: PlotFrame = {
      left: left + column * (width + GAP),
      top: whole.top + Math.floor(i / columns) * step,
      ...{ width, height, compact: true, allTicks: false, values: column === 0 },
    };
    const from = frame.top - 8 - LINE * (titles[i].length - 1);
    const words = titles[i].map((line, l) =>
      text(frame.left, from + l * LINE, line, { part: 'panel', fill: colours.text }),
    );
    return linePlot(chart, frame, colours, words);
  });
  const under = wrapped(x.title, whole.width + left / 2, PANEL_FONT);
  const compact = isNarrow(sheet);
  const names = seriesNames(
    { ...charts[0], series: seriesOfAll(charts) },
    { ...whole, legend: 'below', compact, values: false },
    colours,
    44 + (under.length - 1) * LINE,
  );
  const total = sheet.width ?? left + whole.width + names.width + RIGHT;
  const notes = chartNotes(
    charts[0],
    { left: names.left, top: names.bottom + 14, width: total - names.left - RIGHT, compact },
    colours,
  );
  const bottom = names.bottom + notes.height + 6;
  return picture(total, bottom, charts.map(({ description }) => description).join('; '), [
    ground(total, bottom, colours),
    ...panels,
    ...horizontalTitle(under, [left + whole.width / 2, whole.top + whole.height + 38], colours),
    verticalTitle(y.title, whole.top + whole.height / 2, colours),
    ...names.shapes,
    ...notes.shapes,
  ]);
}

/** Size of the panels, with as many side by side as fit. */
function panelSize(count: number, left: number, { width }: Sheet) {
  const whole = width === null ? null : width - left - RIGHT;
  const fitting = whole === null ? MOST : Math.floor((whole + GAP) / (LEAST + GAP));
  const columns = evenColumns(count, Math.min(MOST, Math.max(2, fitting)));
  const panelWidth = whole === null ? PANEL : Math.floor((whole + GAP) / columns - GAP);
  return { columns, width: panelWidth, height: Math.min(220, Math.max(100, Math.round(panelWidth * 0.75))) };
}

/** Every series once, from the first chart that has it. */
function seriesOfAll(charts: readonly LineChart[]): LineSeries[] {
  const byLabel = new Map<string, LineSeries>();
  for (const one of charts.flatMap(({ series }) => series)) if (!byLabel.has(one.label)) byLabel.set(one.label, one);
  return [...byLabel.values()];
}

/** Size on screen. */
const PLOT = { width: 560, height: 360 };
const TOP = 12;
const FONT = 12;

export function drawLineChart(chart: LineChart, theme: FigureTheme, sheet = SCREEN): Drawing {
  return drawLineCharts([chart], theme, sheet);
}

/**
 * Draws several charts in one picture. Charts with titles share their axes and are drawn side by side with one legend;
 * others are drawn one below the other, each with its own axes and legend.
 */
export function drawLineCharts(charts: readonly LineChart[], theme: FigureTheme, sheet = SCREEN): Drawing {
  const colours = figureColours(theme);
  if (charts.length > 1 && charts.every(({ title }) => title !== undefined)) return drawPanels(charts, colours, sheet);
  const labels = charts.flatMap(({ y }) => y.ticks.map((tick) => textWidth(tick.text, FONT)));
  // All charts share one left edge, to align their horizontal axes.
  const left = 34 + Math.max(0, ...labels);
  const drawn = charts.map((chart) => drawChart(chart, left, sheet, colours));
  const width = Math.max(...drawn.map((one) => one.width));
  const heights = drawn.map((one) => one.height);
  const height = heights.reduce((sum, one) => sum + one, 0);
  const above = heights.map((_, i) => heights.slice(0, i).reduce((sum, one) => sum + one, 0));
  const bodies = drawn.flatMap(({ body }, i) => (above[i] === 0 ? body : [moved(short(above[i]), body)]));
  const title = charts.map(({ description }) => description).join('; ');
  return picture(width, height, title, [ground(width, height, colours), ...bodies]);
}

type PlotSize = Omit<Plot, 'left' | 'top'>;

/** A plot narrower than this takes the whole width, with the names below it. */
const NARROW = 230;

/** Size of the plot: on a sheet, the space that the names leave. */
function plotSize(chart: LineChart, left: number, sheet: Sheet): PlotSize {
  const { width, legend, values } = sheet;
  const compact = isNarrow(sheet);
  const named = { legend, compact, values: values === 'auto' ? !compact : values === 'shown' };
  if (width === null) return { ...PLOT, ...named };
  const whole = width - left - 12;
  const sized = (plotWidth: number): { width: number; height: number } => ({
    width: plotWidth,
    height: Math.min(360, Math.max(150, Math.round(plotWidth * 0.62))),
  });
  // Names below take a fifth of the height, unless they are so many or so long that the plot would be too tall.
  const below = (): PlotSize => {
    const { height, ...size } = sized(whole);
    const tall = Math.min(whole, 4 * legendHeight(chart, whole + left, { ...named, width: whole }));
    return { ...size, ...named, legend: 'below', height: Math.max(height, tall) };
  };
  if (legend === 'below') return below();
  if (legend === 'inside') return { ...sized(whole), ...named };
  const rest = whole - namesWidth(chart, { ...sized(whole), ...named });
  return rest < NARROW && (legend === 'auto' || rest < 60) ? below() : { ...sized(rest), ...named };
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly body: readonly Shape[];
}

/** Contents and size of a chart whose plot starts at `left`. */
function drawChart(chart: LineChart, left: number, sheet: Sheet, colours: FigureColours): Drawn {
  const PLOT = plotSize(chart, left, sheet);
  const title = wrapped(chart.x.title, sheet.width === null ? Infinity : PLOT.width + left / 2, FONT);
  const names = seriesNames(chart, { ...PLOT, left, top: TOP }, colours, 44 + (title.length - 1) * LINE);
  const width = Math.max(left + PLOT.width + names.width + 12, sheet.width ?? 0);
  const below = Math.max(PLOT.height + TOP + 44 + (title.length - 1) * LINE, names.bottom);
  const notes = chartNotes(
    chart,
    { left: names.left, top: below + 14, width: width - names.left - 12, compact: PLOT.compact },
    colours,
  );
  const titles = [
    ...horizontalTitle(title, [left + PLOT.width / 2, TOP + PLOT.height + 38], colours),
    verticalTitle(chart.y.title, TOP + PLOT.height / 2, colours),
  ];
  const frame = { ...PLOT, left, top: TOP, allTicks: sheet.width === null, values: true };
  const body = [...linePlot(chart, frame, colours, titles), ...names.shapes, ...notes.shapes];
  return { width, height: below + notes.height + 6, body };
}

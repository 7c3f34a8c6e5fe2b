/** Draws charts of curves, each with axes, bands, lines, markers, and the names of the lines at their ends. */
import type { LineChart } from '../charts/lineChart.ts';
import { picture, short, type Drawing, type Shape } from '../drawing/drawing.ts';
import { isNarrow, SCREEN, type Sheet } from '../page/sheet.ts';
import { ground, moved, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { chartNotes, legendHeight, namesWidth, seriesNames, type Plot } from './lineLegend.ts';
import { drawPanels } from './linePanels.ts';
import { horizontalTitle, LINE, linePlot, verticalTitle } from './linePlot.ts';
import { textWidth, wrapped } from './textWidth.ts';

/** On the screen. */
const PLOT = { width: 560, height: 360 };
const TOP = 12;
const FONT = 12;

export function drawLineChart(chart: LineChart, theme: FigureTheme, sheet = SCREEN): Drawing {
  return drawLineCharts([chart], theme, sheet);
}

/**
 * Several charts in one picture: those that share their axes, which have titles, side by side with one legend; others
 * below each other, each with axes and a legend of its own.
 */
export function drawLineCharts(charts: readonly LineChart[], theme: FigureTheme, sheet = SCREEN): Drawing {
  const colours = figureColours(theme);
  if (charts.length > 1 && charts.every(({ title }) => title !== undefined)) return drawPanels(charts, colours, sheet);
  const labels = charts.flatMap(({ y }) => y.ticks.map((tick) => textWidth(tick.text, FONT)));
  // One left edge for all, so that places along the horizontal axes compare.
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

/** Below so many units a plot takes the width of the names as well, which then stand below it. */
const NARROW = 230;

/** The frame of the axes: on a sheet what the names leave. */
function plotSize(chart: LineChart, left: number, sheet: Sheet): PlotSize {
  const { width, legend, values } = sheet;
  const compact = isNarrow(sheet);
  const named = { legend, compact, values: values === 'auto' ? !compact : values === 'shown' };
  if (width === null) return { ...PLOT, ...named };
  const whole = width - left - 12;
  const sized = (own: number): { width: number; height: number } => ({
    width: own,
    height: Math.min(360, Math.max(150, Math.round(own * 0.62))),
  });
  // The names below take a fifth of the height, unless they are so many or long that the plot would be a tower.
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

/** The contents of a chart whose plot begins at `left`, and the room that they take. */
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

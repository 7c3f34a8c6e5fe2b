/** Draws small multiples: charts on the same axes side by side, with one title per axis and one legend. */
import type { LineChart, LineSeries } from '../charts/lineChart.ts';
import { picture, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import { isNarrow, type Sheet } from '../page/sheet.ts';
import { ground, type FigureColours } from './theme.ts';
import { chartNotes, seriesNames } from './lineLegend.ts';
import { horizontalTitle, LINE, linePlot, verticalTitle, type PlotFrame } from './linePlot.ts';
import { evenColumns } from '../evenColumns.ts';
import { textWidth, wrapped } from './textWidth.ts';

/** Width of a panel on the screen, and the least on a sheet, where two are side by side whatever their width. */
const PANEL = 200;
const LEAST = 120;
/** Panels side by side. */
const MOST = 4;
/** Between panels, so that the labels at their corners keep apart, and on the right of them all. */
const GAP = 24;
const RIGHT = 12;
const TOP = 8;
const FONT = 12;
/** The labels of a horizontal axis, with what separates them from the panel below. */
const TICKS = 34;

/** The charts have titles. */
export function drawPanels(charts: readonly LineChart[], colours: FigureColours, sheet: Sheet): Drawing {
  const [{ x, y }] = charts;
  const left = 34 + Math.max(0, ...y.ticks.map((tick) => textWidth(tick.text, FONT)));
  const { columns, width, height } = panelSize(charts.length, left, sheet);
  const titles = charts.map(({ title = '' }) => wrapped(title, width, FONT));
  const above = LINE * Math.max(...titles.map((lines) => lines.length)) + 6;
  const step = above + height + TICKS;
  const rows = Math.ceil(charts.length / columns);
  const whole = { left, top: TOP + above, width: columns * (width + GAP) - GAP, height: rows * step - above - TICKS };
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
  const under = wrapped(x.title, whole.width + left / 2, FONT);
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

/** As many side by side as there is room for. */
function panelSize(count: number, left: number, { width }: Sheet) {
  const whole = width === null ? null : width - left - RIGHT;
  const fitting = whole === null ? MOST : Math.floor((whole + GAP) / (LEAST + GAP));
  const columns = evenColumns(count, Math.min(MOST, Math.max(2, fitting)));
  const own = whole === null ? PANEL : Math.floor((whole + GAP) / columns - GAP);
  return { columns, width: own, height: Math.min(220, Math.max(100, Math.round(own * 0.75))) };
}

/** Every series once, as the first chart that has it says. */
function seriesOfAll(charts: readonly LineChart[]): LineSeries[] {
  const found = new Map<string, LineSeries>();
  for (const one of charts.flatMap(({ series }) => series)) if (!found.has(one.label)) found.set(one.label, one);
  return [...found.values()];
}

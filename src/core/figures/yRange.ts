/** The vertical axis that a page asks for: which figures have one to choose, and a chart with its ends. */
import { axisOf } from './axis.ts';
import { declarationOf } from './figureKinds.ts';
import type { FigureSpec, FigureSpecInput } from './figureSpec.ts';
import { TICKS, type LineChart } from './lineChart.ts';
import type { FigurePage } from './page/figurePage.ts';

/** Whether a figure is a chart of lines, whose names may stand in several places. */
export function hasLines(figure: FigureSpec | FigureSpecInput): boolean {
  return verticalAxis(figure) !== undefined;
}

/** Whether the vertical axis of a figure is one of values. */
export function hasValueAxis(figure: FigureSpec | FigureSpecInput): boolean {
  return verticalAxis(figure) === 'values';
}

function verticalAxis(figure: FigureSpec | FigureSpecInput) {
  const kind = figure.kind === 'characteristic' ? figure.curve : figure.kind;
  return declarationOf(kind).verticalAxis;
}

/** With the ends that the vertical axis is asked for. Throws RangeError for an end that a logarithmic axis has not. */
export function ranged(chart: LineChart, yRange: FigurePage['yRange']): LineChart {
  if (!yRange) return chart;
  const [from, to] = yRange;
  const { kind, title } = chart.y;
  if (kind === 'log' && from <= 0) throw new RangeError(`the axis is logarithmic: it begins above 0, found ${from}`);
  return { ...chart, y: axisOf({ kind, from, to }, title, TICKS.y) };
}

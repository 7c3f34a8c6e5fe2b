/** A chart with the vertical axis that a page asks for. */
import { axisOf } from './axis.ts';
import { TICKS, type LineChart } from './lineChart.ts';
import type { FigurePage } from '../page/figurePage.ts';

/** With the ends that the vertical axis is asked for. Throws RangeError for an end that a logarithmic axis has not. */
export function ranged(chart: LineChart, yRange: FigurePage['yRange']): LineChart {
  if (!yRange) return chart;
  const [from, to] = yRange;
  const { kind, title } = chart.y;
  if (kind === 'log' && from <= 0) throw new RangeError(`the axis is logarithmic: it begins above 0, found ${from}`);
  return { ...chart, y: axisOf({ kind, from, to }, title, TICKS.y) };
}

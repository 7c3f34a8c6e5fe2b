/** Rows of small charts of which a whole number is in view: none is cut at the lower edge before one scrolls. */
import { evenColumns } from '../../../core/figures/painters/lineChart.ts';

/** Pixels: what the charts have, and the gap between two. */
export interface Room {
  readonly width: number;
  /** From the first row to the lower edge of what scrolls. */
  readonly height: number;
  readonly gap: number;
}

/** A chart is at least so large, and no row higher than this. */
const NARROWEST = 200;
const FLATTEST = 160;
const HIGHEST = 300;
/** Side by side. */
const MOST = 4;

/** Columns, and the height of a row in pixels: all rows in view where they fit, else as many as fit. */
export function wholeRows(count: number, { width, height, gap }: Room): { columns: number; row: number } {
  const fitting = Math.floor((width + gap) / (NARROWEST + gap));
  const columns = evenColumns(count, Math.min(MOST, Math.max(1, fitting)));
  const rows = Math.ceil(count / columns);
  const inView = Math.min(rows, Math.max(1, Math.floor((height + gap) / (FLATTEST + gap))));
  const row = Math.floor((height + gap) / inView) - gap;
  return { columns, row: Math.min(HIGHEST, Math.max(FLATTEST, row)) };
}

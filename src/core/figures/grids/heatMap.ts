/** A measure of a bilinear method over its two latent dimensions, as data: bright is good, the best is outlined. */
import type { Curve } from '../../study/table/curve.ts';
import type { StudyTable } from '../../study/table/table.ts';
import type { Tick } from '../charts/axis.ts';
import { shadeOf } from './heatColour.ts';
import { heatGrid, labelledTicks, type HeatCell } from './heatGrid.ts';
import { meanTitle, nearBestEnd, type AxisRange } from '../charts/measureAxis.ts';

export interface HeatAxis {
  /** "q_c" */
  readonly name: string;
  /** Of each row or column, ascending. */
  readonly values: readonly number[];
  /** `value`: number of the row or column, from 0. */
  readonly ticks: readonly Tick[];
}

export interface ShadedCell extends HeatCell {
  /** 0 (the best) to SHADES − 1. */
  readonly shade: number;
  /** "(3, 2): 16.25 ± 2.10 %, 5 repeats" */
  readonly reading: string;
}

export interface HeatMap {
  readonly title: string;
  readonly description: string;
  /** Columns, left to right. */
  readonly x: HeatAxis;
  /** Rows, bottom up; of tied shapes one row without a name. */
  readonly y: HeatAxis;
  /** cells[row][column]; null where the study has no result. */
  readonly cells: readonly (readonly (ShadedCell | null)[])[];
  readonly best: { readonly row: number; readonly column: number; readonly text: string } | null;
  /** What the first and the last shade stand for; '≥' or '≤' where the last holds what is worse, too. */
  readonly scale: { readonly title: string; readonly best: Tick; readonly worst: Tick };
}

/** The table says the measure. Throws RangeError for a curve over another number of dimensions than two. */
export function heatMap(table: StudyTable, curve: Curve, range: AxisRange): HeatMap {
  const { measure } = table;
  const { digits, unit, better } = measure;
  const lower = better === 'lower';
  const grid = heatGrid(curve, better);
  const [best, last] = lower ? [grid.least, grid.greatest] : [grid.greatest, grid.least];
  const end = range === 'near' ? nearBestEnd(measure, best) : null;
  const worst = end === null ? last : lower ? Math.min(last, end) : Math.max(last, end);
  const cut = worst === last ? '' : lower ? '≥ ' : '≤ ';
  const tied =
    grid.qc.length > 1 && grid.cells.every((row, i) => row.every((cell, j) => !cell || grid.qc[i] === grid.qr[j]));
  const withUnit = (text: string): string => (unit === '' ? text : `${text} ${unit}`);
  const condition = table.conditions.find(({ key }) => key === curve.condition)?.title ?? curve.condition;
  const title = `${curve.label}, ${condition}, ${table.dataset}`;
  const shape = (row: number, column: number): string => `(${grid.qc[row]}, ${grid.qr[column]})`;
  const shaded = (cell: HeatCell | null, row: number, column: number): ShadedCell | null => {
    if (!cell) return null;
    const { mean, std, n } = cell;
    const spread = std === null ? '' : ` ± ${std.toFixed(digits + 1)}`;
    const value = withUnit(`${mean.toFixed(digits + 1)}${spread}`);
    return {
      ...cell,
      shade: shadeOf(worst === best ? 0 : (mean - best) / (worst - best)),
      reading: `${shape(row, column)}: ${value}, ${n} ${n === 1 ? 'repeat' : 'repeats'}`,
    };
  };
  return {
    title,
    description: `${meanTitle(measure)} of ${title}`,
    // Of tied shapes a grid has its diagonal only, which is one row.
    x: heatAxis(tied ? curve.latentNames.join(' = ') : curve.latentNames[1], grid.qr, 16),
    y: tied ? { name: '', values: [0], ticks: [] } : heatAxis(curve.latentNames[0], grid.qc, 12),
    cells: tied
      ? [grid.cells.map((row, i) => shaded(row[i], i, i))]
      : grid.cells.map((row, i) => row.map((cell, j) => shaded(cell, i, j))),
    best: grid.best && {
      row: tied ? 0 : grid.best.i,
      column: grid.best.j,
      text: `${lower ? 'Lowest' : 'Highest'}: ${shape(grid.best.i, grid.best.j)}`,
    },
    scale: {
      title: meanTitle(measure),
      best: { value: best, text: withUnit(best.toFixed(digits)) },
      worst: { value: worst, text: `${cut}${withUnit(worst.toFixed(digits))}` },
    },
  };
}

/** `most`: labels that there is room for. */
function heatAxis(name: string, values: readonly number[], most: number): HeatAxis {
  const ticks = labelledTicks(values.length, most).map((value) => ({ value, text: String(values[value]) }));
  return { name, values, ticks };
}

/** Pixels of a cell's side: few cells are large, so that the map has a readable size; at least `least`. */
export function cellSide({ x, y }: HeatMap, least: number): number {
  return Math.max(least, Math.min(72, Math.floor(520 / x.values.length), Math.floor(380 / y.values.length)));
}

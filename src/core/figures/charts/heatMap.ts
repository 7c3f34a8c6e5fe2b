/**
 * Data of a heat map: a measure of a bilinear method over its two latent dimensions. Bright is good; the best cell is
 * outlined.
 */
import { unitSuffix } from '../../measures/practicalMargin.ts';
import type { Curve, StudyTable } from '../../study/table/table.ts';
import type { Tick } from './axis.ts';
import { shadeOf } from './colourScale.ts';
import { meanTitle, nearBestEnd, type AxisRange } from './measureAxis.ts';
import type { Measure } from '../../measures/measures.ts';

export interface HeatCell {
  readonly mean: number;
  readonly std: number | null;
  readonly n: number;
}

export interface HeatGrid {
  /** Values of q_c (rows, bottom up) and of q_r (columns, left to right), ascending. */
  readonly qc: readonly number[];
  readonly qr: readonly number[];
  /** cells[i][j] at (qc[i], qr[j]); null without a result. */
  readonly cells: readonly (readonly (HeatCell | null)[])[];
  readonly best: { readonly i: number; readonly j: number } | null;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Grid of the means of a curve over (q_c, q_r). Throws RangeError for a curve that is not over two latent dimensions.
 */
export function heatGrid(curve: Curve, better: Measure['better'] = 'lower'): HeatGrid {
  if (curve.latentNames.length !== 2) {
    throw new RangeError(`heatGrid: expected two latent dimensions, found ${curve.latentNames.length}`);
  }
  const qc = ascending(curve.points.map((point) => point.shape[0]));
  const qr = ascending(curve.points.map((point) => point.shape[1]));
  const rowOf = new Map(qc.map((value, i) => [value, i]));
  const columnOf = new Map(qr.map((value, j) => [value, j]));
  const cells: (HeatCell | null)[][] = qc.map(() => qr.map(() => null));
  let best: HeatGrid['best'] = null;
  let least = Infinity;
  let greatest = -Infinity;
  for (const { shape, mean, std, n } of curve.points) {
    cells[rowOf.get(shape[0]) ?? 0][columnOf.get(shape[1]) ?? 0] = { mean, std, n };
    greatest = Math.max(greatest, mean);
    least = Math.min(least, mean);
  }
  // Ties go to the fewest features, as in the table.
  const bestMean = better === 'lower' ? least : greatest;
  let features = Infinity;
  cells.forEach((row, i) =>
    row.forEach((cell, j) => {
      if (cell && cell.mean === bestMean && qc[i] * qr[j] < features) {
        best = { i, j };
        features = qc[i] * qr[j];
      }
    }),
  );
  return { qc, qr, cells, best, least, greatest };
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Indices of the axis values with a label: at most `most`, evenly spread, always including the first. */
export function labelledTicks(count: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((candidate) => count / candidate <= most) ?? Math.ceil(count / most);
  const ticks: number[] = [];
  // Steps of 5 give labels 5, 10, 15 on an axis that starts at 1.
  for (let i = step === 1 ? 0 : step - 1; i < count; i += step) ticks.push(i);
  return ticks[0] === 0 ? ticks : [0, ...ticks];
}

export interface HeatAxis {
  /** "q_c" */
  readonly name: string;
  /** Values of the rows or columns, ascending. */
  readonly values: readonly number[];
  /** `value`: index of the row or column, from 0. */
  readonly ticks: readonly Tick[];
}

export interface ShadedCell extends HeatCell {
  /** 0 (the best) to SHADES − 1. */
  readonly shade: number;
  /** "(3, 2): 16.25 ± 2.10%, 5 repeats" */
  readonly reading: string;
}

export interface HeatMap {
  readonly title: string;
  readonly description: string;
  /** Columns, left to right. */
  readonly x: HeatAxis;
  /** Rows, bottom up; tied shapes have a single row without a name. */
  readonly y: HeatAxis;
  /** cells[row][column]; null without a result. */
  readonly cells: readonly (readonly (ShadedCell | null)[])[];
  readonly best: { readonly row: number; readonly column: number; readonly text: string } | null;
  /** Values of the first and last shade; '≥' or '≤' if the last shade also covers worse values. */
  readonly scale: { readonly title: string; readonly best: Tick; readonly worst: Tick };
}

/** Heat map of the table's measure. Throws RangeError for a curve over other than two dimensions. */
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
  const withUnit = (text: string): string => text + unitSuffix({ unit });
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
    // Tied shapes fill only the diagonal of the grid, which becomes one row.
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

/** `most`: maximum number of labels. */
function heatAxis(name: string, values: readonly number[], most: number): HeatAxis {
  const ticks = labelledTicks(values.length, most).map((value) => ({ value, text: String(values[value]) }));
  return { name, values, ticks };
}

/** Side of a cell in pixels, at least `least`; larger for few cells, which keeps the map readable. */
export function cellSide({ x, y }: HeatMap, least: number): number {
  return Math.max(least, Math.min(72, Math.floor(520 / x.values.length), Math.floor(380 / y.values.length)));
}

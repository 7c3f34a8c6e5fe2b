/** From the curve of a bilinear method to a grid of its means over (q_c, q_r). */
import type { Measure } from '../../measures/measures.ts';
import type { Curve } from '../../study/table/curve.ts';

export interface HeatCell {
  readonly mean: number;
  readonly std: number | null;
  readonly n: number;
}

export interface HeatGrid {
  /** Values of q_c (rows, bottom up) and of q_r (columns, left to right), ascending. */
  readonly qc: readonly number[];
  readonly qr: readonly number[];
  /** cells[i][j] at (qc[i], qr[j]); null where the study has no result. */
  readonly cells: readonly (readonly (HeatCell | null)[])[];
  readonly best: { readonly i: number; readonly j: number } | null;
  readonly least: number;
  readonly greatest: number;
}

/** Throws RangeError for a curve that is not over two latent dimensions. */
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
  // Of equal means the fewest features, as in the table.
  const wanted = better === 'lower' ? least : greatest;
  let features = Infinity;
  cells.forEach((row, i) =>
    row.forEach((cell, j) => {
      if (cell && cell.mean === wanted && qc[i] * qr[j] < features) {
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

/** Indices of the axis values that get a label: at most `most`, evenly spread, the first always. */
export function labelledTicks(count: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((candidate) => count / candidate <= most) ?? Math.ceil(count / most);
  const ticks: number[] = [];
  // With steps of 5 the labels read 5, 10, 15 on an axis that starts at 1.
  for (let i = step === 1 ? 0 : step - 1; i < count; i += step) ticks.push(i);
  return ticks[0] === 0 ? ticks : [0, ...ticks];
}

/** The measures of one cell, as they are stored and sent. */
import type { CurveId } from './curves.ts';
import type { ReadableCell } from './measureGroup.ts';
import { readingOf, type MeasureId } from './measures.ts';

/** Curves of one kind as counts, which add up over repeats without rounding. */
export interface CurveCounts {
  /** Total of the counts: test images, genuine pairs, or images of the second class. */
  readonly of: number;
  /** One curve per latent shape, over `curveAxis`; null without scores. */
  readonly counts: readonly (readonly number[] | null)[];
}

/** Measures in addition to the errors; lists have one entry per latent shape, in the order of the cell's shapes. */
export interface CellMeasures {
  /** null if undefined: no density, no reconstruction, a rule without scores. */
  readonly values: Readonly<Partial<Record<MeasureId, readonly (number | null)[]>>>;
  readonly curves: Readonly<Partial<Record<CurveId, CurveCounts>>>;
}

/** The part of a cell that measures are read from. */
export interface MeasuredCell extends ReadableCell {
  readonly measures?: Pick<CellMeasures, 'values'>;
}

/** Value of a measure at one of the cell's shapes; null if undefined or not measured. */
export function measureAt(id: MeasureId, cell: MeasuredCell, at: number): number | null {
  const { read } = readingOf(id);
  return read ? read(cell, at) : (cell.measures?.values[id]?.[at] ?? null);
}

/** Number of the cell's test images that a measure counts at one of its shapes; null if it is not a share of them. */
export function countAt(id: MeasureId, cell: MeasuredCell, at: number): number | null {
  const { count, isShareOfTests } = readingOf(id);
  if (count) return count(cell, at);
  const value = isShareOfTests ? measureAt(id, cell, at) : null;
  return value === null ? null : Math.round((value * cell.testCount) / 100);
}

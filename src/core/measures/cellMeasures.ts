/** The measures of one cell, as they are stored and sent. */
import type { CurveId } from './curves.ts';
import type { ReadableCell } from './measureGroup.ts';
import { readingOf, type MeasureId } from './measures.ts';

/** Curves of one kind, as counts, which add up over repeats without rounding. */
export interface CurveCounts {
  /** What the counts are of: test images, genuine pairs, images of the second class. */
  readonly of: number;
  /** One curve a latent shape, over `curveAxis`; null where there are no scores. */
  readonly counts: readonly (readonly number[] | null)[];
}

/** In addition to the errors; lists have one entry per latent shape, in the order of the cell's shapes. */
export interface CellMeasures {
  /** null where there is no value: no density, no reconstruction, a rule without scores. */
  readonly values: Readonly<Partial<Record<MeasureId, readonly (number | null)[]>>>;
  readonly curves: Readonly<Partial<Record<CurveId, CurveCounts>>>;
}

/** A cell as measures are read from it. */
export interface MeasuredCell extends ReadableCell {
  readonly measures?: Pick<CellMeasures, 'values'>;
}

/** The value of a measure at one of the cell's shapes; null where there is none, or the cell was not measured so. */
export function measureAt(id: MeasureId, cell: MeasuredCell, at: number): number | null {
  const { read } = readingOf(id);
  return read ? read(cell, at) : (cell.measures?.values[id]?.[at] ?? null);
}

/** How many of the cell's test images a measure counts at one of its shapes; null where it is no share of them. */
export function countAt(id: MeasureId, cell: MeasuredCell, at: number): number | null {
  const { count, isShareOfTests } = readingOf(id);
  if (count) return count(cell, at);
  const value = isShareOfTests ? measureAt(id, cell, at) : null;
  return value === null ? null : Math.round((value * cell.testCount) / 100);
}

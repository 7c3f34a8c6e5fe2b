/** The measures of one cell, as they are stored and sent. */
import type { MeasureId } from './measures.ts';

/** Cumulative match over ranks; accepted genuine pairs, or images of the second class, over false acceptance rates. */
export type CurveId = 'cmc' | 'roc' | 'two-class-roc';

/** Curves of one kind, as counts, which add up over repeats without rounding. */
export interface CurveCounts {
  /** What the counts are of: test images, genuine pairs, images of the second class. */
  readonly of: number;
  /** One curve a latent shape, over `curveAxis`; null where there are no scores. */
  readonly counts: readonly (readonly number[] | null)[];
}

/** Beside the errors; lists have one entry a latent shape, in the order of the cell's shapes. */
export interface CellMeasures {
  /** null where there is no value: no density, no reconstruction, a rule without scores. */
  readonly values: Readonly<Partial<Record<MeasureId, readonly (number | null)[]>>>;
  readonly curves: Readonly<Partial<Record<CurveId, CurveCounts>>>;
}

/** False acceptance rates at which ROC curves are kept, ascending. */
export const FALSE_ACCEPTANCE: readonly number[] = [
  0,
  ...[1e-4, 1e-3].flatMap((decade) => [1, 2, 3, 5, 7].map((step) => decade * step)),
  ...Array.from({ length: 50 }, (_, i) => (i + 1) / 100),
  ...Array.from({ length: 25 }, (_, i) => (52 + 2 * i) / 100),
];

/** The places along a curve: ranks from 1, or false acceptance rates. */
export function curveAxis(id: CurveId, length: number): number[] {
  return id === 'cmc' ? Array.from({ length }, (_, i) => i + 1) : FALSE_ACCEPTANCE.slice(0, length);
}

/** The part of a result that all measures can be read from; what comes last is there where it is shown. */
export interface MeasuredCell {
  readonly testCount: number;
  readonly iterations?: readonly number[];
  readonly converged?: readonly boolean[];
  readonly wrong: ArrayLike<number>;
  readonly measures?: Pick<CellMeasures, 'values'>;
}

/** The value of a measure at one of the cell's shapes; null where there is none, or the cell was not measured so. */
export function measureAt(id: MeasureId, cell: MeasuredCell, at: number): number | null {
  switch (id) {
    case 'error-rate':
      return (100 * cell.wrong[at]) / cell.testCount;
    case 'accuracy':
      return (100 * (cell.testCount - cell.wrong[at])) / cell.testCount;
    case 'iterations':
      return cell.iterations?.[at] ?? null;
    case 'converged':
      return cell.converged ? (cell.converged[at] ? 100 : 0) : null;
    default:
      return cell.measures?.values[id]?.[at] ?? null;
  }
}

/** How many of the cell's test images a measure counts at one of its shapes; null where it is no share of them. */
export function countAt(id: MeasureId, cell: MeasuredCell, at: number): number | null {
  if (id === 'error-rate') return cell.wrong[at];
  if (id === 'accuracy') return cell.testCount - cell.wrong[at];
  const value = id.startsWith('rank-') ? measureAt(id, cell, at) : null;
  return value === null ? null : Math.round((value * cell.testCount) / 100);
}

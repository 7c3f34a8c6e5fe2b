/** The curves that cells keep, and the places along them. */

/**
 * Cumulative match over ranks; accepted genuine pairs, images of the second class, or images of a watch list that are
 * detected and identified, over false acceptance rates.
 */
export type CurveId = 'cmc' | 'roc' | 'two-class-roc' | 'dir';

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

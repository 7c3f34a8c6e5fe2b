/** Curves stored with cells, and their abscissae. */

/**
 * Cumulative match over ranks; accepted genuine pairs, images of the second class, or images of a watch list that are
 * detected and identified, over false acceptance rates; half total error rates over the weight of false acceptance.
 */
export const CURVES = ['cmc', 'roc', 'two-class-roc', 'dir', 'epc'] as const;

export type CurveId = (typeof CURVES)[number];

/** Expected performance curves are stored at the weights 0, 1 / EPC_STEPS, …, 1. */
export const EPC_STEPS = 50;

/** False acceptance rates at which ROC curves are stored, ascending. */
export const FALSE_ACCEPTANCE: readonly number[] = [
  0,
  ...[1e-4, 1e-3].flatMap((decade) => [1, 2, 3, 5, 7].map((step) => decade * step)),
  ...Array.from({ length: 50 }, (_, i) => (i + 1) / 100),
  ...Array.from({ length: 25 }, (_, i) => (52 + 2 * i) / 100),
];

/** Abscissae of a curve: ranks from 1, weights, or false acceptance rates. */
export function curveAxis(id: CurveId, length: number): number[] {
  if (id === 'epc') return Array.from({ length }, (_, i) => i / EPC_STEPS);
  return id === 'cmc' ? Array.from({ length }, (_, i) => i + 1) : FALSE_ACCEPTANCE.slice(0, length);
}

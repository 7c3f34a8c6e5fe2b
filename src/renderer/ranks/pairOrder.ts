/** The order of methods in a matrix of p values, for both rows and columns. */
import type { RankReport } from '../../core/study/comparison/ranks.ts';

/** The tests in the matrix: each in one half, or one in both. */
export type PairTest = 'both' | 'nemenyi' | 'wilcoxon';

/** p of two methods by their indices in the report; null on the diagonal and if the test is undefined. */
export function pairP({ nemenyi, wilcoxon }: RankReport, test: PairTest, a: number, b: number): number | null {
  if (a === b) return null;
  // Indices are by rank: above the diagonal the row is the better method.
  return test === 'nemenyi' || (test === 'both' && a < b) ? (nemenyi?.p[a][b] ?? null) : (wilcoxon[a][b] ?? null);
}

/** By the mean rank, by name, or by p against one method (its label), the largest difference first. */
export type PairOrder = { readonly by: 'rank' | 'name' } | { readonly by: 'method'; readonly label: string };

/** Indices in the report in an order; methods without p come last, ties stay by rank. */
export function pairOrder(report: RankReport, order: PairOrder, test: PairTest): number[] {
  const places = report.methods.map((_, place) => place);
  const { methods } = report;
  if (order.by !== 'method') {
    const byName = (a: number, b: number): number => methods[a].label.localeCompare(methods[b].label, 'en');
    return order.by === 'name' ? places.sort(byName) : places;
  }
  const at = methods.findIndex(({ label }) => label === order.label);
  if (at < 0) return places;
  // With two tests by the first, because one order cannot follow both.
  const pValueAt = (place: number): number => pairP(report, test === 'both' ? 'nemenyi' : test, at, place) ?? Infinity;
  const others = places
    .filter((place) => place !== at)
    .sort((a, b) => (pValueAt(a) === pValueAt(b) ? a - b : pValueAt(a) - pValueAt(b)));
  return [at, ...others];
}

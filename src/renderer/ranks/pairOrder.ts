/** The order of methods in a matrix of p values, for its rows and its columns alike. */
import type { RankReport } from '../../core/study/comparison/ranks.ts';

/** Which test the matrix shows: each in one half, or one in both. */
export type PairTest = 'both' | 'nemenyi' | 'wilcoxon';

/** p of two methods by their places in the report; null on the diagonal and where the test gives none. */
export function pairP({ nemenyi, wilcoxon }: RankReport, test: PairTest, a: number, b: number): number | null {
  if (a === b) return null;
  // Places are by rank: the half above the diagonal stands for pairs whose row is the better.
  return test === 'nemenyi' || (test === 'both' && a < b) ? (nemenyi?.p[a][b] ?? null) : (wilcoxon[a][b] ?? null);
}

/** By the mean rank, by name, or by p against one method (its label), from where it differs most. */
export type PairOrder = { readonly by: 'rank' | 'name' } | { readonly by: 'method'; readonly label: string };

/** Places in the report in an order; methods without p come last, equal ones stay by rank. */
export function pairOrder(report: RankReport, order: PairOrder, test: PairTest): number[] {
  const places = report.methods.map((_, place) => place);
  const { methods } = report;
  if (order.by !== 'method') {
    const byName = (a: number, b: number): number => methods[a].label.localeCompare(methods[b].label, 'en');
    return order.by === 'name' ? places.sort(byName) : places;
  }
  const at = methods.findIndex(({ label }) => label === order.label);
  if (at < 0) return places;
  // Of two tests the first, as one order cannot follow both.
  const of = (place: number): number => pairP(report, test === 'both' ? 'nemenyi' : test, at, place) ?? Infinity;
  const others = places.filter((place) => place !== at).sort((a, b) => (of(a) === of(b) ? a - b : of(a) - of(b)));
  return [at, ...others];
}

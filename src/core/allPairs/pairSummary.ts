/** Summary of all pairs of a set of vectors: verification and identification rates. */
import { falseAcceptances, type OperatingPoint, type PairRates } from './pairRates.ts';
import type { PairCounts } from './scorePairs.ts';
import type { PairMetric, ScoredSet } from './vectorSet.ts';

/** An operating point and the false acceptance rate that it stays within; null if no threshold does. */
export interface PointWithin {
  readonly within: number;
  readonly point: OperatingPoint | null;
}

export interface PairSummary {
  readonly vectors: number;
  readonly length: number;
  readonly subjects: number;
  readonly metric: PairMetric;
  readonly genuine: number;
  readonly impostors: number;
  readonly auc: number;
  /** A share. */
  readonly eer: number;
  /** One per decade of false acceptance, down to a single impostor. */
  readonly points: readonly PointWithin[];
  /** `of`: vectors whose subject has others; `right`: those whose nearest vector is of the same subject. */
  readonly rankOne: { readonly of: number; readonly right: number };
}

export function pairSummary(
  { count, length, labels, metric }: ScoredSet,
  rates: PairRates,
  { nearest }: PairCounts,
): PairSummary {
  const sizes = new Map<number, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const accompanied = [...labels.keys()].filter((n) => sizes.get(labels[n])! > 1);
  const { genuine, impostors, auc, eer } = rates;
  return {
    ...{ vectors: count, length, subjects: sizes.size, metric, genuine, impostors, auc, eer },
    points: pointsOf(rates, 1),
    rankOne: {
      of: accompanied.length,
      right: accompanied.filter((n) => labels[nearest[n]] === labels[n]).length,
    },
  };
}

/** Points of the curve, `steps` per decade of false acceptance, strictest last. */
export function pointsOf(rates: PairRates, steps: number): PointWithin[] {
  return falseAcceptances(rates.impostors, steps).map((within) => ({ within, point: rates.within(within) }));
}

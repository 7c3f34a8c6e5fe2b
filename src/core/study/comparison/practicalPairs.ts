/** Which of two methods is better over the blocks of a rank report, or whether they are practically equal. */
import { bayesianSignedRank, POSTERIOR_DRAWS, signedRankDraws } from '../../stats/bayesianSignedRank.ts';
import { isLack } from '../../stats/testResult.ts';

/** By the Bayesian signed-rank test. */
export interface PracticalPairs {
  /** Differences within ± this count as practically equal; in the unit of the measure. */
  readonly halfWidth: number;
  /** Draws of the posterior behind every probability. */
  readonly draws: number;
  /** Every pair once, as places among the methods; the probabilities add to 1. */
  readonly pairs: readonly {
    readonly first: number;
    readonly second: number;
    readonly firstBetter: number;
    readonly equivalent: number;
    readonly secondBetter: number;
  }[];
}

/**
 * All pairs of `methods` methods over `blocks` blocks, by their differences (of the first and the second, one per
 * block). Null below two blocks or methods.
 */
export function practicalPairs(
  { methods, blocks }: { readonly methods: number; readonly blocks: number },
  differences: (first: number, second: number) => ArrayLike<number>,
  better: 'lower' | 'higher',
  halfWidth: number,
): PracticalPairs | null {
  if (blocks < 2 || methods < 2) return null;
  const draws = signedRankDraws(blocks);
  const pairs: PracticalPairs['pairs'][number][] = [];
  for (let first = 0; first < methods; first++) {
    for (let second = first + 1; second < methods; second++) {
      const found = bayesianSignedRank(differences(first, second), halfWidth, draws);
      if (isLack(found)) continue;
      const { less, equivalent, greater } = found;
      const [firstBetter, secondBetter] = better === 'lower' ? [less, greater] : [greater, less];
      pairs.push({ first, second, firstBetter, equivalent, secondBetter });
    }
  }
  return { halfWidth, draws: POSTERIOR_DRAWS, pairs };
}

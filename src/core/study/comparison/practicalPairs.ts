/** Which of two methods is better over the blocks of a rank report, or whether they are practically equal. */
import { blockTest, type BlockPair, type BlockTestName } from '../../compare/blockTests.ts';
import { isUnavailable } from '../../stats/tests/testResult.ts';

/** By a Bayesian test over the blocks. */
export interface PracticalPairs {
  readonly test: BlockTestName;
  /** Differences within ± this count as practically equal; in the unit of the measure. */
  readonly halfWidth: number;
  /** Draws of the posterior behind every probability. */
  readonly draws: number;
  /** Every pair with a result once, as indices of the methods; the probabilities add up to 1. */
  readonly pairs: readonly {
    readonly first: number;
    readonly second: number;
    readonly firstBetter: number;
    readonly equivalent: number;
    readonly secondBetter: number;
  }[];
}

/** Test of all pairs. */
export interface PracticalQuery {
  readonly test: BlockTestName;
  /** In the unit of the measure. */
  readonly halfWidth: number;
  /** Seed of the draws, for tests that draw with a seed. */
  readonly seed: number;
  /** The method whose pairs alone are tested; −1: all pairs. */
  readonly against: number;
}

/** All pairs of `methods` methods over `blocks` blocks. Null below two blocks or methods. */
export function practicalPairs(
  { methods, blocks }: { readonly methods: number; readonly blocks: number },
  pairOf: (first: number, second: number) => BlockPair,
  better: 'lower' | 'higher',
  { test, halfWidth, seed, against }: PracticalQuery,
): PracticalPairs | null {
  if (blocks < 2 || methods < 2) return null;
  const { prepare, draws } = blockTest(test);
  const answer = prepare(blocks, halfWidth, seed);
  const pairs: PracticalPairs['pairs'][number][] = [];
  for (let first = 0; first < methods; first++) {
    for (let second = first + 1; second < methods; second++) {
      if (against >= 0 && first !== against && second !== against) continue;
      const probabilities = answer(pairOf(first, second));
      if (isUnavailable(probabilities)) continue;
      const { less, equivalent, greater } = probabilities;
      const [firstBetter, secondBetter] = better === 'lower' ? [less, greater] : [greater, less];
      pairs.push({ first, second, firstBetter, equivalent, secondBetter });
    }
  }
  return { test, halfWidth, draws, pairs };
}

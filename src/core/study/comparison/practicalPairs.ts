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
  /** Every pair that has an answer once, as places among the methods; the probabilities add to 1. */
  readonly pairs: readonly {
    readonly first: number;
    readonly second: number;
    readonly firstBetter: number;
    readonly equivalent: number;
    readonly secondBetter: number;
  }[];
}

/** What all pairs are asked by. */
export interface PracticalQuestion {
  readonly test: BlockTestName;
  /** In the unit of the measure. */
  readonly halfWidth: number;
  /** Of the draws of tests that are seeded by it. */
  readonly seed: number;
  /** The method whose pairs are asked alone; −1: all pairs. */
  readonly against: number;
}

/** All pairs of `methods` methods over `blocks` blocks. Null below two blocks or methods. */
export function practicalPairs(
  { methods, blocks }: { readonly methods: number; readonly blocks: number },
  pairOf: (first: number, second: number) => BlockPair,
  better: 'lower' | 'higher',
  { test, halfWidth, seed, against }: PracticalQuestion,
): PracticalPairs | null {
  if (blocks < 2 || methods < 2) return null;
  const { prepare, draws } = blockTest(test);
  const answer = prepare(blocks, halfWidth, seed);
  const pairs: PracticalPairs['pairs'][number][] = [];
  for (let first = 0; first < methods; first++) {
    for (let second = first + 1; second < methods; second++) {
      if (against >= 0 && first !== against && second !== against) continue;
      const found = answer(pairOf(first, second));
      if (isUnavailable(found)) continue;
      const { less, equivalent, greater } = found;
      const [firstBetter, secondBetter] = better === 'lower' ? [less, greater] : [greater, less];
      pairs.push({ first, second, firstBetter, equivalent, secondBetter });
    }
  }
  return { test, halfWidth, draws, pairs };
}

/**
 * What a Bayesian test of two methods over several conditions or datasets (blocks) is. Adding one means adding one file
 * with one declaration and one line in registry.ts; ranks, the command line and the documentation follow.
 */
import type { Citation } from '../../methods/method.ts';
import type { RopeProbabilities } from '../../stats/tests/bayesianCorrelatedT.ts';
import type { CorrelatedDifferences } from '../../stats/tests/hierarchicalT.ts';
import type { Lack } from '../../stats/tests/testResult.ts';

/** Two methods over the blocks that both have; differences are first − second. */
export interface BlockPair {
  /** Mean difference, one per block. */
  readonly means: ArrayLike<number>;
  /** Differences of the repeats, one list per block; asked of tests that look at repeats only. */
  readonly repeats: () => readonly CorrelatedDifferences[];
}

export interface BlockTestDeclaration<Kind extends string = string> {
  /** How the command line and files name it. */
  readonly kind: Kind;
  readonly title: string;
  /** As sentences name it. */
  readonly phrase: string;
  /** What the reader should know of its assumption. */
  readonly remark: string;
  readonly citation: Citation;
  /** Draws of the posterior behind every probability. */
  readonly draws: number;
  /** For all pairs of a report: what they share is made once. `rope` ≥ 0: half the width of the region. */
  readonly prepare: (blocks: number, rope: number, seed: number) => (pair: BlockPair) => RopeProbabilities | Lack;
}

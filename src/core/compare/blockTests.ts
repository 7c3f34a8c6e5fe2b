/**
 * Bayesian tests of two methods over several conditions or datasets (blocks), in the order of forms. To add one, add an
 * object here; ranks, the command line and the documentation follow.
 */
import { choiceOf } from '../choice.ts';
import type { Citation } from '../methods/method.ts';
import type { RopeProbabilities } from '../stats/tests/bayesianCorrelatedT.ts';
import { bayesianSignedRank, POSTERIOR_DRAWS, signedRankDraws } from '../stats/tests/bayesianSignedRank.ts';
import { HIERARCHICAL_DRAWS, hierarchicalT, type CorrelatedDifferences } from '../stats/tests/hierarchicalT.ts';
import type { TestUnavailable } from '../stats/tests/testResult.ts';

/** Two methods over the blocks that both have; differences are first − second. */
export interface BlockPair {
  /** Mean difference, one per block. */
  readonly means: ArrayLike<number>;
  /** Differences of the repeats, one list per block; computed only for tests that use repeats. */
  readonly repeats: () => readonly CorrelatedDifferences[];
}

export interface BlockTestDeclaration<Kind extends string = string> {
  /** Name on the command line and in files. */
  readonly kind: Kind;
  readonly title: string;
  /** Name within sentences. */
  readonly phrase: string;
  /** Caveat about its assumptions. */
  readonly remark: string;
  readonly citation: Citation;
  /** Draws of the posterior behind every probability. */
  readonly draws: number;
  /** Prepares what all pairs of a report share. `rope` ≥ 0: half the width of the region of practical equivalence. */
  readonly prepare: (
    blocks: number,
    rope: number,
    seed: number,
  ) => (pair: BlockPair) => RopeProbabilities | TestUnavailable;
}

export const blockTests = [
  {
    kind: 'signed-rank',
    title: 'Bayesian signed-rank',
    phrase: 'Bayesian signed-rank test',
    remark: 'It looks at the mean of each block alone: how sure that mean is does not count.',
    citation: {
      key: 'benavoli2014',
      type: 'inproceedings',
      authors: ['Alessio Benavoli', 'Giorgio Corani', 'Francesca Mangili', 'Marco Zaffalon', 'Fabrizio Ruggeri'],
      title: 'A Bayesian Wilcoxon Signed-Rank Test Based on the Dirichlet Process',
      venue: 'Proceedings of the 31st International Conference on Machine Learning',
      year: 2014,
      pages: '1026–1034',
    },
    draws: POSTERIOR_DRAWS,
    prepare(blocks, rope) {
      const draws = signedRankDraws(blocks);
      return ({ means }) => bayesianSignedRank(means, rope, draws);
    },
  },
  {
    kind: 'hierarchical-t',
    title: 'Bayesian hierarchical correlated t',
    phrase: 'Bayesian hierarchical correlated t-test',
    remark:
      'It looks at all repeats with the correlation of shared training images, and says what is most probable of a block ' +
      'still to come.',
    citation: {
      key: 'corani2017',
      type: 'article',
      authors: ['Giorgio Corani', 'Alessio Benavoli', 'Janez Demšar', 'Francesca Mangili', 'Marco Zaffalon'],
      title: 'Statistical Comparison of Classifiers through Bayesian Hierarchical Modelling',
      venue: 'Machine Learning',
      year: 2017,
      volume: '106',
      number: '11',
      pages: '1817–1837',
      doi: '10.1007/s10994-017-5641-9',
    },
    draws: HIERARCHICAL_DRAWS,
    prepare: (_, rope, seed) => (pair) => hierarchicalT(pair.repeats(), rope, seed),
  },
] as const satisfies readonly BlockTestDeclaration[];

export type BlockTestName = (typeof blockTests)[number]['kind'];

export const blockTestNames = blockTests.map(({ kind }) => kind);

export function blockTest(name: BlockTestName): BlockTestDeclaration<BlockTestName> {
  return choiceOf<BlockTestDeclaration<BlockTestName>>(blockTests, name);
}

import { bayesianSignedRank, POSTERIOR_DRAWS, signedRankDraws } from '../../stats/tests/bayesianSignedRank.ts';
import type { BlockTestDeclaration } from './blockTest.ts';

export const signedRank: BlockTestDeclaration<'signed-rank'> = {
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
};

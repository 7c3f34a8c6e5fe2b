import { hierarchicalT as run, HIERARCHICAL_DRAWS } from '../../stats/tests/hierarchicalT.ts';
import type { BlockTestDeclaration } from './blockTest.ts';

export const hierarchicalT: BlockTestDeclaration<'hierarchical-t'> = {
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
  prepare: (_, rope, seed) => (pair) => run(pair.repeats(), rope, seed),
};

import type { MissingExperiment } from '../experiment.ts';

/** Fig. 2 of Nicolaou, Zafeiriou, Pantic 2014. */
export const syntheticSets: MissingExperiment = {
  id: 'unified-fig2',
  kind: 'missing',
  paper: 'unified-framework',
  item: 'Fig. 2',
  title: 'Deterministic and probabilistic projections of synthetic sets',
  description: 'Projections of synthetic sets by LLE, LDA and PCA alongside those and E[y] of the EM algorithms.',
  data: [],
  sizes: { quick: 'none', full: 'none' },
  published: [
    { what: 'Projections', value: 'the probabilistic ones match the deterministic ones', where: 'Fig. 2, page 13' },
  ],
  rule: 'None: it is not made.',
  differences: ['The paper compares by eye, and does not say which sets of the toolbox it drew.'],
  why: 'Not made here yet: generators of the sets (Swiss roll and others of the Dimensionality Reduction Toolbox) are missing.',
};

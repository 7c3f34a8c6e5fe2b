import type { MissingExperiment } from '../experiment.ts';

/** Fig. 7 of Yu, Bi, Ye 2011. */
export const cardiacViews: MissingExperiment = {
  id: 'phopca-fig7',
  kind: 'missing',
  paper: 'higher-order',
  item: 'Fig. 7',
  title: 'ROC of cardiac views',
  description: 'Separates two views of the heart by a least squares support vector machine on reduced images.',
  data: [{ database: 'cardiac' }],
  sizes: { quick: 'none', full: 'none' },
  published: [
    { what: 'Order of the curves', value: 'mixture and focus area, general PHOPCA, one-mode, PCA', where: 'Fig. 7' },
  ],
  rule: 'None: the data are not available.',
  differences: [],
  why: 'The ultrasound clips of St. Francis Hospital were never published.',
};

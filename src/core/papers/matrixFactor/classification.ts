/** Tables I and II of Xie, Yan, Kwok, Huang 2008. */
import type { MissingExperiment } from '../experiment.ts';

const common = {
  kind: 'missing',
  paper: 'matrix-factor-analysis',
  data: [],
  sizes: { quick: 'none', full: 'none' },
  rule: 'None: it is not made.',
} as const;

export const gaborDigits: MissingExperiment = {
  ...common,
  id: 'mvfa-table1',
  item: 'Table I',
  title: 'Digits by the likelihood of one model per class',
  description: 'Accuracy on MNIST with 40 Gabor features as 70 × 112 matrices, one MVFA or PPCA model per digit.',
  published: [
    {
      what: 'MVFA',
      value: '92.2, 92.4, 92.0, 91.2, 91.0 % with 70, 60, 50, 40, 30 training samples',
      where: 'Table I',
    },
    { what: 'PPCA', value: '91.8, 86.8, 77.8, 55.6, 45.7 %', where: 'Table I' },
  ],
  differences: ['The paper reports the best of all latent shapes, and does not name the filters.'],
  why: 'Not made here yet: the arrangement of the Gabor features and one model per class are no experiment so far.',
};

export const dimensionReduction: MissingExperiment = {
  ...common,
  id: 'mvfa-table2',
  item: 'Table II',
  title: 'Faces by 1-NN on reduced codes',
  description:
    'Accuracy on XM2VTS and CMU PIE, 64 × 64, at the best latent shape of MVFA, PPCA, GLRAM, PCA and on pixels.',
  published: [
    { what: 'XM2VTS', value: 'MVFA 78.6, PPCA 76.6, GLRAM 71.2, PCA 69.5, pixels 68.5 %', where: 'Table II' },
    { what: 'CMU PIE', value: 'MVFA 87.3, PPCA 78.3, GLRAM 65.1, PCA 63.5, pixels 63.5 %', where: 'Table II' },
  ],
  differences: ['The paper has an odd count of training images (875 of 295 subjects) and does not say which.'],
  why: 'Not made here yet. XM2VTS is licensed, and the 64 × 64 crops of both databases are not published.',
};

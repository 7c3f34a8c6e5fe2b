import { expect, it } from 'vitest';
import { titleParts } from '../../../../src/core/report/references/bibtex.ts';

const braced = (title: string): string =>
  titleParts(title)
    .map(({ text, fixed }) => (fixed ? `{${text}}` : text))
    .join('');

it.each([
  ['EM algorithms for PCA and SPCA', '{EM} algorithms for {PCA} and {SPCA}'],
  [
    '2-dimensional singular value decomposition for 2D maps',
    '2-dimensional singular value decomposition for {2D} maps',
  ],
  ['2D-LDA: a statistical analysis for image matrix', '{2D}-{LDA}: a statistical analysis for image matrix'],
  ['Discriminant analysis: a Fukunaga–Koontz approach', 'Discriminant analysis: a {Fukunaga}–{Koontz} approach'],
  [
    'Eigenfaces vs. Fisherfaces: recognition using class specific linear projection',
    'Eigenfaces vs. {Fisherfaces}: recognition using class specific linear projection',
  ],
  ['Sparse or collaborative: Which helps recognition?', 'Sparse or collaborative: Which helps recognition?'],
  [
    'A Bayesian Wilcoxon Signed-Rank Test Based on the Dirichlet Process',
    'A {Bayesian} {Wilcoxon} Signed-Rank Test Based on the {Dirichlet} Process',
  ],
  ['Kernels after Mercer in face recognition', 'Kernels after {Mercer} in face recognition'],
])('braces acronyms and names of "%s" only', (title, expected) => {
  expect(braced(title)).toBe(expected);
});

/** The papers with reproduced experiments. */

export const PAPERS = {
  'bilinear-ppca': {
    title: 'Bilinear probabilistic principal component analysis',
    authors: 'Zhao, Yu, Kwok',
    year: 2012,
    /** Key of the citation, as in the methods. */
    citation: 'zhao2012bppca',
  },
  'integrated-squared-error': {
    title: 'A new way of PCA: integrated-squared-error and EM algorithms',
    authors: 'Ahn, Choi, Oh',
    year: 2004,
    citation: 'ahn2003integrated',
  },
  'unified-framework': {
    title: 'A unified framework for probabilistic component analysis',
    authors: 'Nicolaou, Zafeiriou, Pantic',
    year: 2014,
    citation: 'nicolaou2014unified',
  },
  'matrix-factor-analysis': {
    title: 'Matrix-variate factor analysis and its applications',
    authors: 'Xie, Yan, Kwok, Huang',
    year: 2008,
    citation: 'xie2008mvfa',
  },
  'higher-order': {
    title: 'Matrix-variate and higher-order probabilistic projections',
    authors: 'Yu, Bi, Ye',
    year: 2011,
    citation: 'yu2011phopca',
  },
} as const;

export type PaperId = keyof typeof PAPERS;

import { columns } from '../../linalg/index.ts';
import { linearProjection } from '../linearProjection.ts';
import { fisherAxesOf } from './fisherAxes.ts';
import { sampleSpace } from '../cost.ts';
import { always, axesOfSubjects } from '../sharedDeclarations.ts';

/**
 * Fukunaga–Koontz LDA: eq. (3) of Nicolaou, Zafeiriou, Pantic 2014 on the full rank of the total scatter. With more
 * pixels than images the null space of S_w is kept, where all images of a training subject coincide; its K − 1 axes are
 * equally good there and are ordered by fisherAxes. Parameters: mean, W (d × q), between.
 */
export const fkLda = linearProjection({
  id: 'fklda',
  title: 'FK-LDA',
  fullName: 'Fukunaga–Koontz linear discriminant analysis',
  family: 'discriminant',
  cost: sampleSpace(2.3),
  appearance: { index: 22, marker: 'rectRot' },
  axes: 'Axes have unit variance over all training images, as published.',
  usesLabels: always,
  formula: 'min tr(Vᵀ S_w V) with Vᵀ S_t V = I on the full rank of S_t',
  description:
    'LDA in the whitened space of full rank, null space of the within-class scatter included. Where several axes have no within-class variance, those with the most variance between subjects come first.',
  citation: {
    key: 'zhang2007fukunagakoontz',
    type: 'article',
    authors: ['Sheng Zhang', 'Terence Sim'],
    title: 'Discriminant subspace analysis: a Fukunaga–Koontz approach',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2007,
    volume: '29',
    number: '10',
    pages: '1732–1745',
    doi: '10.1109/TPAMI.2007.1089',
  },
  parameters: [],
  largestLatent: axesOfSubjects,
  arrays: { between: 'vector' },
  nested: true,
  byClasses: true,
  learn({ classes, values, q }) {
    const { vectors, between } = fisherAxesOf(classes(), values);
    const kept = Math.min(q, vectors.cols);
    return {
      projection: columns(vectors, 0, kept),
      arrays: { between: between.slice(0, kept) },
    };
  },
});

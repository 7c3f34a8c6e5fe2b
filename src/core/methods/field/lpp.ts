import { columns, generalisedEigen, NotPositiveDefiniteError } from '../../linalg/index.ts';
import { bestWithTies, orderTies, scalingParameter } from '../axisScaling.ts';
import { tiedUnitAxes, axesOfVectors, always, axesOfSubjects } from '../sharedDeclarations.ts';
import { neighbourhoods, sampleSpace } from '../cost.ts';
import { fisherAxes } from '../discriminant/fisherAxes.ts';
import { linearProjection } from '../linearProjection.ts';
import { FitError } from '../method.ts';
import { embedded } from './fields.ts';
import { energyParameter, keptComponents } from './keptComponents.ts';
import { formsOfGraph, graphParameters } from './locality.ts';

/**
 * Locality preserving projections (He, Niyogi 2003; Nicolaou, Zafeiriou, Pantic 2014, eq. (7)): minimise
 * tr(Wᵀ X L Xᵀ W) with Wᵀ X D Xᵀ W = I, L = D − U, D = diag(U 1), for symmetric weights U. Parameters: mean, W (d × q),
 * eigenvalues (ascending). The codes of the T training images have Σ_i D_ii y_i y_iᵀ = T I.
 */
export const lpp = linearProjection({
  id: 'lpp',
  title: 'LPP',
  fullName: 'locality preserving projections',
  family: 'field',
  cost: neighbourhoods(2.6),
  appearance: { index: 57, marker: 'star' },
  axes: tiedUnitAxes('the publication has unit size in Vᵀ X D Xᵀ V'),
  formula: 'min Σ_ij S_ij ‖Vᵀ(x_i − x_j)‖² with Vᵀ X D Xᵀ V = I',
  description:
    'Axes on which neighbouring images stay close (Laplacianfaces). Neighbours are the nearest images, or those in a ball, regardless of subject.',
  citation: {
    key: 'he2003lpp',
    type: 'inproceedings',
    authors: ['Xiaofei He', 'Partha Niyogi'],
    title: 'Locality preserving projections',
    venue: 'Advances in Neural Information Processing Systems 16',
    year: 2003,
    pages: '153–160',
  },
  parameters: [...graphParameters, scalingParameter('unit', ['unit', 'own'], 'lpp.scaling')],
  largestLatent: axesOfVectors,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn(input) {
    const { near, scaled, amounts } = formsOfGraph(input);
    try {
      // L v = λ D v has the vectors of U v = (1 − λ) D v, smallest λ first.
      const q = Math.min(input.q, near.rows);
      const { values, vectors } = bestWithTies(near.rows, q, (count) => generalisedEigen(near, scaled, count));
      return {
        projection: embedded(columns(orderTies(vectors, values, input.values), 0, q), input.values.length),
        arrays: { eigenvalues: values.slice(0, q).map((value) => 1 - value) },
        amounts,
      };
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
      throw new FitError(
        'LPP: too many images have no neighbour. Use more neighbours, a larger radius or less variance, or give a ridge.',
      );
    }
  },
});

/**
 * LPP in which all images of a subject are neighbours, with weights 1 / n_c, as in comparisons of faces (He, Yan, Hu,
 * Niyogi, Zhang 2005): LDA in the kept components, with its K − 1 axes; on all other axes, images of a subject are as
 * far apart as any. At full rank images of a subject coincide on all K − 1, which orderTies orders: of length 1 they
 * are those of OLPP.
 */
export const lppSubjects = linearProjection({
  id: 'lpp-subjects',
  title: 'LPP (subjects)',
  fullName: 'locality preserving projections over subjects',
  family: 'field',
  cost: sampleSpace(2.6),
  appearance: { index: 51, marker: 'star' },
  axes: tiedUnitAxes('the publication has unit size in Vᵀ X D Xᵀ V, which is unit total variance'),
  usesLabels: always,
  formula: 'min Σ_s Σ_ij∈s ‖Vᵀ(x_i − x_j)‖² / n_s with Vᵀ X Xᵀ V = T I',
  description:
    'LPP whose neighbours are all images of the same subject, as “Laplacianfaces” are run in comparisons of faces: LDA in the principal components that are kept. At full rank and length 1 its first K − 1 axes are those of OLPP (subjects).',
  citation: {
    key: 'he2005laplacianfaces',
    type: 'article',
    authors: ['Xiaofei He', 'Shuicheng Yan', 'Yuxiao Hu', 'Partha Niyogi', 'Hong-Jiang Zhang'],
    title: 'Face recognition using Laplacianfaces',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2005,
    volume: '27',
    number: '3',
    pages: '328–340',
    doi: '10.1109/TPAMI.2005.55',
  },
  parameters: [
    energyParameter({ published: 'MATLAB code of Cai and others' }),
    scalingParameter('unit', ['unit', 'total']),
  ],
  largestLatent: axesOfSubjects,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn(input) {
    // The weights 1 / n_c take class means, and D is the identity: these are the axes of LDA.
    const { whitened, values, amounts } = keptComponents(input);
    const { vectors, between } = fisherAxes(whitened, values, input.labels!);
    const q = Math.min(input.q, vectors.cols);
    return {
      projection: embedded(columns(vectors, 0, q), input.values.length),
      arrays: { eigenvalues: between.slice(0, q).map((share) => 1 - share) },
      amounts,
    };
  },
});

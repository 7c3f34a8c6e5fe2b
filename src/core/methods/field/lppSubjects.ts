import { scalingParameter } from '../axes.ts';
import { always, unitAxes, axesOfSubjects } from '../conventions.ts';
import { sampleSpace } from '../cost.ts';
import { linearProjection } from '../linearProjection.ts';
import { energyParameter } from './components.ts';
import { formsOfSubjects } from './locality.ts';
import { localityAxes } from './lpp.ts';

/**
 * LPP in which all images of a subject are neighbours, with weights 1 / n_c, as the comparisons of faces have it (He,
 * Yan, Hu, Niyogi, Zhang 2005): LDA in the components that are kept, with its K − 1 axes; of all others images of a
 * subject are as far apart as any. At full rank images of a subject coincide on all K − 1, which orderTies orders: of
 * length 1 they are those of OLPP.
 */
export const lppSubjects = linearProjection({
  id: 'lpp-subjects',
  title: 'LPP (subjects)',
  fullName: 'locality preserving projections over subjects',
  family: 'field',
  cost: sampleSpace(2.6),
  appearance: { index: 51, marker: 'star' },
  axes: unitAxes('the publication has unit size in Vᵀ X D Xᵀ V, which is unit total variance'),
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
  learn: (input) => localityAxes('LPP (subjects)', formsOfSubjects(input), input),
});

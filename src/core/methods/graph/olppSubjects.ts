import { always, ORTHONORMAL } from '../conventions.ts';
import { plus, sampleSpace } from '../cost.ts';
import { energyParameter } from '../field/components.ts';
import { formsOfSubjects } from '../field/locality.ts';
import { linearProjection } from '../linearProjection.ts';
import { olpp, orthogonalised, orthogonalLocalityAxes } from './olpp.ts';

/**
 * OLPP in which all images of a subject are neighbours, with weights 1 / n_c, as published tables have it. At full rank
 * images of a subject coincide on the first K − 1 axes, which are those of LDA at full rank made orthonormal.
 */
export const olppSubjects = linearProjection({
  id: 'olpp-subjects',
  title: 'OLPP (subjects)',
  fullName: 'orthogonal locality preserving projections over subjects',
  family: 'field',
  cost: (size, settings) => plus(sampleSpace(3.5)(size, settings), orthogonalised(size)),
  appearance: { index: 52, marker: 'star' },
  axes: ORTHONORMAL,
  usesLabels: always,
  formula: 'min Σ_s Σ_ij∈s (vᵀ(x_i − x_j))² / n_s over vᵀ X Xᵀ v, axis after axis, VᵀV = I',
  description:
    'OLPP whose neighbours are all images of the same subject, as orthogonal Laplacianfaces are run in comparisons of faces.',
  citation: olpp.citation,
  parameters: [energyParameter({ published: 'MATLAB code of Cai and others' })],
  largestLatent: olpp.largestLatent,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn: (input) => orthogonalLocalityAxes('OLPP (subjects)', formsOfSubjects(input), input),
});

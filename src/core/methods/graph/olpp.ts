import { columns, generalisedEigen, NotPositiveDefiniteError, scaleRows } from '../../linalg/index.ts';
import { orderTies, scaledAxes, tiesOf } from '../axisScaling.ts';
import { embedded } from '../field/fields.ts';
import { formsOfGraph, graphParameters, type LocalityForms, formsOfSubjects } from '../field/locality.ts';
import { linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError } from '../method.ts';
import { neighbourhoods, NO_COST, plus, type CostSize, type FitCost, sampleSpace } from '../cost.ts';
import { ORTHONORMAL, axesOfVectors, always } from '../sharedDeclarations.ts';
import { energyParameter } from '../field/keptComponents.ts';
import { orthogonalRatioAxes } from './orthogonalAxes.ts';

/** A share of locality below this is rounding. */
const NO_LOCALITY = 1e-10;

/** Each axis is computed orthogonal to the previous ones, for this share of the axes. */
function orthogonalised({ train, shapes }: CostSize, share = 1): FitCost {
  const axes = Math.min(train, Math.max(...shapes.map(([q]) => q)));
  return { ...NO_COST, loops: share * axes * (2.5e5 + 18 * train ** 2) };
}

/**
 * Orthogonal locality preserving projections (Cai, He, Han, Zhang 2006, "orthogonal Laplacianfaces"): axis after axis
 * minimises aᵀ X L Xᵀ a / aᵀ X D Xᵀ a among the unit vectors orthogonal to those before, as long as its locality
 * aᵀ X S Xᵀ a is positive. Parameters: mean, W (d × q, orthonormal), eigenvalues (the ratio of every axis).
 */
export const olpp = linearProjection({
  id: 'olpp',
  title: 'OLPP',
  fullName: 'orthogonal locality preserving projections',
  family: 'field',
  cost: (size, settings) => plus(neighbourhoods(6)(size, settings), orthogonalised(size)),
  appearance: { index: 40, marker: 'star' },
  axes: ORTHONORMAL,
  formula: 'min vᵀ X L Xᵀ v / vᵀ X D Xᵀ v, axis after axis, VᵀV = I',
  description:
    'LPP with orthonormal axes (orthogonal Laplacianfaces): distances of codes are distances in a subspace of the images, and images can be reconstructed. The graphs are those of LPP. Axes end where locality is no longer positive, as in the MATLAB code of the authors: all of them together would span the training images, whose distances do not depend on the graph.',
  citation: {
    key: 'cai2006olpp',
    type: 'article',
    authors: ['Deng Cai', 'Xiaofei He', 'Jiawei Han', 'Hong-Jiang Zhang'],
    title: 'Orthogonal Laplacianfaces for face recognition',
    venue: 'IEEE Transactions on Image Processing',
    year: 2006,
    volume: '15',
    number: '11',
    pages: '3608–3614',
    doi: '10.1109/TIP.2006.881945',
  },
  parameters: graphParameters,
  largestLatent: axesOfVectors,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn(input) {
    const axes = orthogonalLocalityAxes('OLPP', formsOfGraph(input), input);
    const { eigenvalues } = axes.arrays;
    const local = eigenvalues.filter((value) => 1 - value > NO_LOCALITY).length;
    const projection = columns(axes.projection, 0, local);
    return { ...axes, projection, arrays: { eigenvalues: eigenvalues.slice(0, local) } };
  },
});

/** Orthonormal axes of the largest share of vᵀ N v in vᵀ D v, computed one by one. */
export function orthogonalLocalityAxes(title: string, { near, scaled, amounts }: LocalityForms, input: LearnInput) {
  const values = input.values.slice(0, near.rows);
  const roots = values.map(Math.sqrt);
  const overRoots = values.map((value) => 1 / Math.sqrt(value));
  try {
    const solutions = generalisedEigen(near, scaled);
    const { values: shares, vectors } = solutions;
    // Of equally good axes, those that are orthonormal among the images, in the order of orderTies.
    const tied = scaledAxes(columns(orderTies(vectors, shares, values), 0, tiesOf(shares)), values, 'unit');
    // A principal coordinate is √λ times the whitened one; axes that are orthonormal in principal coordinates are also
    // orthonormal in pixels.
    const axes = orthogonalRatioAxes(
      { values: shares, vectors: scaleRows(vectors, overRoots) },
      Math.min(input.q, near.rows),
      scaleRows(tied, overRoots),
      input.context.checkCancelled,
    );
    return {
      projection: embedded(scaleRows(axes.vectors, roots), input.values.length),
      arrays: { eigenvalues: axes.values.map((ratio) => 1 - ratio) },
      amounts,
    };
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(
      `${title}: too many images have no neighbour. Use more neighbours, a larger radius or less variance, or give a ridge.`,
    );
  }
}

/**
 * OLPP in which all images of a subject are neighbours, with weights 1 / n_c, as in published tables. At full rank
 * images of a subject coincide on the first K − 1 axes, which are those of LDA at full rank made orthonormal.
 */
export const olppSubjects = linearProjection({
  id: 'olpp-subjects',
  title: 'OLPP (subjects)',
  fullName: 'orthogonal locality preserving projections over subjects',
  family: 'field',
  cost: (size, settings) => plus(sampleSpace(3)(size, settings), orthogonalised(size, 0.7)),
  appearance: { index: 65, marker: 'star' },
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

import {
  columns,
  generalisedEigen,
  NotPositiveDefiniteError,
  scaleColumns,
  scaleRows,
  type Matrix,
} from '../../linalg/index.ts';
import { orderTies, scaledAxes, tiesOf } from '../axes.ts';
import { embedded } from '../field/embedded.ts';
import { formsOfGraph, graphParameters, type LocalityForms } from '../field/locality.ts';
import { linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError } from '../method.ts';
import { orthogonalRatioAxes } from './orthogonalRatioAxes.ts';
import { neighbourhoods, NO_COST, plus, type CostSize, type FitCost } from '../cost.ts';
import { ORTHONORMAL, axesOfVectors } from '../conventions.ts';

/** Each axis is found orthogonal to those before it. */
export function orthogonalised({ train, shapes }: CostSize): FitCost {
  const axes = Math.min(train, Math.max(...shapes.map(([q]) => q)));
  return { ...NO_COST, loops: 12 * axes * train ** 2 };
}

/**
 * Orthogonal locality preserving projections (Cai, He, Han, Zhang 2006, "orthogonal Laplacianfaces"): axis after axis
 * minimises aᵀ X L Xᵀ a / aᵀ X D Xᵀ a among the unit vectors orthogonal to those before. Parameters: mean, W (d × q,
 * orthonormal), eigenvalues (the ratio of every axis).
 */
export const olpp = linearProjection({
  id: 'olpp',
  title: 'OLPP',
  fullName: 'orthogonal locality preserving projections',
  family: 'field',
  cost: (size, settings) => plus(neighbourhoods(3.5)(size, settings), orthogonalised(size)),
  appearance: { index: 40, marker: 'star' },
  axes: ORTHONORMAL,
  formula: 'min vᵀ X L Xᵀ v / vᵀ X D Xᵀ v, axis after axis, VᵀV = I',
  description:
    'LPP with orthonormal axes (orthogonal Laplacianfaces): distances of codes are distances in a subspace of the images, and images can be reconstructed. The graphs are those of LPP.',
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
  learn: (input) => orthogonalLocalityAxes('OLPP', formsOfGraph(input), input),
});

/** Orthonormal axes of the largest share of vᵀ N v in vᵀ D v, one after the other. */
export function orthogonalLocalityAxes(title: string, { near, scaled, amounts }: LocalityForms, input: LearnInput) {
  const values = input.values.slice(0, near.rows);
  const roots = values.map(Math.sqrt);
  const inPixels = (a: Matrix): Matrix => scaleRows(scaleColumns(a, roots), roots);
  const overRoots = values.map((value) => 1 / Math.sqrt(value));
  try {
    // A principal coordinate is √λ times the whitened one, and axes that are orthonormal in them are so in pixels.
    const { vectors, ratios } = orthogonalRatioAxes(
      inPixels(near),
      inPixels(scaled),
      Math.min(input.q, near.rows),
      scaleRows(equallyGood(near, scaled, values), overRoots),
      input.context.checkCancelled,
    );
    return {
      projection: embedded(scaleRows(vectors, roots), input.values.length),
      arrays: { eigenvalues: ratios.map((ratio) => 1 - ratio) },
      amounts,
    };
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(
      `${title}: too many images have no neighbour. Use more neighbours, a larger radius or less variance, or give a ridge.`,
    );
  }
}

/** The axes of ratio 1, orthonormal among the images and in the order of orderTies, over whitened coordinates. */
function equallyGood(near: Matrix, scaled: Matrix, values: Float64Array): Matrix {
  const { values: shares, vectors } = generalisedEigen(near, scaled);
  return scaledAxes(columns(orderTies(vectors, shares, values), 0, tiesOf(shares)), values, 'unit');
}

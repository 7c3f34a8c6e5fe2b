import {
  columns,
  gramOfColumns,
  leadingEigen,
  matrix,
  scale,
  scaleColumns,
  type Matrix,
  cholesky,
  gramOfRows,
} from '../../linalg/index.ts';
import { bestWithTies, orderTies, scalingParameter } from '../axisScaling.ts';
import { embedded } from '../field/fields.ts';
import { energyParameter, keptComponents } from '../field/keptComponents.ts';
import { linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError, type Parameter } from '../method.ts';
import { neighbourhoods } from '../cost.ts';
import { tiedUnitAxes, axesOfVectors, always } from '../sharedDeclarations.ts';
import type { SettingsOf } from '../typedSettings.ts';
import { eachRow, nearestOf } from '../field/graph.ts';

/**
 * The `k` nearest rows of every row, nearest first, ties to the lower index: among all others, or with `labels` among
 * those of the same label, which may be fewer.
 */
export function directedNeighbours(
  x: Matrix,
  k: number,
  labels: Int32Array | null,
  between?: () => void,
): readonly (readonly number[])[] {
  const near: (readonly number[])[] = [];
  eachRow(x, (i, distances) => {
    if (i % 256 === 0) between?.();
    const apart = labels ? distances.map((value, j) => (labels[j] === labels[i] ? value : Infinity)) : distances;
    near.push(nearestOf(apart, i, Math.min(k, x.rows - 1)).filter((j) => apart[j] < Infinity));
  });
  return near;
}

/** How an image is reconstructed. */
export const npeParameters = [
  {
    name: 'neighbours',
    stated: { one: 'reconstructed images from one neighbour', count: 'reconstructed images from {} neighbours' },
    title: 'Neighbours of an image',
    help: 'Number of images that reconstruct an image.',
    kind: 'integer',
    default: 5,
    source: { published: 'MATLAB code of Cai and others', measured: 'npe.neighbours' },
    min: 1,
    max: 10_000,
  },
  {
    name: 'ridge',
    title: 'Ridge of the weights',
    help: 'Share of its trace that is added to the diagonal of the Gram matrix of an image’s neighbours.',
    kind: 'number',
    default: 1e-3,
    source: { published: 'code of locally linear embedding by Roweis and Saul', measured: 'npe.ridge' },
    min: 1e-12,
    max: 1,
  },
] as const satisfies readonly Parameter[];

/**
 * Neighbourhood preserving embedding (He, Cai, Yan, Zhang 2005), the linear form of locally linear embedding: minimise
 * tr(Wᵀ X M Xᵀ W) with Wᵀ X Xᵀ W = T I, M = (I − B)ᵀ(I − B), where row n of B reconstructs image n from its neighbours
 * with weights that sum to 1. Parameters: mean, W (d × q), eigenvalues (mean squared error of reconstruction along each
 * axis, ascending).
 */
export const npe = linearProjection({
  id: 'npe',
  title: 'NPE',
  fullName: 'neighbourhood preserving embedding',
  family: 'field',
  cost: neighbourhoods(2.8),
  appearance: { index: 38, marker: 'star' },
  axes: tiedUnitAxes('the publication has unit variance over all training images'),
  formula: 'min Σ_n ‖Vᵀ(x_n − Σ_j B_nj x_j)‖² with Vᵀ X Xᵀ V = T I',
  description:
    'Axes on which the weights hold that reconstruct an image from its neighbours: locally linear embedding made linear. Neighbours are the nearest images, regardless of subject.',
  citation: {
    key: 'he2005npe',
    type: 'inproceedings',
    authors: ['Xiaofei He', 'Deng Cai', 'Shuicheng Yan', 'Hong-Jiang Zhang'],
    title: 'Neighborhood preserving embedding',
    venue: 'Proceedings of the Tenth IEEE International Conference on Computer Vision',
    year: 2005,
    pages: '1208–1213',
    doi: '10.1109/ICCV.2005.167',
  },
  parameters: [
    ...npeParameters,
    energyParameter({ published: 'MATLAB code of Cai and others', measured: 'npe.energy' }),
    scalingParameter('unit', ['unit', 'total'], 'npe.scaling'),
  ],
  largestLatent: axesOfVectors,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn: (input) => reconstructionAxes(input, null),
});

/** Axes on which an image is best reconstructed from its nearest images; with `labels` those of the same subject. */
export function reconstructionAxes(
  input: LearnInput<SettingsOf<typeof npeParameters> & { readonly energy: number }>,
  labels: Int32Array | null,
) {
  const { whitened: all, values, settings, context, q } = input;
  // Distances in principal coordinates equal the distances of the images.
  const x = scaleColumns(all(), values.map(Math.sqrt));
  const near = directedNeighbours(x, settings.neighbours, labels, context.checkCancelled);
  if (near.some((neighbours) => neighbours.length === 0)) {
    throw new FitError('NPE (subjects) needs two or more training images of every subject.');
  }
  const { whitened, amounts } = keptComponents(input);
  const residuals = lessReconstruction(whitened, near, reconstructionWeights(x, near, settings.ridge));
  // The smallest eigenvalues come first for the negative matrix.
  const errors = scale(gramOfColumns(residuals), -1 / whitened.rows);
  const kept = Math.min(q, errors.rows);
  const { values: shares, vectors } = bestWithTies(errors.rows, kept, (count) => {
    const eigen = leadingEigen(errors, count);
    return { ...eigen, values: eigen.values.map((value) => 1 + value) };
  });
  return {
    projection: embedded(columns(orderTies(vectors, shares, values), 0, kept), values.length),
    arrays: { eigenvalues: shares.slice(0, kept).map((share) => Math.max(0, 1 - share)) },
    amounts,
  };
}

/** (I − B) Z. */
function lessReconstruction(z: Matrix, near: readonly (readonly number[])[], weights: readonly Float64Array[]): Matrix {
  const result = matrix(z.rows, z.cols, z.data.slice());
  near.forEach((neighbours, n) =>
    neighbours.forEach((j, at) => {
      const weight = weights[n][at];
      for (let i = 0; i < z.cols; i++) result.data[n * z.cols + i] -= weight * z.data[j * z.cols + i];
    }),
  );
  return result;
}

/**
 * Weights of the neighbours of every row that reconstruct it best, with sum 1 (Roweis, Saul 2000). `ridge` times the
 * trace is added to the diagonal of the neighbours' Gram matrix, which is singular for more neighbours than dimensions;
 * neighbours that all coincide with the row weigh the same.
 */
export function reconstructionWeights(
  x: Matrix,
  near: readonly (readonly number[])[],
  ridge: number,
): readonly Float64Array[] {
  return near.map((neighbours, n) => {
    const k = neighbours.length;
    const apart = matrix(k, x.cols);
    neighbours.forEach((j, at) => {
      for (let i = 0; i < x.cols; i++) apart.data[at * x.cols + i] = x.data[j * x.cols + i] - x.data[n * x.cols + i];
    });
    const gram = gramOfRows(apart);
    let total = 0;
    for (let at = 0; at < k; at++) total += gram.data[at * (k + 1)];
    for (let at = 0; at < k; at++) gram.data[at * (k + 1)] += total > 0 ? ridge * total : 1;
    const weights = cholesky(gram).solve(matrix(k, 1, new Float64Array(k).fill(1))).data;
    const sum = weights.reduce((all, value) => all + value, 0);
    return weights.map((value) => value / sum);
  });
}

/**
 * NPE in which an image is reconstructed from images of its subject, as in comparisons of faces. At full rank images of
 * a subject coincide on the first K − 1 axes, which orderTies then orders.
 */
export const npeSubjects = linearProjection({
  id: 'npe-subjects',
  title: 'NPE (subjects)',
  fullName: 'neighbourhood preserving embedding over subjects',
  family: 'field',
  cost: neighbourhoods(2.8),
  appearance: { index: 66, marker: 'star' },
  axes: npe.axes,
  usesLabels: always,
  formula: npe.formula,
  description: 'NPE whose neighbours are the nearest images of the same subject, or as many as the subject has.',
  citation: npe.citation,
  parameters: [
    ...npeParameters,
    energyParameter({ published: 'MATLAB code of Cai and others' }),
    scalingParameter('unit', ['unit', 'total']),
  ],
  largestLatent: npe.largestLatent,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn: (input) => reconstructionAxes(input, input.labels),
});

import {
  columns,
  generalisedEigen,
  gramOfColumns,
  matrix,
  multiply,
  NotPositiveDefiniteError,
  scale,
  scaleColumns,
  scaleRows,
  type Matrix,
} from '../../linalg/index.ts';
import { arrayOfVector } from '../fitArrays.ts';
import { CLOSED_FORM, linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError, type Parameter } from '../method.ts';
import { energyParameter, keptComponents } from './components.ts';
import { neighboursParameter, radiusParameter } from './fieldParameters.ts';
import { ballGraph, nearestGraph, typicalDistance, type Graph } from './graph.ts';
import { embedded } from './embedded.ts';
import { neighbourhoods } from '../cost.ts';

/** Settings of the methods on its graphs. */
export const lppParameters: readonly Parameter[] = [
  {
    name: 'graph',
    title: 'Neighbours',
    help: 'Nearest: either is among the nearest of the other. Ball: distance below a radius. Subject: all images of a subject with weights 1/n_c, which gives LDA.',
    kind: 'choice',
    default: 'nearest',
    choices: [
      { value: 'nearest', title: 'Nearest images' },
      { value: 'ball', title: 'Ball' },
      { value: 'subject', title: 'Same subject' },
    ],
  },
  neighboursParameter,
  radiusParameter,
  {
    name: 'weights',
    title: 'Weights',
    help: 'Constant: 1 for neighbours. Heat kernel: exp(−‖x_i − x_j‖² / γ).',
    kind: 'choice',
    default: 'constant',
    choices: [
      { value: 'constant', title: 'Constant' },
      { value: 'heat', title: 'Heat kernel' },
    ],
  },
  {
    name: 'gamma',
    title: 'γ of the heat kernel',
    help: 'As a multiple of the mean squared distance between neighbours.',
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
  },
  energyParameter,
];

/**
 * Locality preserving projections (He, Niyogi 2003; Nicolaou, Zafeiriou, Pantic 2014, eq. (7)): minimise
 * tr(Wᵀ X L Xᵀ W) with Wᵀ X D Xᵀ W = I, L = D − U, D = diag(U 1), for symmetric weights U. Parameters: mean, W (d × q),
 * eigenvalues (ascending). The codes of the T training images have Σ_i D_ii y_i y_iᵀ = T I.
 */
export const lpp = linearProjection({
  declaration: {
    id: 'lpp',
    title: 'LPP',
    fullName: 'locality preserving projections',
    family: 'field',
    cost: neighbourhoods(2.6),
    appearance: { index: 27, marker: 'star' },
    formula: 'min Σ_ij S_ij ‖Vᵀ(x_i − x_j)‖² with Vᵀ X D Xᵀ V = I',
    description:
      'Axes on which neighbouring images stay close (Laplacianfaces). Neighbours are the nearest images, those in a ball, or those of the same subject.',
    citation: {
      key: 'he2003lpp',
      type: 'inproceedings',
      authors: ['Xiaofei He', 'Partha Niyogi'],
      title: 'Locality preserving projections',
      venue: 'Advances in Neural Information Processing Systems 16',
      year: 2003,
      pages: '153–160',
    },
    latentKind: 'vector',
    latentNames: ['q'],
    parameters: lppParameters,
    largestLatent: (rows, cols, count) => [Math.max(0, Math.min(rows * cols, count - 1))],
  },
  nested: true,
  needsLabels: false,
  learn(input) {
    const { near, scaled } = localityForms(input);
    try {
      // L v = λ D v has the vectors of U v = (1 − λ) D v, smallest λ first.
      const { values, vectors } = generalisedEigen(near, scaled);
      const q = Math.min(input.q, vectors.cols);
      return {
        projection: embedded(columns(vectors, 0, q), input.values.length),
        parameters: { eigenvalues: arrayOfVector(values.slice(0, q).map((value) => 1 - value)) },
        facts: CLOSED_FORM,
      };
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
      throw new FitError(
        'LPP: too many images have no neighbour. Use more neighbours, a larger radius or less variance.',
      );
    }
  },
});

/** Zᵀ U Z / T and Zᵀ D Z / T of the components that the settings keep. */
export function localityForms(input: LearnInput): { near: Matrix; scaled: Matrix } {
  const { whitened } = keptComponents(input);
  const { degrees, product } = weighted(input);
  const near = multiply(whitened, product(whitened), { transposeA: true });
  const scaled = gramOfColumns(scaleRows(whitened, degrees.map(Math.sqrt)));
  return { near: scale(near, 1 / whitened.rows), scaled: scale(scaled, 1 / whitened.rows) };
}

/** D and the product U Z, never U itself: O(edges · r). */
function weighted(input: LearnInput): { degrees: Float64Array; product: (z: Matrix) => Matrix } {
  const { settings, whitened, values, labels, context } = input;
  if (settings.graph === 'subject') {
    if (!labels) throw new FitError('LPP over subjects needs the subject of every training image.');
    return { degrees: new Float64Array(labels.length).fill(1), product: (z) => subjectMeans(z, labels) };
  }
  // Distances in principal coordinates are those of the images.
  const x = scaleColumns(whitened(), values.map(Math.sqrt));
  const graph =
    settings.graph === 'ball'
      ? ballGraph(x, (settings.radius as number) * typicalDistance(x), context.checkCancelled)
      : nearestGraph(x, Math.min(settings.neighbours as number, x.rows - 1), context.checkCancelled);
  const weights = edgeWeights(graph, settings.weights === 'heat' ? (settings.gamma as number) : null);
  const degrees = new Float64Array(x.rows);
  eachEdge(graph, (i, _, at) => (degrees[i] += weights[at]));
  return {
    degrees,
    product(z) {
      const result = matrix(z.rows, z.cols);
      eachEdge(graph, (i, j, at) => {
        for (let n = 0; n < z.cols; n++) result.data[i * z.cols + n] += weights[at] * z.data[j * z.cols + n];
      });
      return result;
    },
  };
}

function edgeWeights({ distances }: Graph, gamma: number | null): Float64Array {
  if (gamma === null) return new Float64Array(distances.length).fill(1);
  const mean = distances.reduce((sum, value) => sum + value, 0) / Math.max(1, distances.length);
  return distances.map((value) => (mean > 0 ? Math.exp(-value / (gamma * mean)) : 1));
}

function eachEdge({ start, index }: Graph, visit: (i: number, j: number, at: number) => void): void {
  for (let i = 0; i + 1 < start.length; i++) for (let at = start[i]; at < start[i + 1]; at++) visit(i, index[at], at);
}

function subjectMeans(z: Matrix, labels: Int32Array): Matrix {
  const sums = new Map<number, Float64Array>();
  const sizes = new Map<number, number>();
  labels.forEach((label, i) => {
    const sum = sums.get(label) ?? new Float64Array(z.cols);
    for (let n = 0; n < z.cols; n++) sum[n] += z.data[i * z.cols + n];
    sums.set(label, sum);
    sizes.set(label, (sizes.get(label) ?? 0) + 1);
  });
  const means = matrix(z.rows, z.cols);
  labels.forEach((label, i) => {
    const size = sizes.get(label)!;
    means.data.set(
      sums.get(label)!.map((value) => value / size),
      i * z.cols,
    );
  });
  return means;
}

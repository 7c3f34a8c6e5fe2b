/** The graphs of locality preserving methods, and the quadratic forms that they minimise the ratio of. */
import {
  gramOfColumns,
  identity,
  matrix,
  multiply,
  scale,
  scaleColumns,
  scaleRows,
  type Matrix,
} from '../../linalg/index.ts';
import { classMeans } from '../discriminant/classMeans.ts';
import type { LearnInput } from '../linearProjection.ts';
import type { Parameter } from '../method.ts';
import { energyParameter, keptComponents } from './components.ts';
import { neighboursParameter, radiusParameter } from './fieldParameters.ts';
import { ballGraph, nearestGraph, typicalDistance, type Graph } from './graph.ts';

/** Settings of graphs that ask for no labels. */
export const graphParameters: readonly Parameter[] = [
  {
    name: 'graph',
    title: 'Neighbours',
    help: 'Nearest: either is among the nearest of the other. Ball: distance below a radius.',
    kind: 'choice',
    default: 'nearest',
    choices: [
      { value: 'nearest', title: 'Nearest images' },
      { value: 'ball', title: 'Ball' },
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

/** The quadratic forms that locality is the ratio of, over whitened coordinates Z of the components that are kept. */
export interface LocalityForms {
  /** Zᵀ U Z / T. */
  readonly near: Matrix;
  /** Zᵀ D Z / T. */
  readonly scaled: Matrix;
}

/** Of the graph that the settings ask for. */
export function formsOfGraph(input: LearnInput): LocalityForms {
  const { whitened } = keptComponents(input);
  const { degrees, product } = weighted(input);
  const near = multiply(whitened, product(whitened), { transposeA: true });
  const scaled = gramOfColumns(scaleRows(whitened, degrees.map(Math.sqrt)));
  return { near: scale(near, 1 / whitened.rows), scaled: scale(scaled, 1 / whitened.rows) };
}

/** D and the product U Z, never U itself: O(edges · r). */
function weighted(input: LearnInput): { degrees: Float64Array; product: (z: Matrix) => Matrix } {
  const { settings, whitened, values, context } = input;
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

/** Of the graph in which all images of a subject are neighbours with weights 1 / n_c: U takes class means, D = I. */
export function formsOfSubjects(input: LearnInput): LocalityForms {
  const { whitened } = keptComponents(input);
  const { means, sizes } = classMeans(whitened, input.labels!);
  const weights = sizes.map((size) => Math.sqrt(size / whitened.rows));
  return { near: gramOfColumns(scaleRows(means, weights)), scaled: identity(whitened.cols) };
}

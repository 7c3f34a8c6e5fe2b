/** The graphs of locality preserving methods, and the quadratic forms whose ratio they minimise. */
import {
  gramOfColumns,
  identity,
  matrix,
  multiply,
  scale,
  scaleColumns,
  scaleRows,
  type Matrix,
  add,
  diagonal,
} from '../../linalg/index.ts';
import { classMeans } from '../discriminant/classMeans.ts';
import type { LearnInput } from '../linearProjection.ts';
import type { Parameter } from '../method.ts';
import type { ResolvedSetting } from '../resolvedSettings.ts';
import { energyParameter, keptComponents } from './keptComponents.ts';
import { neighboursParameter, radiusParameter } from './fieldParameters.ts';
import { ballGraph, nearestGraph, typicalDistance, type Graph } from './graph.ts';
import type { SettingsOf } from '../typedSettings.ts';

// A ridge under quadratic forms of graphs, which are singular if the graphs connect too few images.

export const ridgeParameter = {
  name: 'ridge',
  title: 'Ridge',
  help: 'Added to the diagonal of the form that axes are scaled by, among the images, as a multiple of its mean there; for graphs that join too few images for the components. 0: none, and such fits fail.',
  kind: 'number',
  default: 0,
  source: { neutral: 'none, as in the publications' },
  min: 0,
  max: 1e6,
} as const satisfies Parameter;

/**
 * `form`, over whitened coordinates, plus the ridge of the settings times the identity among the images, which is Λ⁻¹.
 * @param values λ of the coordinates
 */
export function withRidge(
  form: Matrix,
  values: Float64Array,
  { ridge: share }: { readonly ridge: number },
): { readonly form: Matrix; readonly amounts: readonly ResolvedSetting[] } {
  if (share === 0) return { form, amounts: [] };
  let mean = 0;
  values.forEach((value, i) => (mean += (value * form.data[i * (form.cols + 1)]) / values.length));
  const value = share * mean;
  const remark = `${share} × the mean of the diagonal`;
  return {
    form: add(form, diagonal(values.map((variance) => value / variance))),
    amounts: [{ setting: 'ridge', name: 'ridge', value, unit: 'squared grey values', remark }],
  };
}

/** Settings of graphs that do not need labels. */
export const graphParameters = [
  {
    name: 'graph',
    title: 'Neighbours',
    help: 'Nearest: either is among the nearest of the other. Ball: distance below a radius. With the feature step "unit-norm" the nearest are those by cosine.',
    kind: 'choice',
    default: 'nearest',
    source: { published: 'He and Niyogi 2003, section 2.2; code of the authors', measured: 'lpp.graph' },
    choices: [
      { value: 'nearest', title: 'Nearest images' },
      { value: 'ball', title: 'Ball' },
    ],
  },
  { ...neighboursParameter, only: { graph: ['nearest'] } },
  { ...radiusParameter, only: { graph: ['ball'] } },
  {
    name: 'weights',
    title: 'Weights',
    help: 'Constant: 1 for neighbours. Heat kernel: exp(−‖x_i − x_j‖² / γ).',
    kind: 'choice',
    default: 'constant',
    source: { measured: 'lpp.weights' },
    choices: [
      { value: 'constant', title: 'Constant' },
      { value: 'heat', title: 'Heat kernel' },
    ],
  },
  {
    name: 'gamma',
    only: { weights: ['heat'] },
    title: 'γ of the heat kernel',
    help: 'As a multiple of the mean squared distance between neighbours.',
    kind: 'number',
    default: 1,
    source: { measured: 'lpp.gamma' },
    min: 1e-6,
    max: 1e6,
  },
  energyParameter({ published: 'MATLAB code of Cai and others', measured: 'lpp.energy' }),
  ridgeParameter,
] as const satisfies readonly Parameter[];

export type GraphSettings = SettingsOf<typeof graphParameters>;

/** The quadratic forms whose ratio measures locality, over whitened coordinates Z of the kept components. */
export interface LocalityForms {
  /** Zᵀ U Z / T. */
  readonly near: Matrix;
  /** Zᵀ D Z / T. */
  readonly scaled: Matrix;
  readonly amounts: readonly ResolvedSetting[];
}

export function formsOfGraph(input: LearnInput<GraphSettings>): LocalityForms {
  const { whitened, values, amounts } = keptComponents(input);
  const { degrees, product, gamma } = weighted(input);
  const near = multiply(whitened, product(whitened), { transposeA: true });
  const scaled = gramOfColumns(scaleRows(whitened, degrees.map(Math.sqrt)));
  const ridged = withRidge(scale(scaled, 1 / whitened.rows), values, input.settings);
  return {
    near: scale(near, 1 / whitened.rows),
    scaled: ridged.form,
    amounts: [...amounts, ...gamma, ...ridged.amounts],
  };
}

/** D and the product U Z, without forming U: O(edges · r). */
function weighted(input: LearnInput<GraphSettings>): {
  readonly degrees: Float64Array;
  readonly product: (z: Matrix) => Matrix;
  readonly gamma: readonly ResolvedSetting[];
} {
  const { settings, whitened, values, context } = input;
  // Distances in principal coordinates equal the distances of the images.
  const x = scaleColumns(whitened(), values.map(Math.sqrt));
  const graph =
    settings.graph === 'ball'
      ? ballGraph(x, settings.radius * typicalDistance(x), context.checkCancelled)
      : nearestGraph(x, Math.min(settings.neighbours, x.rows - 1), context.checkCancelled);
  const { weights, gamma } = edgeWeights(graph, settings);
  const degrees = new Float64Array(x.rows);
  eachEdge(graph, (i, _, at) => (degrees[i] += weights[at]));
  return {
    degrees,
    gamma,
    product(z) {
      const result = matrix(z.rows, z.cols);
      eachEdge(graph, (i, j, at) => {
        for (let n = 0; n < z.cols; n++) result.data[i * z.cols + n] += weights[at] * z.data[j * z.cols + n];
      });
      return result;
    },
  };
}

function edgeWeights(
  { distances }: Graph,
  settings: GraphSettings,
): { weights: Float64Array; gamma: readonly ResolvedSetting[] } {
  if (settings.weights !== 'heat') return { weights: new Float64Array(distances.length).fill(1), gamma: [] };
  const mean = distances.reduce((sum, value) => sum + value, 0) / Math.max(1, distances.length);
  const value = settings.gamma * mean;
  const remark = `${settings.gamma} × the mean squared distance of neighbours`;
  return {
    weights: distances.map((distance) => (mean > 0 ? Math.exp(-distance / value) : 1)),
    gamma: [{ setting: 'gamma', name: 'γ', value, unit: 'squared grey values', remark }],
  };
}

function eachEdge({ start, index }: Graph, visit: (i: number, j: number, at: number) => void): void {
  for (let i = 0; i + 1 < start.length; i++) for (let at = start[i]; at < start[i + 1]; at++) visit(i, index[at], at);
}

/** For the graph in which all images of a subject are neighbours with weights 1 / n_c: U takes class means, D = I. */
export function formsOfSubjects(input: LearnInput<{ readonly energy: number }>): LocalityForms {
  const { whitened, amounts } = keptComponents(input);
  const { means, sizes } = classMeans(whitened, input.labels!);
  const weights = sizes.map((size) => Math.sqrt(size / whitened.rows));
  return { near: gramOfColumns(scaleRows(means, weights)), scaled: identity(whitened.cols), amounts };
}

import {
  add,
  columns,
  generalisedEigen,
  gramOfColumns,
  matrix,
  NotPositiveDefiniteError,
  scale,
  scaleColumns,
  type Matrix,
} from '../../linalg/index.ts';
import { bestWithTies, orderTies, scalingParameter } from '../axisScaling.ts';
import { energyParameter, keptComponents } from '../field/keptComponents.ts';
import { embedded } from '../field/fields.ts';
import { linearProjection } from '../linearProjection.ts';
import { FitError } from '../method.ts';
import { countedClasses } from '../discriminant/classMeans.ts';
import { eachRow } from '../field/graph.ts';
import { directedNeighbours } from './npe.ts';
import { ridgeParameter, withRidge } from '../field/locality.ts';
import { neighbourhoods } from '../cost.ts';
import { always, tiedUnitAxes, axesOfVectors } from '../sharedDeclarations.ts';

/**
 * Marginal Fisher analysis (Yan, Xu, Zhang, Zhang, Yang, Lin 2007): neighbours of the same subject close, the nearest
 * pairs of different subjects apart. With the Laplacians L of the first and P of the second graph the axes minimise
 * tr(Vᵀ X L Xᵀ V) with Vᵀ X (L + P) Xᵀ V = T I, which orders and spans as the published ratio of L to P does and is
 * regular where images of a subject coincide. Parameters: mean, W (d × q), eigenvalues (share of L, ascending).
 */
export const mfa = linearProjection({
  id: 'mfa',
  title: 'MFA',
  fullName: 'marginal Fisher analysis',
  family: 'field',
  cost: neighbourhoods(6),
  appearance: { index: 39, marker: 'star' },
  axes: tiedUnitAxes('the publication leaves the length open'),
  usesLabels: always,
  formula: 'min tr(Vᵀ X L Xᵀ V) with Vᵀ X (L + P) Xᵀ V = T I',
  description:
    'Axes on which the nearest images of a subject stay close and the nearest images of different subjects come apart. Unlike LDA it assumes no shape of the classes and has more than K − 1 axes.',
  citation: {
    key: 'yan2007graphembedding',
    type: 'article',
    authors: ['Shuicheng Yan', 'Dong Xu', 'Benyu Zhang', 'Hong-Jiang Zhang', 'Qiang Yang', 'Stephen Lin'],
    title: 'Graph embedding and extensions: a general framework for dimensionality reduction',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2007,
    volume: '29',
    number: '1',
    pages: '40–51',
    doi: '10.1109/TPAMI.2007.12',
  },
  parameters: [
    {
      name: 'neighbours',
      stated: { one: 'used one neighbour within a subject', count: 'used {} neighbours within a subject' },
      title: 'Neighbours within a subject',
      help: 'k_1: images of a subject are neighbours when either is among this many nearest of the other.',
      kind: 'integer',
      default: 5,
      source: { published: 'MATLAB code of Cai and others', measured: 'mfa.neighbours' },
      min: 1,
      max: 10_000,
    },
    {
      name: 'pairs',
      stated: { one: 'used one marginal pair per subject', count: 'used {} marginal pairs per subject' },
      title: 'Marginal pairs per subject',
      help: 'k_2: for every subject, this many nearest pairs of one of its images and one of another subject are kept apart.',
      kind: 'integer',
      default: 20,
      source: { published: 'MATLAB code of Cai and others', measured: 'mfa.pairs' },
      min: 1,
      max: 100_000,
    },
    energyParameter({ published: 'MATLAB code of Cai and others', measured: 'mfa.energy' }),
    ridgeParameter,
    scalingParameter('unit', ['unit', 'own'], 'mfa.scaling'),
  ],
  largestLatent: axesOfVectors,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn(input) {
    const { whitened: all, values, settings, context, q } = input;
    const labels = input.labels!;
    if (new Set(labels).size < 2) throw new FitError('MFA needs training images of two or more subjects.');
    const x = scaleColumns(all(), values.map(Math.sqrt));
    const within = mutualPairs(directedNeighbours(x, settings.neighbours, labels, context.checkCancelled));
    if (within.length === 0) throw new FitError('MFA needs two or more training images of some subject.');
    const { whitened, values: kept, amounts } = keptComponents(input);
    const close = scatterOfPairs(whitened, within);
    const apart = scatterOfPairs(whitened, marginalPairs(x, labels, settings.pairs, context.checkCancelled));
    const both = withRidge(add(close, apart), kept, settings);
    try {
      // The largest share of P has the smallest of L.
      const axes = Math.min(q, apart.rows);
      const eigen = bestWithTies(apart.rows, axes, (count) => generalisedEigen(apart, both.form, count));
      return {
        projection: embedded(columns(orderTies(eigen.vectors, eigen.values, values), 0, axes), values.length),
        arrays: { eigenvalues: eigen.values.slice(0, axes).map((value) => 1 - value) },
        amounts: [...amounts, ...both.amounts],
      };
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
      throw new FitError(
        `MFA: the two graphs do not join enough images for ${whitened.cols} components. Use more pairs, keep less variance, or give a ridge.`,
      );
    }
  },
});

/** Each pair of neighbours once, lower index first. */
function mutualPairs(near: readonly (readonly number[])[]): Pair[] {
  const seen = new Set<string>();
  const pairs: Pair[] = [];
  near.forEach((neighbours, i) => {
    for (const j of neighbours) {
      const pair: Pair = i < j ? [i, j] : [j, i];
      const key = pair.join();
      if (!seen.has(key)) pairs.push(pair);
      seen.add(key);
    }
  });
  return pairs;
}

/** Zᵀ L Z / T of the graph with these edges: Σ (z_i − z_j)(z_i − z_j)ᵀ / T. */
function scatterOfPairs(z: Matrix, pairs: readonly Pair[]): Matrix {
  const differences = matrix(pairs.length, z.cols);
  pairs.forEach(([i, j], at) => {
    for (let c = 0; c < z.cols; c++)
      differences.data[at * z.cols + c] = z.data[i * z.cols + c] - z.data[j * z.cols + c];
  });
  return scale(gramOfColumns(differences), 1 / z.rows);
}

/** Two rows, the lower index first. */
type Pair = readonly [number, number];

/**
 * For every label the `k` nearest pairs of one row with this label and one with another, without repeated pairs; ties
 * go to the lower indices.
 */
export function marginalPairs(x: Matrix, labels: Int32Array, k: number, between?: () => void): Pair[] {
  const { index, names } = countedClasses(labels);
  const lists = Array.from(names, () => [] as { distance: number; pair: Pair }[]);
  const shorten = (list: { distance: number; pair: Pair }[]): void => {
    list.sort((a, b) => a.distance - b.distance || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1]);
    list.length = Math.min(list.length, k);
  };
  eachRow(x, (i, distances) => {
    if (i % 256 === 0) between?.();
    for (let j = 0; j < i; j++) {
      if (index[i] === index[j]) continue;
      const entry = { distance: distances[j], pair: [j, i] as const };
      for (const list of [lists[index[i]], lists[index[j]]]) {
        list.push(entry);
        // Between two cuts a list grows to twice its kept length, which keeps all of them together small.
        if (list.length >= 2 * k + 64) shorten(list);
      }
    }
  });
  const pairs = new Map<string, Pair>();
  for (const list of lists) {
    shorten(list);
    for (const { pair } of list) pairs.set(pair.join(), pair);
  }
  return [...pairs.values()];
}

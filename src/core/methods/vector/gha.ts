import {
  add,
  gramOfColumns,
  matrix,
  multiply,
  orthonormalise,
  scale,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { permutation } from '../../random/sampling.ts';
import { iterationTimes } from '../iterationTimes.ts';
import type { SettingsOf } from '../typedSettings.ts';
import { FitError, type FitContext, type Parameter } from '../method.ts';
import { SQUARED_ERROR, axesOfVectors } from '../sharedDeclarations.ts';
import { AXES_ARRAYS, encodeBy, fitOfAxes, overRows, randomStart } from './emAxes.ts';
import { axisTrace, axisTraces, exactAxesParameter, type AxisTrace } from './axisTrace.ts';
import { weightParameters, weightsOf } from './errorWeights.ts';
import { tailSums, weighted, type Weights } from './integratedError.ts';
import { fromCoordinates } from './pca.ts';
import type { ResidentRows } from './residentRows.ts';
import { passesOfVectors } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';
import { maxIterationsParameter, toleranceParameter } from '../probabilisticSettings.ts';

type GhaSettings = SettingsOf<typeof parameters>;
const parameters = [
  {
    name: 'mode',
    title: 'Mode',
    help: 'Batch: one step per iteration, on all images. Online: one step per image, in random order; an iteration is one pass.',
    kind: 'choice',
    default: 'batch',
    source: { neutral: 'batch ends at the axes, online near them' },
    choices: [
      { value: 'batch', title: 'Batch' },
      { value: 'online', title: 'Online' },
    ],
  },
  ...weightParameters('limit', ': Sanger’s rule; the others give the generalised rule (21).'),
  {
    name: 'rate',
    title: 'Learning rate',
    help: 'η times the leading eigenvalue of the covariance; below 1. Online, the total variance replaces the eigenvalue.',
    kind: 'number',
    default: 0.7,
    source: { measured: 'gha.rate' },
    min: 1e-6,
    max: 1,
  },
  {
    name: 'decay',
    only: { mode: ['online'] },
    title: 'Decay of the rate',
    help: 'Online, the rate is divided by 1 + decay · passes.',
    kind: 'number',
    default: 0.5,
    source: { neutral: 'of the online mode alone' },
    min: 0,
    max: 1000,
  },
  toleranceParameter(1e-4, 'Stops when A changes by less than this (Frobenius norm, a q-th of it per axis).', {
    neutral: 'see the limit of iterations, which is reached first',
  }),
  maxIterationsParameter(100, { measured: 'gha.maxIterations' }),
  exactAxesParameter,
] as const satisfies readonly Parameter[];

/**
 * The generalised Hebbian algorithm (Sanger 1989) and its form with weights (Ahn, Choi, Oh, eq. (21)):
 * Aᵀ ← Aᵀ + η { S Xᵀ − L(S Sᵀ) Aᵀ }, S = Aᵀ X; Sanger's rule is the limit c_{k+1} / c_k → 0. At a fixed point AᵀA = I
 * and the columns of A are the principal axes. Parameters as EM-ePCA. The trace holds ‖X − A Aᵀ X‖²; (21) follows its
 * gradient at fixed S only, so nothing about it is guaranteed.
 */
export const gha = declareMethod({
  id: 'gha',
  title: 'GHA',
  fullName: 'generalised Hebbian algorithm',
  family: 'vector',
  cost: passesOfVectors(95, 1.5, 30),
  appearance: { index: 54, marker: 'circle' },
  demanding: true,
  axes: 'Axes are orthonormal where the rule has settled, as published.',
  formula: 'A ← A + η (X Yᵀ − A upper(Y Yᵀ)), Y = AᵀX',
  description:
    'Sanger’s learning rule of a linear network, over all images at once or image by image; converges to the principal axes. Slow where eigenvalues are small against the first.',
  citation: {
    key: 'sanger1989gha',
    type: 'article',
    authors: ['Terence D. Sanger'],
    title: 'Optimal unsupervised learning in a single-layer linear feedforward neural network',
    venue: 'Neural Networks',
    year: 1989,
    volume: '2',
    number: '6',
    pages: '459–473',
    doi: '10.1016/0893-6080(89)90044-0',
  },
  latentNames: ['q'],
  parameters,
  arrays: AXES_ARRAYS,
  traces: axisTraces,
  largestLatent: axesOfVectors,

  fit: ({ images }, [q], settings, context) =>
    overRows('GHA', images, (x, resident, mean) => {
      const axes = axisTrace(images, q, settings.exactAxes);
      return fitOfAxes('GHA', mean, x, learn(x, resident, q, axes, settings, context));
    }),

  encode: encodeBy('U'),
  reconstruct: fromCoordinates,
});

function learn(
  x: Matrix,
  resident: ResidentRows,
  q: number,
  axes: AxisTrace,
  settings: GhaSettings,
  context: FitContext,
) {
  const { mode, rate, decay, tolerance, maxIterations } = settings;
  const weights = weightsOf('GHA', q, settings);
  const online = mode === 'online';
  const trace: number[] = [];
  const times = iterationTimes(context);
  let a = orthonormalise(randomStart(x.cols, q, context));
  const leading = online ? resident.energy / x.rows : leadingVariance(resident, context);
  let converged = false;
  /** X A, T × q. */
  let s: Matrix | undefined;
  do {
    context.checkCancelled();
    const before = a;
    a = online
      ? onePass(x, a, weights, rate / leading / (1 + decay * trace.length), context.random)
      : batchStep(resident, a, weights, rate / leading, s);
    s = resident.times(a);
    const moment = gramOfColumns(s);
    const gram = gramOfColumns(a);
    let error = resident.energy;
    for (let at = 0; at < moment.data.length; at++) error += moment.data[at] * gram.data[at];
    for (let i = 0; i < q; i++) error -= 2 * moment.data[i * (q + 1)];
    if (!Number.isFinite(error)) throw new FitError('GHA diverged: lower the learning rate.');
    trace.push(error);
    times.mark();
    axes.add(a);
    const change = add(a, before, -1).data.reduce((sum, value) => sum + value * value, 0);
    converged = Math.sqrt(change) <= tolerance;
  } while (!converged && trace.length < maxIterations);
  return { a, trace, times, objective: SQUARED_ERROR, squared: trace, axes, converged, warnings: [] };
}

/** Largest eigenvalue of the covariance by 20 power iterations, from below; 5% are added as a margin. */
function leadingVariance(x: ResidentRows, context: FitContext): number {
  let v = orthonormalise(randomStart(x.cols, 1, context));
  let value = 0;
  for (let i = 0; i < 20; i++) {
    const next = x.transposedTimes(x.times(v));
    value = Math.sqrt(next.data.reduce((sum, entry) => sum + entry * entry, 0));
    v = scale(next, 1 / value);
  }
  return (1.05 * value) / x.rows;
}

/**
 * A + η (C A − A L(AᵀCA)ᵀ) with C = XᵀX / T.
 * @param s X A
 */
export function batchStep(x: ResidentRows, a: Matrix, weights: Weights, eta: number, s = x.times(a)): Matrix {
  const cross = x.transposedTimes(s);
  const decay = multiply(a, transpose(hierarchical(gramOfColumns(s), weights)));
  return add(a, add(cross, decay, -1), eta / x.rows);
}

/** L(G): the lower triangle of G, and above it G_ij C_j / C_i (zero in the limit). */
export function hierarchical(g: Matrix, weights: Weights): Matrix {
  if (weights === 'limit') {
    return matrix(
      g.rows,
      g.cols,
      g.data.map((value, at) => (Math.floor(at / g.cols) >= at % g.cols ? value : 0)),
    );
  }
  const tails = tailSums(weights);
  const h = weighted(g, tails);
  return matrix(
    g.rows,
    g.cols,
    h.data.map((value, at) => value / tails[Math.floor(at / g.cols)]),
  );
}

/** One step per image, O(d q) each: a_i + η y_i (x − Σ_{j ≤ i} y_j a_j − Σ_{j > i} (C_j / C_i) y_j a_j). */
export function onePass(x: Matrix, start: Matrix, weights: Weights, eta: number, random: Random): Matrix {
  const [d, q] = [x.cols, start.cols];
  const a = transpose(start);
  const tails = weights === 'limit' ? null : tailSums(weights);
  const y = new Float64Array(q);
  const rest = new Float64Array(q * d);
  for (const n of permutation(random, x.rows)) {
    const pixels = x.data.subarray(n * d, (n + 1) * d);
    for (let i = 0; i < q; i++) {
      let sum = 0;
      for (let p = 0; p < d; p++) sum += a.data[i * d + p] * pixels[p];
      y[i] = sum;
    }
    rest.fill(0);
    if (tails) {
      // Row i of `rest`: Σ_{j > i} C_j y_j a_j.
      for (let i = q - 2; i >= 0; i--) {
        const factor = tails[i + 1] * y[i + 1];
        for (let p = 0; p < d; p++) rest[i * d + p] = rest[(i + 1) * d + p] + factor * a.data[(i + 1) * d + p];
      }
    }
    const residual = pixels.slice();
    for (let i = 0; i < q; i++) {
      const step = eta * y[i];
      const weight = tails ? 1 / tails[i] : 0;
      for (let p = 0; p < d; p++) {
        const index = i * d + p;
        residual[p] -= y[i] * a.data[index];
        a.data[index] += step * (residual[p] - weight * rest[index]);
      }
    }
  }
  return transpose(a);
}

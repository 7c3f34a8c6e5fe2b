import {
  innerProduct,
  cholesky,
  gramOfColumns,
  matrix,
  scaleColumns,
  transpose,
  type Matrix,
  orthonormalise,
} from '../../linalg/index.ts';
import { stopRule, iterateToConvergence, type AscentFacts } from '../bilinear/iteration/iteration.ts';
import { FitError, type FitContext } from '../method.ts';
import { stopParameters, type StopSettings } from '../probabilisticSettings.ts';
import { encodeBy, overRows } from './emAxes.ts';
import { tailSums, truncatedErrors, weighted } from './integratedError.ts';
import { principalAxes } from './principalAxes.ts';
import type { ResidentRows } from './residentRows.ts';
import { pixelLoops } from '../cost.ts';
import { POSTERIOR_MEANS } from '../sharedDeclarations.ts';
import { CLOSED_FORM, declareMethod } from '../declareMethod.ts';
import type { Random } from '../../random/stream.ts';

// The maximum of the likelihood of the coupled model, and the start of its EM.

export interface CoupledSpectrum {
  /** σ_1² … σ_q². */
  readonly sigma2: Float64Array;
  /** |a_j|² = λ_j − 1 / G_j. */
  readonly squaredLengths: Float64Array;
}

/** Largest relative change of a σ_i² at which the fixed point counts as reached: a few units in the last place. */
const SETTLED = 1e-15;
/** Usually tens of rounds; q = d − 1 of flat spectra takes a few hundred. */
const ROUNDS = 100_000;

/**
 * The maximum from the leading eigenvalues λ_1 … λ_q of the covariance (divisor N) of d pixels and its trace:
 * σ_i² = (Σ_{j > i} λ_j + Σ_{j ≤ i} 1 / G_j) / d with G_j = Σ_{i ≥ j} 1 / σ_i². The right side grows with every σ_i²
 * and less than in proportion, so iterating it converges to the unique fixed point. null if nothing is left beyond q
 * axes.
 */
function coupledSpectrum(values: Float64Array, total: number, d: number): CoupledSpectrum | null {
  const q = values.length;
  const beyond = new Float64Array(q);
  let rest = total;
  for (let i = 0; i < q; i++) beyond[i] = rest -= values[i];
  if (!(rest > d * Number.EPSILON * total)) return null;
  let sigma2 = beyond.map((value) => value / d);
  let shares = sigma2;
  for (let round = 0, change = Infinity; change > SETTLED && round < ROUNDS; round++) {
    shares = tailSums(sigma2.map((value) => 1 / value)).map((value) => 1 / value);
    let sum = 0;
    const next = sigma2.map((_, i) => (beyond[i] + (sum += shares[i])) / d);
    change = Math.max(...next.map((value, i) => Math.abs(value / sigma2[i] - 1)));
    sigma2 = next;
  }
  return { sigma2, squaredLengths: values.map((value, j) => Math.max(0, value - shares[j])) };
}

/**
 * Random loadings at the scale of the images for EM: orthonormal directions in their span after one multiplication of
 * random ones by the covariance, each as long as the deviation along it; σ_i² is what the first i leave per pixel.
 */
function coupledStart(x: ResidentRows, q: number, random: Random): { a: Matrix; sigma2: Float64Array } {
  const normal = matrix(
    x.cols,
    q,
    Float64Array.from({ length: x.cols * q }, () => random.normal()),
  );
  const directions = orthonormalise(x.transposedTimes(x.times(normal)));
  const scores = x.times(directions);
  const variances = new Float64Array(q);
  scores.data.forEach((value, at) => (variances[at % q] += (value * value) / x.rows));
  let rest = x.energy / x.rows;
  return {
    a: scaleColumns(directions, variances.map(Math.sqrt)),
    sigma2: variances.map((variance) => (rest -= variance) / x.cols),
  };
}

const TITLE = 'Coupled PCA';

/**
 * The coupled generative model of Ahn, Choi, Oh, eqs. (14)–(17): q Gaussian models x_i = A I_i s + v_i with one s and
 * A, v_i ~ N(0, σ_i² I), that all observe x. At the maximum a_j = ±√(λ_j − 1 / G_j) φ_j with G_j = Σ_{i ≥ j} 1 / σ_i²:
 * exact axes, without rotation. Parameters: mean, A (d × q), sigma2 (q), W (d × q; codes E[s | x] = Wᵀ (x − μ)). The
 * trace holds the exact log-likelihood of the q coupled observations (not a density of x), which EM raises; at the end
 * it is coupledLogLikelihood.
 *
 * EM with s of fixed length shrinks or stretches A minimally per iteration, which looks like convergence: on 100 images
 * it stopped with |a|² some hundred times too large. Hence the closed form, and in EM the lengths of s as further
 * parameters.
 */
export const coupledModel = declareMethod({
  id: 'coupled',
  title: TITLE,
  fullName: 'coupled generative model of principal components',
  family: 'vector',
  cost: pixelLoops(1, 40),
  appearance: { index: 26, marker: 'circle' },
  axes: POSTERIOR_MEANS,
  formula: 'x = a_1 s_1 + … + a_i s_i + ε_i, s_j ~ N(0, 1), ε_i ~ N(0, σ_i² I), i = 1 … q',
  description:
    'q Gaussian models that share factors and loadings, the i-th with the first i factors; its maximum has the exact axes and their noise. Codes are the posterior means E[s | x].',
  citation: {
    key: 'ahn2003constrained',
    type: 'article',
    authors: ['Jong-Hoon Ahn', 'Jong-Hoon Oh'],
    title: 'A constrained EM algorithm for principal component analysis',
    venue: 'Neural Computation',
    year: 2003,
    volume: '15',
    number: '1',
    pages: '57–65',
    doi: '10.1162/089976603321043694',
  },
  latentNames: ['q'],
  revision: 2,
  parameters: [
    {
      name: 'algorithm',
      title: 'Algorithm',
      help: 'Closed form: the maximum from one eigendecomposition. EM: reaches the same maximum from random loadings, the axes slowly (thousands of iterations for exact angles).',
      kind: 'choice',
      default: 'closed',
      source: { neutral: 'both reach the same maximum' },
      choices: [
        { value: 'closed', title: 'Closed form' },
        { value: 'em', title: 'EM' },
      ],
    },
    ...stopParameters({ tolerance: 1e-10, maxIterations: 2000, only: { algorithm: ['em'] } }, 'EM only.'),
  ],
  arrays: { mean: 'matrix', A: 'matrix', sigma2: 'vector', W: 'matrix', coupledLogLikelihood: 'scalar' },
  largestLatent,

  fit: ({ images }, [q], settings, context) =>
    overRows(TITLE, images, (_, resident, mean) => {
      const { state, ...facts } =
        settings.algorithm === 'em'
          ? byEm(resident, q, settings, context)
          : { state: optimum(principalAxes(images, q), q), ...CLOSED_FORM };
      const { w, logLikelihood } = expectation(resident, state);
      const { a, sigma2 } = state;
      return { arrays: { mean, A: a, sigma2, W: w, coupledLogLikelihood: logLikelihood }, ...facts };
    }),

  encode: encodeBy('W'),
});

/** One fewer than PCA: some variance must remain for the noise of the last model. */
function largestLatent(rows: number, cols: number, count: number) {
  return [Math.max(0, Math.min(rows * cols, count - 1) - 1)];
}

/** The maximum from the exact axes. Throws FitError if they hold all variance. */
function optimum({ values, vectors, total }: ReturnType<typeof principalAxes>, q: number): CoupledState {
  const spectrum = values.length < q ? null : coupledSpectrum(values, total, vectors.rows);
  if (spectrum === null) throw new FitError(noNoise(q));
  return { a: scaleColumns(vectors, spectrum.squaredLengths.map(Math.sqrt)), sigma2: spectrum.sigma2 };
}

function noNoise(q: number): string {
  return `${TITLE}: the images span no more than ${q} dimensions, nothing is left for the noise. Reduce the latent dimension.`;
}

/** EM from random loadings until the likelihood has settled. */
function byEm(
  x: ResidentRows,
  q: number,
  settings: StopSettings,
  context: FitContext,
): AscentFacts & { readonly state: CoupledState } {
  // Above the rounding of the residual errors, below any noise that images have.
  const floor = (1e-13 * x.energy) / (x.rows * x.cols);
  let state: CoupledState = coupledStart(x, q, context.random);
  let expected = expectation(x, state);
  const facts = iterateToConvergence(
    {
      title: TITLE,
      objective: { name: 'log-likelihood of the coupled observations', unit: 'nats', sense: 'maximise' },
      scale: x.rows * x.cols * q,
      start: expected.logLikelihood,
      ...stopRule(settings),
    },
    context,
    () => {
      const next = maximise(x, expected, floor);
      if (next.sigma2[q - 1] <= floor) throw new FitError(noNoise(q));
      state = { ...next, a: scaleColumns(next.a, deviations(expected.moment, x.rows)) };
      expected = expectation(x, state);
      return expected.logLikelihood;
    },
  );
  return { state, ...facts };
}

/**
 * √(E[s_j²] averaged over the images): the lengths of s as parameters of the M-step, absorbed into A (parameter
 * expansion, Liu, Rubin, Wu 1998). Only diagonal ones keep the first i factors of model i separate from the others.
 */
function deviations(moment: Matrix, count: number): Float64Array {
  return Float64Array.from({ length: moment.rows }, (_, j) => Math.sqrt(moment.data[j * (moment.cols + 1)] / count));
}

export interface CoupledState {
  /** A, d × q. */
  readonly a: Matrix;
  /** σ_1² … σ_q². */
  readonly sigma2: Float64Array;
}

export interface CoupledExpectation {
  /** W = A Q M⁻¹, d × q: E[s | x] = Wᵀ x. */
  readonly w: Matrix;
  /** Σ_n x_n E[s_n]ᵀ, d × q. */
  readonly cross: Matrix;
  /** Σ_n E[s_n s_nᵀ], q × q. */
  readonly moment: Matrix;
  /** Σ_i 1/σ_i² over i ≥ j: the diagonal of Q. */
  readonly precision: Float64Array;
  readonly logLikelihood: number;
}

/** E-step (16) and the log-likelihood, by M = Σ_i I_i AᵀA I_i / σ_i² + I. */
export function expectation(x: ResidentRows, { a, sigma2 }: CoupledState): CoupledExpectation {
  const q = a.cols;
  const inverse = sigma2.map((value) => 1 / value);
  const precision = tailSums(inverse);
  const m = weighted(gramOfColumns(a), precision);
  for (let i = 0; i < q; i++) m.data[i * (q + 1)] += 1;
  const factor = cholesky(m);
  const w = transpose(factor.solve(transpose(scaleColumns(a, precision))));
  const s = x.times(w);
  const second = gramOfColumns(s);
  const covariance = factor.inverse();
  let noise = 0;
  for (const value of sigma2) noise += x.cols * Math.log(2 * Math.PI * value) * x.rows + x.energy / value;
  // Σ_n bᵀ M⁻¹ b with b = M E[s]: Σ_n E[s]ᵀ M E[s].
  const explained = innerProduct(m, second);
  return {
    w,
    cross: x.transposedTimes(s),
    moment: matrix(
      q,
      q,
      second.data.map((value, at) => value + x.rows * covariance.data[at]),
    ),
    precision,
    logLikelihood: -0.5 * (noise + x.rows * factor.logDeterminant - explained),
  };
}

/** M-step (17). σ_i² is kept above `floor`. */
export function maximise(x: ResidentRows, expected: CoupledExpectation, floor: number): CoupledState {
  const { cross, moment, precision } = expected;
  const a = transpose(cholesky(weighted(moment, precision)).solve(transpose(scaleColumns(cross, precision))));
  const errors = truncatedErrors(x.energy, a, cross, moment);
  return { a, sigma2: errors.map((error) => Math.max(error / (x.rows * x.cols), floor)) };
}

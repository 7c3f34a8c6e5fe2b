import { cholesky, gramOfColumns, matrix, scaleColumns, transpose, type Matrix } from '../../linalg/index.ts';
import { watchObjective } from '../bilinear/iteration.ts';
import { arrayOfMatrix, arrayOfVector, requireLatent } from '../fitArrays.ts';
import { FitError, type Method } from '../method.ts';
import { encodeBy, largestLatent as largestOfPca } from './emAxes.ts';
import { tailSums, truncatedErrors, weighted } from './integratedError.ts';
import { centredRows, residentRows, type ResidentRows } from './residentRows.ts';

/**
 * The coupled generative model of Ahn, Choi, Oh, eqs. (14)–(17): q Gaussian models x_i = A I_i s + v_i with one s and A,
 * v_i ~ N(0, σ_i² I), that all observe x. At the maximum a_j = ±√(λ_j − 1 / G_j) φ_j with G_j = Σ_{i ≥ j} 1 / σ_i²: exact
 * axes, without rotation. Parameters: mean, A (d × q), sigma2 (q), W (d × q; codes E[s | x] = Wᵀ (x − μ)). The trace
 * holds the exact log-likelihood of the q coupled observations (not a density of x); EM raises it.
 */
export const coupledModel: Method = {
  id: 'coupled',
  title: 'Coupled PCA',
  fullName: 'coupled generative model of principal components',
  family: 'vector',
  demanding: true,
  description:
    'q Gaussian models that share factors and loadings, the i-th with the first i factors; EM finds the exact axes with noise. Codes are the posterior means E[s | x].',
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
  latentKind: 'vector',
  latentNames: ['q'],
  parameters: [
    {
      name: 'tolerance',
      title: 'Tolerance',
      help: 'Stops when the log-likelihood changes by less than this share of the larger of its size and N d q.',
      kind: 'number',
      default: 1e-6,
      min: 0,
      max: 1,
    },
    {
      name: 'maxIterations',
      title: 'Most iterations',
      help: 'Stops after this many iterations, converged or not. The axes settle slowly: thousands for exact angles.',
      kind: 'integer',
      default: 200,
      min: 1,
      max: 100_000,
    },
  ],
  largestLatent,

  fit({ images }, latent, settings, context) {
    requireLatent('Coupled PCA', latent, largestLatent(images.rows, images.cols, images.count), images);
    const { mean, x } = centredRows(images);
    const resident = residentRows(x);
    try {
      const { energy } = resident;
      if (energy === 0) throw new FitError('Coupled PCA: all training images are equal.');
      const [q] = latent;
      const variance = energy / (x.rows * x.cols);
      const watch = watchObjective('Coupled PCA', 'log-likelihood', 'maximise');
      const a = matrix(
        x.cols,
        q,
        Float64Array.from({ length: x.cols * q }, () => Math.sqrt(variance) * context.random.normal()),
      );
      let state: CoupledState = { a, sigma2: new Float64Array(q).fill(variance) };
      let expected = expectation(resident, state);
      const trace: number[] = [];
      let converged = false;
      do {
        context.checkCancelled();
        state = maximise(resident, expected, 1e-14 * variance);
        const before = expected.logLikelihood;
        expected = expectation(resident, state);
        const scaleOf = x.rows * x.cols * q;
        watch.step(expected.logLikelihood, scaleOf);
        trace.push(expected.logLikelihood);
        const change = Math.abs(expected.logLikelihood - before);
        converged = change < (settings.tolerance as number) * Math.max(Math.abs(expected.logLikelihood), scaleOf);
      } while (!converged && trace.length < (settings.maxIterations as number));
      return {
        method: 'coupled',
        latent,
        settings,
        imageShape: { rows: images.rows, cols: images.cols },
        parameters: {
          mean: arrayOfMatrix(mean),
          A: arrayOfMatrix(state.a),
          sigma2: arrayOfVector(state.sigma2),
          W: arrayOfMatrix(expected.w),
        },
        trace,
        objective: { name: 'log-likelihood of the coupled observations', sense: 'maximise' },
        iterations: trace.length,
        converged,
        logLikelihood: null,
        warnings: watch.warnings(),
      };
    } finally {
      resident.release();
    }
  },

  encode: encodeBy('W'),
};

/** One fewer than PCA: some variance must be left to the noise of the last model. */
function largestLatent(rows: number, cols: number, count: number) {
  return [Math.max(0, Math.min(largestOfPca(rows, cols, count)[0], Math.min(rows * cols, count - 1) - 1))];
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
  let explained = 0;
  for (let at = 0; at < m.data.length; at++) explained += m.data[at] * second.data[at];
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

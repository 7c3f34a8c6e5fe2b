/** Where the likelihood of the coupled model is highest, and where its EM begins. */
import { matrix, orthonormalise, scaleColumns, type Matrix } from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { tailSums } from './integratedError.ts';
import type { ResidentRows } from './residentRows.ts';

export interface CoupledSpectrum {
  /** σ_1² … σ_q². */
  readonly sigma2: Float64Array;
  /** |a_j|² = λ_j − 1 / G_j. */
  readonly squaredLengths: Float64Array;
}

/** Largest relative change of a σ_i² at which the fixed point counts as reached: a few units in the last place. */
const SETTLED = 1e-15;
/** Tens of rounds are the rule; q = d − 1 of flat spectra takes a few hundred. */
const ROUNDS = 100_000;

/**
 * The maximum from the leading eigenvalues λ_1 … λ_q of the covariance (divisor N) of d pixels and its trace:
 * σ_i² = (Σ_{j > i} λ_j + Σ_{j ≤ i} 1 / G_j) / d with G_j = Σ_{i ≥ j} 1 / σ_i². The right side grows with every σ_i²
 * and less than in proportion, so that iterating it ends at the one fixed point. null where nothing is left beyond q
 * axes.
 */
export function coupledSpectrum(values: Float64Array, total: number, d: number): CoupledSpectrum | null {
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
 * Random loadings at the scale of the images for EM: orthonormal directions in their span, one product with the
 * covariance away from random, each as long as the deviation along it; σ_i² is what the first i leave per pixel.
 */
export function coupledStart(x: ResidentRows, q: number, random: Random): { a: Matrix; sigma2: Float64Array } {
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

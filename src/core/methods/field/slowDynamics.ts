/**
 * The directed chain of eq. (14): y_1 ~ N(0, I), y_t = Λ y_{t−1} + N(0, I − Λ²), x_t = W y_t + N(0, σ_x² I), Λ
 * diagonal: a linear dynamical system whose latent variables have unit variance. Exact inference by Kalman filter and
 * smoother in information form: images enter through WᵀW and Wᵀx_t only, O(T F q + T q³).
 */
import {
  innerProduct,
  add,
  cholesky,
  diagonal,
  gramOfColumns,
  identity,
  matrix,
  multiply,
  scale,
  scaleColumns,
  scaleRows,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import type { ResidentRows } from '../vector/residentRows.ts';

export interface SlowModel {
  /** W, F × q. */
  readonly w: Matrix;
  /** σ_x². */
  readonly noise: number;
  /** λ_1 … λ_q in (−1, 1). */
  readonly lambda: Float64Array;
}

export interface SlowExpectation {
  /** E[y_t], T × q, in the order of the rows of X. */
  readonly e: Matrix;
  /** Σ_t E[y_t y_tᵀ]. */
  readonly moment: Matrix;
  /** Σ E[y_t,n y_{t−1},n], Σ E[y_t,n²] and Σ E[y_{t−1},n²] over the steps of the chains. */
  readonly crossed: Float64Array;
  readonly later: Float64Array;
  readonly earlier: Float64Array;
  readonly steps: number;
  readonly logLikelihood: number;
}

/** E-step over chains (each a list of rows in order of time), and the exact log-likelihood. */
export function slowExpectation(
  x: ResidentRows,
  model: SlowModel,
  chains: readonly (readonly number[])[],
): SlowExpectation {
  const { w, noise, lambda } = model;
  const q = w.cols;
  const projected = x.times(w);
  const information = scale(gramOfColumns(w), 1 / noise);
  const drive = diagonal(lambda.map((value) => 1 - value * value));
  const e = matrix(x.rows, q);
  let moment = matrix(q, q);
  const [crossed, later, earlier] = [new Float64Array(q), new Float64Array(q), new Float64Array(q)];
  let logLikelihood = -0.5 * (x.rows * x.cols * Math.log(2 * Math.PI * noise) + x.energy / noise);
  let steps = 0;
  for (const chain of chains) {
    const filtered: (FilterStep & { readonly mean: Matrix })[] = [];
    let mean = matrix(q, 1);
    let step: FilterStep | null = null;
    for (const t of chain) {
      step = nextStep(step, information, lambda, drive);
      const { factor, precision } = step;
      const right = factor.solve(mean);
      const before = innerProduct(mean, right);
      for (let n = 0; n < q; n++) right.data[n] += projected.data[t * q + n] / noise;
      const updated = precision.solve(right);
      // ln N(x; W m, W P Wᵀ + σ_x² I) beyond its part without W: determinants and quadratic forms of q × q matrices.
      logLikelihood -= 0.5 * (factor.logDeterminant + precision.logDeterminant + before - innerProduct(updated, right));
      filtered.push({ ...step, mean: updated });
      mean = scaleRows(updated, lambda);
    }
    // Rauch–Tung–Striebel.
    let smooth = filtered[chain.length - 1].mean;
    let spread = filtered[chain.length - 1].covariance;
    let gain: Matrix | null = null;
    for (let k = chain.length - 1; k >= 0; k--) {
      e.data.set(smooth.data, chain[k] * q);
      const second = add(spread, multiply(smooth, smooth, { transposeB: true }));
      moment = add(moment, second);
      if (k === 0) break;
      const { mean: before, covariance: filteredCovariance } = filtered[k - 1];
      const { predicted: ahead, factor } = filtered[k];
      // Gain P_{t−1} Λ (Λ P_{t−1} Λ + I − Λ²)⁻¹; unchanged while the filter is stationary.
      const still: boolean =
        k + 1 < chain.length && filteredCovariance === filtered[k].covariance && factor === filtered[k + 1].factor;
      if (gain === null || !still) gain = transpose(factor.solve(scaleRows(filteredCovariance, lambda)));
      const previous = add(before, multiply(gain, add(smooth, scaleRows(before, lambda), -1)));
      const joint = add(multiply(gain, spread), multiply(previous, smooth, { transposeB: true }));
      spread = add(filteredCovariance, multiply(multiply(gain, add(spread, ahead, -1)), gain, { transposeB: true }));
      for (let n = 0; n < q; n++) {
        crossed[n] += joint.data[n * (q + 1)];
        later[n] += second.data[n * (q + 1)];
        earlier[n] += spread.data[n * (q + 1)] + previous.data[n] ** 2;
      }
      smooth = previous;
      steps++;
    }
  }
  return { e, moment, crossed, later, earlier, steps, logLikelihood };
}

/** Covariances and factors of one filter step; they do not depend on the images. */
interface FilterStep {
  /** Covariance of y_t given the images before. */
  readonly predicted: Matrix;
  readonly factor: ReturnType<typeof cholesky>;
  /** Factor of (Cov⁻¹ + WᵀW / σ_x²), whose inverse is `covariance`, given x_t as well. */
  readonly precision: ReturnType<typeof cholesky>;
  readonly covariance: Matrix;
}

/**
 * The step after `last`; `last` itself once the covariances are stationary to rounding, after some 1 / (1 − λ²) steps.
 */
function nextStep(last: FilterStep | null, information: Matrix, lambda: Float64Array, drive: Matrix): FilterStep {
  const predicted = last
    ? add(scaleColumns(scaleRows(last.covariance, lambda), lambda), drive)
    : identity(information.rows);
  if (last?.predicted.data.every((value, at) => Math.abs(value - predicted.data[at]) < 1e-15)) return last;
  const factor = cholesky(predicted);
  const precision = cholesky(add(factor.inverse(), information));
  return { predicted, factor, precision, covariance: precision.inverse() };
}

/** M-step; λ_n maximises the expected log-prior on (−1, 1) with σ_n² = 1 − λ_n². σ_x² is kept above `floor`. */
export function slowMaximisation(x: ResidentRows, expected: SlowExpectation, floor: number): SlowModel {
  const cross = transpose(x.transposedTimes(expected.e));
  const w = cholesky(expected.moment).solve(cross);
  const explained = innerProduct(w, cross);
  const { crossed, later, earlier, steps } = expected;
  return {
    w: transpose(w),
    noise: Math.max((x.energy - explained) / (x.rows * x.cols), floor),
    lambda: crossed.map((value, n) => bestTransition(value, later[n], earlier[n], steps)),
  };
}

/**
 * The maximum over (−1, 1) of −(n/2) ln(1 − λ²) − (b − 2 λ a + λ² c) / (2 (1 − λ²)): roots of the cubic
 * −n λ³ + a λ² + (n − b − c) λ + a, found by bisection between sign changes on a grid and compared.
 */
export function bestTransition(a: number, b: number, c: number, n: number): number {
  if (n === 0) return 0;
  const slope = (l: number) => ((-n * l + a) * l + (n - b - c)) * l + a;
  const value = (l: number) => -0.5 * n * Math.log(1 - l * l) - (b - 2 * l * a + l * l * c) / (2 * (1 - l * l));
  const edge = 1 - 1e-9;
  let best = 0;
  let most = value(0);
  const points = 64;
  for (let k = 0; k < points; k++) {
    let [from, to] = [-edge + (2 * edge * k) / points, -edge + (2 * edge * (k + 1)) / points];
    if (slope(from) < 0 || slope(to) >= 0) continue;
    for (let step = 0; step < 60; step++) {
      const middle = 0.5 * (from + to);
      if (slope(middle) >= 0) from = middle;
      else to = middle;
    }
    if (value(from) > most) [best, most] = [from, value(from)];
  }
  return best;
}

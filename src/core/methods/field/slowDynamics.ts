/**
 * The directed chain of eq. (14): y_1 ~ N(0, I), y_t = Λ y_{t−1} + N(0, I − Λ²), x_t = W y_t + N(0, σ_x² I), Λ
 * diagonal: a linear dynamical system whose latent variables have unit variance. Exact inference by Kalman filter and
 * smoother in information form: images enter through WᵀW and Wᵀx_t only, O(T F q + T q²), and O(q³) for every step
 * until the covariances stand still.
 */
import {
  innerProduct,
  add,
  cholesky,
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

/**
 * E-step over chains (each a list of rows in order of time), and the exact log-likelihood. Covariances do not depend on
 * the images: they are computed until they stand still, and each counts as often as it occurs. An image takes three
 * products of a q × q matrix and a vector.
 */
export function slowExpectation(
  x: ResidentRows,
  model: SlowModel,
  chains: readonly (readonly number[])[],
): SlowExpectation {
  const { w, noise, lambda } = model;
  const q = w.cols;
  const drive = scale(x.times(w), 1 / noise).data;
  const information = scale(gramOfColumns(w), 1 / noise);
  const filter = filterSteps(information, lambda, Math.max(...chains.map(({ length }) => length)));
  const stepAt = (k: number): FilterStep => filter[Math.min(k, filter.length - 1)];
  const smoothers = new Map<number, SmoothedCovariances>();
  const smootherOf = (length: number): SmoothedCovariances => {
    const smoother = smoothers.get(length) ?? smoothedCovariances(filter, lambda, length);
    smoothers.set(length, smoother);
    return smoother;
  };

  const e = matrix(x.rows, q);
  const s = e.data;
  /** E[y_t | x_1 … x_{t−1}], in the order of the rows of X. */
  const ahead = new Float64Array(x.rows * q);
  const [crossed, later, earlier] = [new Float64Array(q), new Float64Array(q), new Float64Array(q)];
  const [innovation, rest] = [new Float64Array(q), new Float64Array(q)];
  let covariances = matrix(q, q);
  let steps = 0;
  let logLikelihood = -0.5 * (x.rows * x.cols * Math.log(2 * Math.PI * noise) + x.energy / noise);
  for (const chain of chains) {
    // Kalman filter: m_t = a_t + F (Wᵀ x_t / σ_x² − information · a_t), a_{t+1} = Λ m_t. ln N(x; W a, W P Wᵀ + σ_x² I)
    // beyond its part without W has determinants and quadratic forms of q × q matrices.
    chain.forEach((t, k) => {
      const { covariance, logDeterminant } = stepAt(k);
      const offset = t * q;
      for (let n = 0; n < q; n++) {
        let expected = 0;
        for (let m = 0, i = n * q; m < q; m++, i++) expected += information.data[i] * ahead[offset + m];
        innovation[n] = drive[offset + n] - expected;
        logLikelihood += ahead[offset + n] * (drive[offset + n] - 0.5 * expected);
      }
      const next = k + 1 < chain.length ? chain[k + 1] * q : -1;
      for (let n = 0; n < q; n++) {
        let gained = 0;
        for (let m = 0, i = n * q; m < q; m++, i++) gained += covariance.data[i] * innovation[m];
        logLikelihood += 0.5 * innovation[n] * gained;
        s[offset + n] = ahead[offset + n] + gained;
        if (next >= 0) ahead[next + n] = lambda[n] * s[offset + n];
      }
      logLikelihood -= 0.5 * logDeterminant;
    });
    // Rauch–Tung–Striebel smoother.
    for (let k = chain.length - 2; k >= 0; k--) {
      const gain = stepAt(k).gain.data;
      const [at, next] = [chain[k] * q, chain[k + 1] * q];
      for (let n = 0; n < q; n++) rest[n] = s[next + n] - ahead[next + n];
      for (let n = 0; n < q; n++) {
        let moved = 0;
        for (let m = 0, i = n * q; m < q; m++, i++) moved += gain[i] * rest[m];
        s[at + n] += moved;
        crossed[n] += s[at + n] * s[next + n];
        later[n] += s[next + n] ** 2;
        earlier[n] += s[at + n] ** 2;
      }
      steps++;
    }
    const smoother = smootherOf(chain.length);
    covariances = add(covariances, smoother.total);
    for (let n = 0; n < q; n++) {
      crossed[n] += smoother.crossed[n];
      later[n] += smoother.later[n];
      earlier[n] += smoother.earlier[n];
    }
  }
  return { e, moment: add(gramOfColumns(e), covariances), crossed, later, earlier, steps, logLikelihood };
}

/** Covariances of one step, without the images. */
interface FilterStep {
  /** Covariance of y_t given the images before. */
  readonly predicted: Matrix;
  /** Covariance of y_t given x_t as well: (predicted⁻¹ + WᵀW / σ_x²)⁻¹. */
  readonly covariance: Matrix;
  /** ln |predicted| − ln |covariance|. */
  readonly logDeterminant: number;
  /** covariance · Λ · predicted⁻¹ of the next step. */
  readonly gain: Matrix;
}

/**
 * The steps of a chain of `length` images, or fewer: once covariances stand still to rounding, after some 1 / (1 − λ²)
 * steps, all further steps equal the last.
 */
function filterSteps(information: Matrix, lambda: Float64Array, length: number): FilterStep[] {
  const q = lambda.length;
  const steps: FilterStep[] = [];
  let predicted = identity(q);
  let factor = cholesky(predicted);
  let inverse = predicted;
  for (;;) {
    const precision = cholesky(add(inverse, information));
    const covariance = precision.inverse();
    const logDeterminant = factor.logDeterminant + precision.logDeterminant;
    const carried = scaleColumns(covariance, lambda);
    const next = scaleRows(carried, lambda);
    for (let n = 0; n < q; n++) next.data[n * (q + 1)] += 1 - lambda[n] * lambda[n];
    const last = steps.length + 1 >= length || isStill(next, predicted);
    if (!last) {
      factor = cholesky(next);
      inverse = factor.inverse();
    }
    steps.push({ predicted, covariance, logDeterminant, gain: multiply(carried, inverse) });
    if (last) return steps;
    predicted = next;
  }
}

/** Sums over a chain of the parts of its moments that the means of y_t leave to their covariances. */
interface SmoothedCovariances extends Pick<SlowExpectation, 'crossed' | 'later' | 'earlier'> {
  /** Σ_t Cov[y_t]. */
  readonly total: Matrix;
}

function smoothedCovariances(filter: readonly FilterStep[], lambda: Float64Array, length: number): SmoothedCovariances {
  const [rest, q] = [filter.length - 1, lambda.length];
  const [crossed, earlier] = [new Float64Array(q), new Float64Array(q)];
  const last = filter[Math.min(length - 1, rest)].covariance;
  let spread = last;
  const total = matrix(q, q, spread.data.slice());
  for (let t = length - 2; t >= 0;) {
    const k = Math.min(t, rest);
    const { covariance, gain } = filter[k];
    const change = add(spread, filter[Math.min(k + 1, rest)].predicted, -1);
    const before = add(covariance, multiply(multiply(gain, change), gain, { transposeB: true }));
    // Where filter and smoother both stand still, all images down to the first of the filter's rest are alike.
    const times = k === rest && isStill(before, spread) ? t - rest + 1 : 1;
    for (let i = 0; i < q * q; i++) total.data[i] += times * before.data[i];
    for (let n = 0; n < q; n++) {
      let joint = 0;
      for (let m = 0; m < q; m++) joint += gain.data[n * q + m] * spread.data[m * q + n];
      crossed[n] += times * joint;
      earlier[n] += times * before.data[n * (q + 1)];
    }
    spread = before;
    t -= times;
  }
  const later = earlier.map((value, n) => value + last.data[n * (q + 1)] - spread.data[n * (q + 1)]);
  return { total, crossed, later, earlier };
}

/** Whether variances, which are at most 1, are equal to rounding. */
function isStill(a: Matrix, b: Matrix): boolean {
  return a.data.every((value, at) => Math.abs(value - b.data[at]) < 1e-15);
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

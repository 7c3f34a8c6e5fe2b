/**
 * Mean-field EM for x_i = W y_i + ε, ε ~ N(0, σ_x² I), with a product of fields as the prior of Y (Nicolaou, Zafeiriou,
 * Pantic 2014, eqs. (23)–(38)). Given the means of the neighbours, y_i ~ N(m_i, Σ), Σ = diag(σ_n² / F_n), F = Σ_μ f_μ,
 * m_i = Σ_μ (f_μ φ_μ / F) (neighbourhood mean). The posterior mean is A (Wᵀ x_i + σ_x² Σ⁻¹ m_i) with
 * A = (WᵀW + σ_x² Σ⁻¹)⁻¹; the σ_x² before Σ⁻¹ m_i is missing from the printed (31).
 *
 * One Jacobi sweep an iteration, O(T F q + T q²) and O(edges · q): no F × F or T × T matrix.
 *
 * What is guaranteed: with the m_i held fixed, each EM step raises Σ_i ln N(x_i; W m_i, W Σ Wᵀ + σ_x² I). As the m_i
 * move between iterations, nothing is proved about that pseudo-likelihood along the iteration; it is what the trace
 * holds, and falls are reported.
 */
import {
  innerProduct,
  add,
  cholesky,
  gramOfColumns,
  matrix,
  scale,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import { iterationTimes, type IterationTimes } from '../iterationTimes.ts';
import { FitError, type FitContext } from '../method.ts';
import type { ResidentRows } from '../vector/residentRows.ts';
import type { Field } from './fieldSchema.ts';
import { coefficient, type Neighbourhood } from './fields.ts';

export interface PlacedField extends Pick<Field, 'f' | 'phi'> {
  readonly over: Neighbourhood;
}

/**
 * Update rule of σ_n². 'tied': σ_n² = 1 − λ_n², for unit latent variance. 'rescaled': by (38), then y_n scaled to mean
 * square 1, as (38) alone drifts to zero. 'adaptive': rescaled, and λ_n = √(1 − σ_n²). 'fixed': as given. 'free': (38)
 * as printed.
 */
export type VarianceRule = 'tied' | 'rescaled' | 'adaptive' | 'fixed' | 'free';

export interface FieldModel {
  /** W, F × q. */
  readonly w: Matrix;
  /** σ_x². */
  readonly noise: number;
  /** σ_n². */
  readonly sigma2: Float64Array;
  readonly lambda: Float64Array;
  /** E[y_i], T × q. */
  readonly e: Matrix;
  /**
   * Whether the latent variance of the model is 1. An image that lacks fields, such as one without a subject, is then
   * held to that variance by a potential at 0 if its other fields would leave it more: σ_n² / (1 − λ_n)² is 39 at
   * λ = 0.95.
   */
  readonly unit: boolean;
}

export interface FieldRun extends FieldModel {
  /** Pseudo-log-likelihood at the start of every iteration. */
  readonly trace: readonly number[];
  readonly times: IterationTimes;
  readonly converged: boolean;
}

/** Images that lack the same fields share Σ. */
interface Pattern {
  readonly members: number[];
  /** Whether σ_n² is learned from these images. */
  readonly telling: boolean;
  /** F_n = Σ f over the present fields; 1 without fields. At least σ_n² in a unit model if some fields are missing. */
  readonly total: Float64Array;
}

/**
 * Iterates from `start` until W changes by less than the share `tolerance` of its norm, at most `maxIterations` times.
 * The pseudo-likelihood is not a stopping criterion: for white input it is nearly the same for all orthonormal W, and
 * it can reverse. Throws FitError if a value is not finite.
 */
export function meanFieldEm(
  x: ResidentRows,
  fields: readonly PlacedField[],
  start: FieldModel,
  rule: VarianceRule,
  tolerance: number,
  maxIterations: number,
  context: Pick<FitContext, 'checkCancelled' | 'clock'>,
): FieldRun {
  let model = start;
  const trace: number[] = [];
  const times = iterationTimes(context);
  let converged = false;
  while (!converged && trace.length < maxIterations) {
    context.checkCancelled();
    const { posterior, logLikelihood } = fieldExpectation(x, fields, model);
    if (!Number.isFinite(logLikelihood)) throw new FitError('Mean-field EM: the pseudo-likelihood is not finite.');
    trace.push(logLikelihood);
    times.mark();
    const { w } = model;
    model = fieldMaximisation(x, model, posterior, rule);
    converged = norm(add(model.w, w, -1)) < tolerance * norm(w);
  }
  return { ...model, trace, times, converged };
}

function norm({ data }: Matrix): number {
  return Math.sqrt(data.reduce((sum, value) => sum + value * value, 0));
}

export interface FieldPosterior {
  /** E[y_i], T × q. */
  readonly e: Matrix;
  /** Σ_i Cov[y_i], q × q, and its diagonal by pattern of fields. */
  readonly covariance: Matrix;
  readonly variances: readonly Float64Array[];
  readonly m: Matrix;
  readonly patterns: readonly Pattern[];
}

/** E-step and Σ_i ln N(x_i; W m_i, W Σ Wᵀ + σ_x² I) with the m_i that it used. */
export function fieldExpectation(
  x: ResidentRows,
  fields: readonly PlacedField[],
  model: FieldModel,
): { posterior: FieldPosterior; logLikelihood: number } {
  const { w, noise, sigma2, lambda, e } = model;
  const q = w.cols;
  const patterns = patternsOf(fields, model, x.rows);
  const m = fieldMeans(fields, lambda, e, patterns);
  const projected = x.times(w);
  const gram = gramOfColumns(w);
  const next = matrix(x.rows, q);
  const covariance = matrix(q, q);
  const variances: Float64Array[] = [];
  let logLikelihood = -0.5 * (x.rows * x.cols * Math.log(2 * Math.PI) + x.rows * (x.cols - q) * Math.log(noise));
  logLikelihood -= (0.5 * x.energy) / noise;
  for (const { members, total } of patterns) {
    const precision = total.map((value, n) => value / sigma2[n]);
    const system = matrix(q, q, gram.data.slice());
    for (let n = 0; n < q; n++) system.data[n * (q + 1)] += noise * precision[n];
    const factor = cholesky(system);
    const right = matrix(q, members.length);
    members.forEach((i, at) => {
      for (let n = 0; n < q; n++) {
        right.data[n * members.length + at] = projected.data[i * q + n] + noise * precision[n] * m.data[i * q + n];
      }
    });
    const solved = factor.solve(right);
    const inverse = scale(factor.inverse(), noise);
    inverse.data.forEach((value, at) => (covariance.data[at] += members.length * value));
    variances.push(Float64Array.from({ length: q }, (_, n) => inverse.data[n * (q + 1)]));
    // ln|W Σ Wᵀ + σ_x² I| = (F − q) ln σ_x² + ln|Σ| + ln|WᵀW + σ_x² Σ⁻¹|, and the quadratic form is
    // ‖x‖²/σ_x² + mᵀ Σ⁻¹ m − bᵀ A b / σ_x² with b the right-hand side above.
    let logs = factor.logDeterminant;
    for (const value of precision) logs -= Math.log(value);
    logLikelihood -= 0.5 * members.length * logs;
    members.forEach((i, at) => {
      for (let n = 0; n < q; n++) {
        const value = solved.data[n * members.length + at];
        next.data[i * q + n] = value;
        logLikelihood += 0.5 * ((value * right.data[n * members.length + at]) / noise);
        logLikelihood -= 0.5 * precision[n] * m.data[i * q + n] ** 2;
      }
    });
  }
  return { posterior: { e: next, covariance, variances, m, patterns }, logLikelihood };
}

/** M-step (36)–(38), with the variance rule. */
export function fieldMaximisation(
  x: ResidentRows,
  model: FieldModel,
  { e, covariance, variances, m, patterns }: FieldPosterior,
  rule: VarianceRule,
): FieldModel {
  const q = e.cols;
  const moment = gramOfColumns(e);
  for (let at = 0; at < moment.data.length; at++) moment.data[at] += covariance.data[at];
  const cross = transpose(x.transposedTimes(e));
  const w = cholesky(moment).solve(cross);
  const explained = innerProduct(w, cross);
  const noise = Math.max((x.energy - explained) / (x.rows * x.cols), (1e-12 * x.energy) / (x.rows * x.cols));
  const sigma2 = model.sigma2.slice();
  const lambda = model.lambda.slice();
  const scales = new Float64Array(q).fill(1);
  if (rule === 'tied') for (let n = 0; n < q; n++) sigma2[n] = 1 - lambda[n] ** 2;
  else if (rule !== 'fixed') {
    const count = patterns.reduce((sum, { members, telling }) => sum + (telling ? members.length : 0), 0);
    if (count > 0) sigma2.fill(0);
    patterns.forEach(({ members, telling, total }, p) => {
      if (!telling) return;
      for (const i of members) {
        for (let n = 0; n < q; n++) {
          const residual = e.data[i * q + n] - m.data[i * q + n];
          sigma2[n] += (total[n] * (residual * residual + variances[p][n])) / count;
        }
      }
    });
    if (rule !== 'free') {
      for (let n = 0; n < q; n++) {
        scales[n] = Math.sqrt(moment.data[n * (q + 1)] / x.rows);
        sigma2[n] /= scales[n] ** 2;
      }
    }
    if (rule === 'adaptive') for (let n = 0; n < q; n++) lambda[n] = Math.sqrt(Math.max(0, 1 - sigma2[n]));
  }
  for (let n = 0; n < q; n++) {
    for (let j = 0; j < x.cols; j++) w.data[n * x.cols + j] *= scales[n];
  }
  return {
    ...model,
    w: transpose(w),
    noise,
    sigma2,
    lambda,
    e: matrix(
      e.rows,
      q,
      e.data.map((value, at) => value / scales[at % q]),
    ),
  };
}

function patternsOf(fields: readonly PlacedField[], { lambda, sigma2, unit }: FieldModel, count: number): Pattern[] {
  const byKey = new Map<number, Pattern>();
  for (let i = 0; i < count; i++) {
    let key = 0;
    fields.forEach(({ over }, k) => (key += over.present[i] << k));
    let pattern = byKey.get(key);
    if (!pattern) {
      const complete = fields.every(({ over }) => over.present[i] !== 0);
      const total = lambda.map((value, n) => {
        let sum = 0;
        fields.forEach(({ over, f }) => (sum += over.present[i] * coefficient(f, value)));
        return complete ? sum : unit ? Math.max(sum, sigma2[n]) : sum || 1;
      });
      pattern = { members: [], telling: complete || !unit, total };
      byKey.set(key, pattern);
    }
    pattern.members.push(i);
  }
  return [...byKey.values()];
}

function fieldMeans(
  fields: readonly PlacedField[],
  lambda: Float64Array,
  e: Matrix,
  patterns: readonly Pattern[],
): Matrix {
  const q = e.cols;
  const m = matrix(e.rows, q);
  for (const { f, phi, over } of fields) {
    const means = over.means(e);
    const weights = lambda.map((value) => coefficient(f, value) * coefficient(phi, value));
    for (const { members, total } of patterns) {
      if (over.present[members[0]] === 0) continue;
      for (const i of members) {
        for (let n = 0; n < q; n++) m.data[i * q + n] += (weights[n] / total[n]) * means.data[i * q + n];
      }
    }
  }
  return m;
}

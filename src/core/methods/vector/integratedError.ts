/**
 * The iteration that minimises the integrated squared error J_ISE = Σ_k c_k J_k, J_k = ‖X − A I_k S‖², I_k keeping the
 * first k factors (Ahn, Choi, Oh, eqs. (7)–(13)). Data are rows here: X is T × d, A d × q, S T × q.
 */
import {
  symmetrised,
  cholesky,
  gramOfColumns,
  matrix,
  multiply,
  scaleColumns,
  solveLower,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import type { ResidentRows } from './residentRows.ts';

/** Weights c_1 … c_q (≥ 0, the last one positive), or the limit c_{k+1} / c_k → 0. */
export type Weights = Float64Array | 'limit';

export interface ErrorState {
  /** A, d × q. */
  readonly a: Matrix;
  /** S of the last E-step, T × q. */
  readonly s: Matrix;
  /** J_1 … J_q at (A, S). */
  readonly errors: Float64Array;
}

/**
 * B L(G)⁻ᵀ for a Gram matrix G. With C_j = Σ_{k ≥ j} c_k, diag(C) L(G) = Σ_k c_k I_k G I_k has the entries
 * G_ij C_max(i,j): symmetric and, like G, positive definite, so Cholesky applies; in the limit L(G) is triangular.
 * Throws NotPositiveDefiniteError if G is singular.
 */
export function solveHierarchical(b: Matrix, g: Matrix, weights: Weights): Matrix {
  if (weights === 'limit') return transpose(solveLower(g, transpose(b)));
  const c = tailSums(weights);
  return transpose(cholesky(weighted(g, c)).solve(transpose(scaleColumns(b, c))));
}

/** Σ_k c_k I_k G I_k for tail sums C of c. */
export function weighted(g: Matrix, tails: Float64Array): Matrix {
  const h = matrix(g.rows, g.cols);
  for (let i = 0, at = 0; i < g.rows; i++) {
    for (let j = 0; j < g.cols; j++, at++) h.data[at] = g.data[at] * tails[Math.max(i, j)];
  }
  return h;
}

/** C_j = Σ_{k ≥ j} c_k. */
export function tailSums(weights: Float64Array): Float64Array {
  const tails = weights.slice();
  for (let j = tails.length - 2; j >= 0; j--) tails[j] += tails[j + 1];
  return tails;
}

/**
 * One E-step (8), (12) and M-step (9), (13); O(T d q). S = X B with B = A L(AᵀA)⁻ᵀ and SᵀS = Bᵀ (XᵀS): solves and Gram
 * matrices have d rows; only the two products with X have T rows.
 */
export function errorStep(x: ResidentRows, a: Matrix, weights: Weights): ErrorState {
  const b = solveHierarchical(a, gramOfColumns(a), weights);
  const s = x.times(b);
  const cross = x.transposedTimes(s);
  const moment = symmetrised(multiply(b, cross, { transposeA: true }));
  const next = solveHierarchical(cross, moment, weights);
  return { a: next, s, errors: truncatedErrors(x.energy, next, cross, moment) };
}

/**
 * J_k = ‖X‖² − 2 Σ_{i ≤ k} (Aᵀ Xᵀ S)_ii + Σ_{i,j ≤ k} (AᵀA)_ij (SᵀS)_ij for k = 1 … q, with `cross` = XᵀS and
 * `moment` = SᵀS (or its expectation).
 */
export function truncatedErrors(energy: number, a: Matrix, cross: Matrix, moment: Matrix): Float64Array {
  const q = a.cols;
  const gram = gramOfColumns(a);
  const diagonal = new Float64Array(q);
  for (let at = 0; at < a.data.length; at++) diagonal[at % q] += a.data[at] * cross.data[at];
  const errors = new Float64Array(q);
  let sum = energy;
  for (let k = 0; k < q; k++) {
    sum += gram.data[k * q + k] * moment.data[k * q + k] - 2 * diagonal[k];
    for (let j = 0; j < k; j++) sum += 2 * gram.data[k * q + j] * moment.data[k * q + j];
    errors[k] = sum;
  }
  return errors;
}

/** Σ_k c_k J_k / Σ_k c_k; J_q in the limit, where no single number is decisive. */
export function integratedError(errors: Float64Array, weights: Weights): number {
  if (weights === 'limit') return errors[errors.length - 1];
  let [sum, total] = [0, 0];
  for (let k = 0; k < errors.length; k++) {
    sum += weights[k] * errors[k];
    total += weights[k];
  }
  return sum / total;
}

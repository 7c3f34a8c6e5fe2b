/** Sparse representations: min ½ ‖y − A α‖² + λ ‖α‖₁ with columns of A of unit length, one probe at a time. */
import type { Matrix } from '../linalg/index.ts';

/** Squared sine of the smallest angle allowed between a column and the span of the others. */
const DEPENDENT = 1e-12;

/** Cholesky factor K_SS = L Lᵀ of a set S that gains or loses one index at a time; O(k²) per step for k members. */
export interface GrowingCholesky {
  /** S, in the order of the rows of L. */
  readonly members: readonly number[];
  /** Returns false and changes nothing if the new column depends on those of the set. */
  append(index: number): boolean;
  /** Removes the member at a position. */
  remove(position: number): void;
  /** K_SS⁻¹ b. */
  solve(b: Float64Array): Float64Array;
  /** K_SS⁻¹ K_Sj: weights that combine the columns of the set into column j. */
  combinationOf(index: number): Float64Array;
}

/** @param gram K, symmetric and positive semidefinite; the diagonal must be 1 for every index to be appended */
export function growingCholesky(gram: Matrix): GrowingCholesky {
  const n = gram.rows;
  const members: number[] = [];
  /** Rows of L, each as long as its position + 1. */
  const rows: Float64Array[] = [];
  const across = (index: number): Float64Array => Float64Array.from(members, (member) => gram.data[index * n + member]);

  const forward = (b: Float64Array): Float64Array => {
    const x = Float64Array.from(b);
    for (let i = 0; i < x.length; i++) {
      const row = rows[i];
      let value = x[i];
      for (let k = 0; k < i; k++) value -= row[k] * x[k];
      x[i] = value / row[i];
    }
    return x;
  };
  const solve = (b: Float64Array): Float64Array => {
    const x = forward(b);
    for (let i = x.length - 1; i >= 0; i--) {
      const row = rows[i];
      const value = (x[i] /= row[i]);
      for (let k = 0; k < i; k++) x[k] -= row[k] * value;
    }
    return x;
  };
  const append = (index: number): boolean => {
    const diagonal = gram.data[index * (n + 1)];
    const below = forward(across(index));
    const pivot = below.reduce((rest, value) => rest - value * value, diagonal);
    if (!(pivot > DEPENDENT)) return false;
    const row = new Float64Array(members.length + 1);
    row.set(below);
    row[members.length] = Math.sqrt(pivot);
    members.push(index);
    rows.push(row);
    return true;
  };
  const remove = (position: number): void => {
    members.splice(position, 1);
    rows.splice(position, 1);
    // The rows below now have an entry right of their diagonal, which rotations of two columns eliminate.
    for (let i = position; i < rows.length; i++) {
      const [a, b] = [rows[i][i], rows[i][i + 1]];
      const length = Math.hypot(a, b);
      const [cosine, sine] = [a / length, b / length];
      for (let r = i; r < rows.length; r++) {
        const row = rows[r];
        const [left, right] = [row[i], row[i + 1]];
        row[i] = cosine * left + sine * right;
        row[i + 1] = cosine * right - sine * left;
      }
      rows[i] = rows[i].subarray(0, i + 1);
    }
  };
  return { members, append, remove, solve, combinationOf: (index) => solve(across(index)) };
}

/** Tolerance of the optimality conditions, as an inner product of unit vectors. */
export const LASSO_TOLERANCE = 1e-9;
/** Maximum steps per column. */
const MOST_ROUNDS = 50;

/**
 * Computes α by the feature-sign search of Lee, Battle, Raina, Ng (2007), "Efficient sparse coding algorithms": the
 * entry that violates the optimality conditions most joins the active set, then α moves towards the minimum on the set
 * with fixed signs, and entries that reach 0 on the way leave it. Every step lowers the objective, so no set occurs
 * twice. Optimal: A_jᵀ(y − Aα) is λ sign(α_j) if α_j ≠ 0, and at most λ in magnitude otherwise, within
 * `LASSO_TOLERANCE`.
 * @param gram AᵀA, N × N, with 1 on its diagonal (0 for columns of zeros)
 * @param crossed Aᵀy, N
 * @param lambda above 0
 * @returns null if rounding prevents the conditions from being met
 */
export function lasso(gram: Matrix, crossed: Float64Array, lambda: number): Float64Array | null {
  const n = gram.rows;
  const alpha = new Float64Array(n);
  const correlation = Float64Array.from(crossed);
  const active = growingCholesky(gram);
  for (let round = 0; round < MOST_ROUNDS * (n + 1); round++) {
    const worst = worstBreach(correlation, alpha, lambda);
    if (worst.breach <= LASSO_TOLERANCE) return alpha;
    if (alpha[worst.at] === 0) join(active, worst.at, Math.sign(correlation[worst.at]), alpha);
    settle(active, crossed, alpha, lambda, Math.sign(correlation[worst.at]));
    correlate(gram, crossed, alpha, active.members, correlation);
  }
  return null;
}

/** Largest violation of the optimality conditions and its index; `correlation` is Aᵀ(y − Aα). */
export function worstBreach(
  correlation: Float64Array,
  alpha: Float64Array,
  lambda: number,
): { readonly at: number; readonly breach: number } {
  let [at, breach] = [0, 0];
  for (let j = 0; j < alpha.length; j++) {
    const value = alpha[j];
    const violation =
      value === 0 ? Math.abs(correlation[j]) - lambda : Math.abs(correlation[j] - lambda * Math.sign(value));
    if (violation > breach) [at, breach] = [j, violation];
  }
  return { at, breach };
}

/**
 * Adds an entry to the set. A column that is a combination of those in the set replaces one of them: α moves along the
 * combination that leaves Aα unchanged, which lowers ‖α‖₁, until an entry reaches 0.
 */
function join(active: GrowingCholesky, j: number, sign: number, alpha: Float64Array): void {
  if (active.append(j)) return;
  const weights = active.combinationOf(j);
  let [first, length] = [-1, Infinity];
  active.members.forEach((member, i) => {
    const reach = alpha[member] / (sign * weights[i]);
    if (reach > 0 && reach < length) [first, length] = [i, reach];
  });
  if (first < 0) return;
  active.members.forEach((member, i) => (alpha[member] -= i === first ? alpha[member] : sign * weights[i] * length));
  alpha[j] = sign * length;
  active.remove(first);
  active.append(j);
}

/** Moves α to the minimum on the set; `sign`: sign of an entry that is still 0. */
function settle(
  active: GrowingCholesky,
  crossed: Float64Array,
  alpha: Float64Array,
  lambda: number,
  sign: number,
): void {
  while (active.members.length > 0) {
    const { members } = active;
    const signs = members.map((j) => Math.sign(alpha[j]) || sign);
    const aim = active.solve(Float64Array.from(members, (j, i) => crossed[j] - lambda * signs[i]));
    let [first, share] = [-1, 1];
    members.forEach((j, i) => {
      if (Math.sign(aim[i]) === signs[i]) return;
      const reached = alpha[j] / (alpha[j] - aim[i]);
      if (first < 0 || reached < share) [first, share] = [i, reached];
    });
    if (first < 0) {
      members.forEach((j, i) => (alpha[j] = aim[i]));
      return;
    }
    members.forEach((j, i) => (alpha[j] = i === first ? 0 : alpha[j] + share * (aim[i] - alpha[j])));
    active.remove(first);
  }
}

/** Aᵀ(y − Aα). */
function correlate(
  gram: Matrix,
  crossed: Float64Array,
  alpha: Float64Array,
  members: readonly number[],
  correlation: Float64Array,
): void {
  const n = gram.rows;
  correlation.set(crossed);
  for (const j of members) {
    const value = alpha[j];
    for (let k = 0, offset = j * n; k < n; k++, offset++) correlation[k] -= value * gram.data[offset];
  }
}

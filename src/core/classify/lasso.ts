/** Sparse representations: min ½ ‖y − A α‖² + λ ‖α‖₁ for columns of A of unit length, one probe at a time. */
import type { Matrix } from '../linalg/index.ts';

/** Squared sine of the least angle between a column and the span of the others. */
const DEPENDENT = 1e-12;

/** The factor of K_SS = L Lᵀ for a set S that grows and shrinks by one index at a time, in k² steps for k of them. */
export interface GrowingCholesky {
  /** S, in the order of the rows of L. */
  readonly members: readonly number[];
  /** False, and nothing done, where the new column depends on those of the set. */
  append(index: number): boolean;
  /** Takes out the member at a position. */
  remove(position: number): void;
  /** K_SS⁻¹ b. */
  solve(b: Float64Array): Float64Array;
  /** K_SS⁻¹ K_Sj: the weights by which the columns of the set make that of j. */
  combinationOf(index: number): Float64Array;
}

/** @param gram K, symmetric and positive semidefinite, with 1 on its diagonal where an index may be appended */
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
    const own = gram.data[index * (n + 1)];
    const below = forward(across(index));
    const pivot = below.reduce((rest, value) => rest - value * value, own);
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
    // The rows below have an entry to the right of their diagonal now; rotations of two columns take it out.
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

/** How far a solution may be from the conditions of optimality, as an inner product of unit vectors. */
export const LASSO_TOLERANCE = 1e-9;
/** Steps per column after which a solution is given up. */
const MOST_ROUNDS = 50;

/**
 * α by an active set: the entry that breaks the conditions of optimality most joins it, then α moves towards the
 * minimum on the set with the signs as they are, and what reaches 0 on the way leaves (the steps of Lee, Battle, Raina,
 * Ng 2007, "Efficient sparse coding algorithms"). Every step lowers the objective, so that no set comes twice.
 * Optimal: A_jᵀ(y − Aα) is λ sign(α_j) where α_j ≠ 0, and at most λ in magnitude elsewhere, within `LASSO_TOLERANCE`.
 * @param gram AᵀA, N × N, with 1 or (columns of zeros) 0 on its diagonal
 * @param crossed Aᵀy, N
 * @param lambda above 0
 * @returns null where rounding keeps the conditions from being met
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

/** The largest breach of the conditions of optimality, and where; `correlation` is Aᵀ(y − Aα). */
export function worstBreach(
  correlation: Float64Array,
  alpha: Float64Array,
  lambda: number,
): { readonly at: number; readonly breach: number } {
  let [at, breach] = [0, 0];
  for (let j = 0; j < alpha.length; j++) {
    const value = alpha[j];
    const found =
      value === 0 ? Math.abs(correlation[j]) - lambda : Math.abs(correlation[j] - lambda * Math.sign(value));
    if (found > breach) [at, breach] = [j, found];
  }
  return { at, breach };
}

/**
 * Takes an entry into the set. A column that those of the set add up to takes the place of one of them: α moves along
 * the combination that leaves Aα as it is, which lowers ‖α‖₁, until an entry is 0.
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

/** α to the minimum on the set, `sign` being that of an entry that is still 0. */
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
    for (let k = 0, at = j * n; k < n; k++, at++) correlation[k] -= value * gram.data[at];
  }
}

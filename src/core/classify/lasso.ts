/** Sparse representations: min ½ ‖y − A α‖² + λ ‖α‖₁ for columns of A of unit length, one probe at a time. */
import type { Matrix } from '../linalg/index.ts';
import { growingCholesky, type GrowingCholesky } from './growingCholesky.ts';

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

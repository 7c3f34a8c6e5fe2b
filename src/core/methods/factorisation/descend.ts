import { matrix, type Matrix } from '../../linalg/index.ts';

/**
 * One round of coordinate descent on ‖X − H Bᵀ‖² over H ≥ 0, every entry at its optimum in turn (HALS; Cichocki, Phan
 * 2009): h_ij ← max(0, h_ij + ((X B)_ij − (H BᵀB)_ij) / (BᵀB)_jj).
 * @param crossed X B, T × q
 * @param gram BᵀB, q × q
 */
export function descend(h: Matrix, crossed: Matrix, gram: Matrix): Matrix {
  const result = matrix(h.rows, h.cols, h.data.slice());
  for (let i = 0; i < h.rows; i++) descendRow(result.data, crossed.data, gram.data, i * h.cols, h.cols);
  return result;
}

/** One round over the q entries from `at` on; returns the largest change. */
function descendRow(h: Float64Array, crossed: Float64Array, gram: Float64Array, at: number, q: number): number {
  let largest = 0;
  for (let j = 0; j < q; j++) {
    const curvature = gram[j * (q + 1)];
    if (curvature === 0) continue;
    let slope = crossed[at + j];
    for (let k = 0; k < q; k++) slope -= h[at + k] * gram[j * q + k];
    const next = Math.max(0, h[at + j] + slope / curvature);
    largest = Math.max(largest, Math.abs(next - h[at + j]));
    h[at + j] = next;
  }
  return largest;
}

/** Rounds are repeated until no entry moves by more than this share of the largest. */
const SETTLED = 1e-10;
const MOST_ROUNDS = 2000;

/**
 * The non-negative codes H that minimise ‖X − H Bᵀ‖² for given parts: a convex problem, so that a code depends on its
 * image alone.
 * @param crossed X B, T × q
 * @param gram BᵀB, q × q
 */
export function nonNegativeCodes(crossed: Matrix, gram: Matrix): Matrix {
  const { rows, cols } = crossed;
  const h = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    const at = i * cols;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const change = descendRow(h.data, crossed.data, gram.data, at, cols);
      if (change <= SETTLED * Math.max(...h.data.subarray(at, at + cols))) break;
    }
  }
  return h;
}

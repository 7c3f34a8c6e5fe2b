/** Substitution with a lower triangular matrix, in place: the private workhorse of Cholesky and its users. */
import type { Matrix } from './matrix.ts';

/** B ← L⁻¹ B in place. */
export function solveLower(lower: Matrix, b: Matrix): void {
  const n = lower.rows;
  const width = b.cols;
  for (let i = 0; i < n; i++) {
    const row = i * width;
    for (let k = 0; k < i; k++) {
      const factor = lower.data[i * n + k];
      if (factor === 0) continue;
      for (let j = 0; j < width; j++) b.data[row + j] -= factor * b.data[k * width + j];
    }
    const pivot = lower.data[i * n + i];
    for (let j = 0; j < width; j++) b.data[row + j] /= pivot;
  }
}

/** B ← L⁻ᵀ B in place. */
export function solveLowerTransposed(lower: Matrix, b: Matrix): void {
  const n = lower.rows;
  const width = b.cols;
  for (let i = n - 1; i >= 0; i--) {
    const row = i * width;
    const pivot = lower.data[i * n + i];
    for (let j = 0; j < width; j++) b.data[row + j] /= pivot;
    for (let k = 0; k < i; k++) {
      const factor = lower.data[i * n + k];
      if (factor === 0) continue;
      for (let j = 0; j < width; j++) b.data[k * width + j] -= factor * b.data[row + j];
    }
  }
}

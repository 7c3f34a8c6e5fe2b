import { gramOfColumns, type Matrix } from '../../linalg/index.ts';

/**
 * The shrinkage of Ledoit and Wolf (2004, "A well-conditioned estimator for large-dimensional covariance matrices",
 * section 3.3): the α that is expected to bring (1 − α) S + α (tr S / d) I closest to the covariance, from 0 to 1.
 * @param residuals T × r rows of mean zero, in orthonormal coordinates that hold all of their variance
 * @param pixels d, the dimension of the space, which may be larger than r
 */
export function ledoitWolfShrinkage(residuals: Matrix, pixels: number): number {
  const { rows: count, cols } = residuals;
  let total = 0;
  let fourth = 0;
  for (let n = 0; n < count; n++) {
    let square = 0;
    for (let i = 0; i < cols; i++) square += residuals.data[n * cols + i] ** 2;
    total += square / count;
    fourth += square * square;
  }
  let norm = 0;
  for (const value of gramOfColumns(residuals).data) norm += (value / count) ** 2;
  // d² = ‖S − (tr S / d) I‖², and b² = Σ_n ‖x_n x_nᵀ − S‖² / T², which cannot be more than all of it.
  const distance = norm - (total * total) / pixels;
  const spread = (fourth / count - norm) / count;
  return distance > 0 ? Math.min(1, Math.max(0, spread / distance)) : 1;
}

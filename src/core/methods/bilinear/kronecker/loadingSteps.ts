/** How the loadings of one side follow from their moments in the M-step of PSOPCA and MVFA. */
import { cholesky, multiply, qr, scaleColumns, svd, transpose, type Matrix } from '../../../linalg/index.ts';

/** How loadings follow from S = Σ X_n R B_nᵀ (d × q) and H = Σ E[Z_n RᵀR Z_nᵀ]. */
export type LoadingStep = (s: Matrix, h: Matrix, previous: Matrix) => Matrix;

/** C = S H⁻¹ with the full H: the conditional maximiser. */
export const directStep: LoadingStep = (s, h) => transpose(cholesky(h).solve(transpose(s)));

/**
 * C = U Λ with UᵀU = I, Λ diagonal: the orthogonal polar factor of S Λ, then Λ = diag(UᵀS) / diag(H). Each half
 * maximises given the other.
 */
export const orthogonalStep: LoadingStep = (s, h, previous) => {
  const { u, v } = svd(scaleColumns(s, columnNorms(previous)));
  return scaledToFit(multiply(u, v, { transposeB: true }), s, h);
};

/**
 * The step as printed (Xie et al. 2008, below (13)): U is the orthonormal factor of the QR decomposition of S. Not a
 * maximiser.
 */
export const printedStep: LoadingStep = (s, h) => scaledToFit(qr(s).q, s, h);

function scaledToFit(u: Matrix, s: Matrix, h: Matrix): Matrix {
  const lambda = Float64Array.from({ length: u.cols }, (_, a) => {
    let product = 0;
    for (let i = 0; i < u.rows; i++) product += u.data[i * u.cols + a] * s.data[i * s.cols + a];
    return product / h.data[a * h.cols + a];
  });
  return scaleColumns(u, lambda);
}

function columnNorms(a: Matrix): Float64Array {
  const squares = new Float64Array(a.cols);
  for (let i = 0, k = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, k++) squares[j] += a.data[k] * a.data[k];
  }
  return squares.map(Math.sqrt);
}

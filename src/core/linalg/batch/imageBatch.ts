/** Interface of a batch of images. */
import type { Matrix, MatrixStack } from '../matrix.ts';

/** A stack X_1 … X_N of rows × cols matrices, minus a centre, kept ready for repeated products. */
export interface ImageBatch {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /**
   * Σ_n X_n P X_nᵀ, rows × rows; P is cols × cols, the identity when omitted. With an exactly symmetric P half the work
   * is done and the result is exactly symmetric.
   */
  sumRight(p?: Matrix): Matrix;
  /** Σ_n X_nᵀ Q X_n, cols × cols; Q is rows × rows, the identity when omitted; symmetric as in sumRight. */
  sumLeft(q?: Matrix): Matrix;
  /**
   * Σ_n X_n F Fᵀ X_nᵀ, rows × rows, exactly symmetric; F is cols × q. Cheaper than sumRight(F Fᵀ) for q < cols and for
   * upper triangular F, whose zeros are left out, and without cancellation. With `times` its product with that matrix,
   * to the bits of `multiply`, without a copy of the sum.
   */
  sumRightFactor(f: Matrix, times?: Matrix): Matrix;
  /** Σ_n X_nᵀ F Fᵀ X_n, cols × cols, exactly symmetric; F is rows × q; `times` as in sumRightFactor. */
  sumLeftFactor(f: Matrix, times?: Matrix): Matrix;
  /** U_cᵀ X_n U_r for every n; null stands for the identity. U_c has `rows` rows, U_r has `cols` rows. */
  project(uc: Matrix | null, ur: Matrix | null): MatrixStack;
  /** The same, resident: a batch of q_c × q_r matrices that is released on its own. */
  projected(uc: Matrix | null, ur: Matrix | null): ImageBatch;
  /** Σ_n X_n F Z_nᵀ, rows × q_c, for codes Z_n (q_c × q_r); F is cols × q_r, null stands for the identity. */
  sumRightCodes(f: Matrix | null, codes: MatrixStack): Matrix;
  /** Σ_n X_nᵀ F Z_n, cols × q_r, for codes Z_n (q_c × q_r); F is rows × q_c, null stands for the identity. */
  sumLeftCodes(f: Matrix | null, codes: MatrixStack): Matrix;
  /** sumRight() and sumLeft(), with the images read from memory once. */
  plainSums(): { readonly right: Matrix; readonly left: Matrix };
  /** Σ_n ‖X_n‖². */
  energy(): number;
  /** Inner products ⟨X_m, X_n⟩ = Σ_ij X_m,ij X_n,ij of all pairs, N × N. */
  gram(): Matrix;
  /** Σ_n w_nj vec X_n as column j, rows·cols × q; the weights are N × q. */
  combine(weights: Matrix): Matrix;
  /** (vec X_n)ᵀ V of every n, N × b; V is rows·cols × b. */
  times(v: Matrix): Matrix;
  /** Σ_n vec X_n (vec X_n)ᵀ V, rows·cols × b: the scatter matrix of the batch times V, without the matrix. */
  scatterTimes(v: Matrix): Matrix;
  /** The inner products of all pairs times V, N × b, without their matrix. */
  gramTimes(v: Matrix): Matrix;
  /** Frees the memory of the batch; a later call of any product throws. */
  release(): void;
}

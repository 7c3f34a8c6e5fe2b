/**
 * The model behind PSOPCA (second-order PHOPCA) and MVFA: X = W + C Z Rᵀ + E with Z and E independent normal,
 * Z_ab ~ N(0, 1), E_ij ~ N(0, σ²); hence vec X ~ N(vec W, (R Rᵀ) ⊗ (C Cᵀ) + σ² I)
 * (Yu, Bi, Ye 2010, eq. (2); Xie, Yan, Kwok, Huang 2008, eqs. (2)–(4)). Nothing here forms a Kronecker product: in
 * canonical form CᵀC and RᵀR are diagonal, and with them every covariance of the posterior.
 */
import {
  columnSigns,
  forEachPart,
  gramOfColumns,
  multiply,
  scale,
  scaleColumns,
  symmetricEigen,
  type Matrix,
  type MatrixStack,
  cholesky,
  qr,
  svd,
  transpose,
} from '../../../linalg/index.ts';
import { sum } from '../../../stats/describe.ts';
import type { ArrayKinds } from '../../learnedArrays.ts';
import type { Learned, Model } from '../../declareMethod.ts';

/**
 * Loadings in canonical form: the columns of C are orthogonal, those of R too, with tr CᵀC = tr RᵀR. Rotations of Z and
 * the scale between C and R do not change the density; this choice fixes them up to signs and equal norms.
 */
export interface KroneckerModel {
  /** C, d_c × q_c. */
  readonly c: Matrix;
  /** R, d_r × q_r. */
  readonly r: Matrix;
  /** Diagonal of CᵀC, descending. */
  readonly normsC: Float64Array;
  /** Diagonal of RᵀR, descending. */
  readonly normsR: Float64Array;
  /** σ², 0 in the limit without noise. */
  readonly sigma2: number;
}

/** The canonical form of any loadings: C P, R Q with CᵀC = P D Pᵀ, RᵀR = Q E Qᵀ. */
export function canonicalModel(c: Matrix, r: Matrix, sigma2: number): KroneckerModel {
  return canonicalForm(c, r, sigma2).model;
}

/** The same with the changes of basis: the loadings of the model are C · turnC and R · turnR. */
export function canonicalForm(
  c: Matrix,
  r: Matrix,
  sigma2: number,
): { readonly model: KroneckerModel; readonly turnC: Matrix; readonly turnR: Matrix } {
  const left = orthogonalised(c);
  const right = orthogonalised(r);
  const a = sum(left.norms) > 0 && sum(right.norms) > 0 ? Math.sqrt(sum(right.norms) / sum(left.norms)) : 1;
  const model = {
    c: scale(left.loadings, Math.sqrt(a)),
    r: scale(right.loadings, 1 / Math.sqrt(a)),
    normsC: left.norms.map((norm) => norm * a),
    normsR: right.norms.map((norm) => norm / a),
    sigma2,
  };
  return { model, turnC: scale(left.turn, Math.sqrt(a)), turnR: scale(right.turn, 1 / Math.sqrt(a)) };
}

/** d_a e_b + σ², row-major q_c × q_r: the variances of Cᵀ(X − W)R in units of d_a e_b. */
export function coreVariances({ normsC, normsR, sigma2 }: KroneckerModel): Float64Array {
  const variances = new Float64Array(normsC.length * normsR.length);
  for (let a = 0, k = 0; a < normsC.length; a++) {
    for (let b = 0; b < normsR.length; b++, k++) variances[k] = normsC[a] * normsR[b] + sigma2;
  }
  return variances;
}

/** ln |(R Rᵀ) ⊗ (C Cᵀ) + σ² I|. */
export function kroneckerLogDeterminant(model: KroneckerModel, size: number): number {
  const variances = coreVariances(model);
  let total = (size - variances.length) * Math.log(model.sigma2);
  for (const variance of variances) total += Math.log(variance);
  return total;
}

/**
 * Mahalanobis distances vec(X_n − W)ᵀ Σ⁻¹ vec(X_n − W) from ‖X_n − W‖² and the projections Cᵀ(X_n − W)R:
 * (‖X‖² − Σ_ab w_ab² / (d_a e_b + σ²)) / σ².
 */
export function mahalanobis(model: KroneckerModel, energies: Float64Array, projected: MatrixStack): Float64Array {
  const variances = coreVariances(model);
  const size = variances.length;
  return energies.map((energy, n) => {
    let rest = energy;
    for (let k = 0; k < size; k++) rest -= projected.data[n * size + k] ** 2 / variances[k];
    return Math.max(0, rest) / model.sigma2;
  });
}

/** E[Z | X]_ab = w_ab / (d_a e_b + σ²) from w = Cᵀ(X − W)R. */
export function posteriorMeans(model: KroneckerModel, projected: MatrixStack): MatrixStack {
  const variances = coreVariances(model);
  const size = variances.length;
  const data = new Float64Array(projected.data.length);
  for (let n = 0, i = 0; n < projected.count; n++) {
    for (let k = 0; k < size; k++, i++) data[i] = projected.data[i] / variances[k];
  }
  return { ...projected, data };
}

/** ‖X_n − W‖² of every image. */
export function energiesOf(images: MatrixStack, mean: Matrix): Float64Array {
  const size = images.rows * images.cols;
  const energies = new Float64Array(images.count);
  forEachPart(images, (values, first, count) => {
    for (let n = 0; n < count; n++) {
      let energy = 0;
      for (let i = 0; i < size; i++) energy += (values[n * size + i] - mean.data[i]) ** 2;
      energies[first + n] = energy;
    }
  });
  return energies;
}

/** Orthogonal columns of descending norm: `loadings` times the orthogonal `turn`. */
function orthogonalised(loadings: Matrix): { loadings: Matrix; turn: Matrix; norms: Float64Array } {
  const { values, vectors } = symmetricEigen(gramOfColumns(loadings));
  const rotated = multiply(loadings, vectors);
  const signs = columnSigns(rotated);
  return {
    loadings: scaleColumns(rotated, signs),
    turn: scaleColumns(vectors, signs),
    norms: values.map((value) => Math.max(0, value)),
  };
}

// Updates of the loadings of one side from their moments in the M-step of PSOPCA and MVFA.

/** Update of the loadings from S = Σ X_n R B_nᵀ (d × q) and H = Σ E[Z_n RᵀR Z_nᵀ]. */
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

// The learned arrays of PSOPCA and MVFA, including the summaries that continued fits keep of their training images.

/** Summaries of incremental.ts. */
export const KEPT_SCATTER = { 'kept.count': 'scalar?', 'kept.scatter': 'matrix?' } as const satisfies ArrayKinds;
export const KEPT_CORE = {
  'kept.count': 'scalar?',
  'kept.cross': 'matrix?',
  'kept.second': 'matrix?',
  'kept.squares': 'vector?',
  'kept.sum': 'vector?',
  'kept.entropy': 'scalar?',
  'kept.C': 'matrix?',
  'kept.R': 'matrix?',
} as const satisfies ArrayKinds;

export const LOADINGS = { mean: 'matrix', C: 'matrix', R: 'matrix', sigma2: 'scalar' } as const satisfies ArrayKinds;

/** Further arrays of fits to incomplete images, and of fits that can be continued. */
export const KRONECKER_ARRAYS = { ...LOADINGS, imputed: 'stack?', ...KEPT_CORE } as const satisfies ArrayKinds;

export type KroneckerArrays = typeof KRONECKER_ARRAYS;
export type KroneckerLoadings = Model<unknown, typeof LOADINGS>;
export type LearnedKronecker = Learned<KroneckerArrays>;

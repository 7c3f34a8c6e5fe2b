/**
 * The covariance of one mode of BPPCA, Σ = L Lᵀ + σ² I with loadings L (d × q), stored by its spectrum:
 * Σ = U (Λ − σ² I) Uᵀ + σ² I. With q = d it is the full covariance U Λ Uᵀ and σ² is 0.
 */
import {
  columns,
  matrix,
  multiply,
  scaleColumns,
  svd,
  symmetricEigen,
  type LeadingSum,
  type Matrix,
  type SumRequest,
} from '../../linalg/index.ts';
import { FitError } from '../method.ts';

/** Noise variances below this share of the largest eigenvalue are raised to it. */
const FLOOR = 1e-12;
/** Below this σ²/λ_1 differences of scatter matrices lose half their digits, so the complement of U is needed. */
const ILL_CONDITIONED = 1e-8;

/** U (Λ − σ² I) Uᵀ + σ² I. */
export interface Spectrum {
  /** U, d × q, orthonormal columns. */
  readonly vectors: Matrix;
  /** λ_1 ≥ … ≥ λ_q, eigenvalues of Σ. */
  readonly values: Float64Array;
  /** σ²; 0 for q = d. */
  readonly sigma2: number;
}

export interface ModeCovariance extends Spectrum {
  /** An orthonormal basis of the complement of U, if σ² is too small to do without it. */
  readonly complement: Matrix | null;
  /** tr(Σ⁻¹ S) for the sample covariance S behind the estimate: d, unless σ² was raised. */
  readonly fitTerm: number;
  readonly floored: boolean;
}

/**
 * The maximum likelihood estimate from the q leading eigenpairs of a sample covariance S, and its trace, eqs. (28),
 * (29). Throws FitError if S is zero, or singular with q = d; `mode` ("column", "row") names it in the message.
 */
export function estimateMode({ values: sample, vectors, trace, sum }: LeadingSum, mode: string): ModeCovariance {
  const { rows: d, cols: q } = vectors;
  if (!(sample[0] > 0)) throw new FitError(`BPPCA: the ${mode} covariance is zero.`);
  if (q === d) {
    const rank = sample.filter((value) => value > d * Number.EPSILON * sample[0]).length;
    if (rank < d) {
      throw new FitError(
        `BPPCA: the ${mode} covariance is singular (rank ${rank} of ${d}). Reduce its latent dimension below ${d}.`,
      );
    }
    return { vectors, values: sample, sigma2: 0, complement: null, fitTerm: d, floored: false };
  }
  let rest = trace;
  for (const value of sample) rest -= value;
  rest = Math.max(0, rest);
  const least = FLOOR * sample[0];
  const sigma2 = Math.max(rest / (d - q), least);
  const values = sample.map((value) => Math.max(value, sigma2));
  const complement = () => (sum ? columns(symmetricEigen(sum).vectors, q, d) : complementOf(vectors));
  return {
    vectors,
    values,
    sigma2,
    complement: sigma2 < ILL_CONDITIONED * values[0] ? complement() : null,
    fitTerm: q + rest / sigma2,
    floored: sigma2 === least,
  };
}

/** The covariance with loadings L (d × q) and noise σ² > 0; with q = d it is L Lᵀ, without noise. */
export function modeFromLoadings(loadings: Matrix, sigma2: number): ModeCovariance {
  const { u, values } = svd(loadings);
  const noise = loadings.cols === loadings.rows ? 0 : sigma2;
  return modeFromSpectrum(
    u,
    values.map((value) => value * value + noise),
    noise,
  );
}

export function modeFromSpectrum(vectors: Matrix, values: Float64Array, sigma2: number): ModeCovariance {
  return {
    vectors,
    values,
    sigma2,
    complement: sigma2 > 0 && sigma2 < ILL_CONDITIONED * values[0] ? complementOf(vectors) : null,
    fitTerm: vectors.rows,
    floored: false,
  };
}

/** ln |Σ|. */
export function logDeterminant({ vectors, values, sigma2 }: Spectrum): number {
  let sum = 0;
  for (const value of values) sum += Math.log(value);
  const rest = vectors.rows - values.length;
  return rest === 0 ? sum : sum + rest * Math.log(sigma2);
}

/** L = U (Λ − σ² I)^½, eqs. (28), (31). */
export function loadingsOf({ vectors, values, sigma2 }: Spectrum): Matrix {
  return scaleColumns(
    vectors,
    values.map((value) => Math.sqrt(Math.max(0, value - sigma2))),
  );
}

/** U diag(√(λ − σ²) / λ): the transform (X − W) ↦ E[Z | X] of one mode, eq. (42). */
export function encoderOf({ vectors, values, sigma2 }: Spectrum): Matrix {
  return scaleColumns(
    vectors,
    values.map((value) => Math.sqrt(Math.max(0, value - sigma2)) / value),
  );
}

/** U diag(λ / √(λ − σ²)): from E[Z | X] to the orthogonal projection of X; axes with λ = σ² carry nothing. */
export function decoderOf({ vectors, values, sigma2 }: Spectrum): Matrix {
  return scaleColumns(
    vectors,
    values.map((value) => (value > sigma2 ? value / Math.sqrt(value - sigma2) : 0)),
  );
}

/** Σ^−½, d × d. */
export function inverseRootOf({ vectors, values, sigma2 }: Spectrum): Matrix {
  const outside = sigma2 > 0 ? 1 / Math.sqrt(sigma2) : 0;
  const root = multiply(
    scaleColumns(
      vectors,
      values.map((value) => 1 / Math.sqrt(value) - outside),
    ),
    vectors,
    {
      transposeB: true,
    },
  );
  for (let i = 0; i < root.rows; i++) root.data[i * root.cols + i] += outside;
  return root;
}

/**
 * Σ_n X_n Σ⁻¹ X_nᵀ / divisor as a sum over factors, by Σ⁻¹ = σ⁻² (I − U (I − σ² Λ⁻¹) Uᵀ): only q columns of every image
 * are used. Requests its leading `count` eigenpairs.
 */
export function inverseScatter(mode: ModeCovariance, divisor: number, count: number): SumRequest {
  const { vectors, values, sigma2, complement } = mode;
  if (sigma2 === 0) {
    return {
      factor: scaleColumns(
        vectors,
        values.map((value) => 1 / Math.sqrt(value)),
      ),
      scale: 1 / divisor,
      fromPlain: false,
      count,
      overImages: values[values.length - 1] < ILL_CONDITIONED * values[0],
    };
  }
  if (complement) {
    const q = values.length;
    const d = vectors.rows;
    const basis = matrix(d, d);
    const outside = 1 / Math.sqrt(sigma2);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        basis.data[i * d + j] =
          j < q
            ? vectors.data[i * q + j] / Math.sqrt(values[j])
            : complement.data[i * complement.cols + (j - q)] * outside;
      }
    }
    return { factor: basis, scale: 1 / divisor, fromPlain: false, count, overImages: true };
  }
  return {
    factor: scaleColumns(
      vectors,
      values.map((value) => Math.sqrt(Math.max(0, 1 - sigma2 / value))),
    ),
    scale: 1 / (sigma2 * divisor),
    fromPlain: true,
    count,
  };
}

function complementOf(vectors: Matrix): Matrix {
  const projector = multiply(vectors, vectors, { transposeB: true });
  return columns(symmetricEigen(projector).vectors, vectors.cols, vectors.rows);
}

/**
 * PHOPCA of any order: X = M + Z ×_1 U_1 … ×_O U_O + E with independent Z ~ N(0, 1), E ~ N(0, σ²)
 * (Yu, Bi, Ye 2010, sections 3.3, 4.3). With canonical loadings (U_jᵀU_j diagonal) every posterior covariance is
 * diagonal, as in the second-order case: the E-step divides by Π_j d_j + σ². The variational posterior is separable,
 * Π_j t_j; the update of U_j needs E[Z] contracted with the other loadings only.
 */
import {
  symmetrised,
  cholesky,
  gramOfColumns,
  innerProduct,
  matrix,
  multiply,
  symmetricEigen,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import { contractAll, sizeOf, unfold, type TensorStack } from './tensor.ts';

export interface TensorModel {
  /** U_j, I_j × P_j, orthogonal columns. */
  readonly loadings: readonly Matrix[];
  /** Diagonals of U_jᵀU_j. */
  readonly norms: readonly Float64Array[];
  /** σ²; 0 in the limit without noise. */
  readonly sigma2: number;
}

export interface TensorPosterior {
  readonly means: TensorStack;
  /** Var[Z | X], entries of one core. */
  readonly variances: Float64Array;
  readonly logLikelihood: number;
  readonly bound: number;
  /** Σ w b over all images: the part of Σ ‖X‖² that the model explains. */
  readonly explained: number;
}

/** Loadings rotated so that U_jᵀU_j is diagonal, all modes of equal trace. */
export function canonicalTensorModel(loadings: readonly Matrix[], sigma2: number): TensorModel {
  const rotated = loadings.map((u) => {
    const { values, vectors } = symmetricEigen(gramOfColumns(u));
    return { u: multiply(u, vectors), norms: values.map((value) => Math.max(0, value)) };
  });
  const traces = rotated.map(({ norms }) => norms.reduce((sum, value) => sum + value, 0));
  const common = Math.exp(traces.reduce((sum, value) => sum + Math.log(value), 0) / traces.length);
  return {
    loadings: rotated.map(({ u }, j) =>
      matrix(
        u.rows,
        u.cols,
        u.data.map((value) => value * Math.sqrt(common / traces[j])),
      ),
    ),
    norms: rotated.map(({ norms }, j) => norms.map((value) => (value * common) / traces[j])),
    sigma2,
  };
}

/** Π_j d_j of every entry of the core. */
export function signalVariances(norms: readonly Float64Array[]): Float64Array {
  return norms.reduce<Float64Array>(
    (all, values) =>
      Float64Array.from(
        { length: all.length * values.length },
        (_, k) => all[Math.floor(k / values.length)] * values[k % values.length],
      ),
    Float64Array.of(1),
  );
}

/** E[Z | X] from X ×_j U_jᵀ. */
export function tensorMeans(model: TensorModel, projected: TensorStack): TensorStack {
  const signal = signalVariances(model.norms);
  return { ...projected, data: projected.data.map((w, i) => w / (signal[i % signal.length] + model.sigma2)) };
}

export function tensorExpectation(
  x: TensorStack,
  energy: number,
  model: TensorModel,
  kind: 'exact' | 'variational',
): TensorPosterior {
  const projected = contractAll(x, model.loadings);
  const means = tensorMeans(model, projected);
  const signal = signalVariances(model.norms);
  const { sigma2 } = model;
  const exact = signal.map((value) => sigma2 / (value + sigma2));
  const variances = kind === 'exact' || sigma2 === 0 ? exact : separable(model);
  let explained = 0;
  for (let i = 0; i < means.data.length; i++) explained += projected.data[i] * means.data[i];
  const pixels = sizeOf(x.dims);
  let constant = pixels * Math.log(2 * Math.PI) + (pixels - signal.length) * Math.log(sigma2);
  for (const value of signal) constant += Math.log(value + sigma2);
  const logLikelihood = sigma2 === 0 ? NaN : -0.5 * (x.count * constant + (energy - explained) / sigma2);
  let divergence = 0;
  for (let k = 0; k < exact.length; k++) {
    const ratio = variances[k] / exact[k];
    if (ratio !== 1) divergence += 0.5 * (ratio - 1 - Math.log(ratio));
  }
  return { means, variances, logLikelihood, bound: logLikelihood - x.count * divergence, explained };
}

/** The maximising separable covariance Π_j t_j,a = σ² Π' P / (d_j,a Π_{i≠j} Σ d_i t_i + σ² Π_{i≠j} Σ t_i). */
function separable({ norms, sigma2 }: TensorModel): Float64Array {
  const t = norms.map((values) => new Float64Array(values.length).fill(1));
  for (let round = 0; round < 500; round++) {
    let change = 0;
    norms.forEach((values, j) => {
      let weighted = 1;
      let plain = 1;
      let others = 1;
      norms.forEach((other, i) => {
        if (i === j) return;
        weighted *= t[i].reduce((sum, value, a) => sum + value * other[a], 0);
        plain *= t[i].reduce((sum, value) => sum + value, 0);
        others *= other.length;
      });
      for (let a = 0; a < values.length; a++) {
        const next = (others * sigma2) / (values[a] * weighted + sigma2 * plain);
        change = Math.max(change, Math.abs(next / t[j][a] - 1));
        t[j][a] = next;
      }
    });
    if (change < 1e-13) break;
  }
  return signalVariances(t);
}

/** Each U_j given the others, then σ², then the expansion of the prior of Z. Every step is a conditional maximiser. */
export function tensorMaximisation(
  x: TensorStack,
  energy: number,
  model: TensorModel,
  posterior: TensorPosterior,
): TensorModel {
  const { means, variances } = posterior;
  const order = x.dims.length;
  const loadings = [...model.loadings];
  let residual = energy;
  for (let j = 0; j < order; j++) {
    const others = loadings.map((u, i) => (i === j ? null : u));
    const grams = loadings.map((u, i) => (i === j ? null : gramOfColumns(u)));
    const b = unfold(means, j);
    const cross = multiply(unfold(contractAll(x, others), j), b, { transposeA: true });
    const second = multiply(unfold(contractAll(means, grams), j), b, { transposeA: true });
    const diagonal = modeVariances(
      variances,
      means.dims,
      j,
      grams.map((g) => g && diagonalOf(g)),
    );
    for (let a = 0; a < diagonal.length; a++) second.data[a * second.cols + a] += x.count * diagonal[a];
    loadings[j] = transpose(cholesky(symmetrised(second)).solve(transpose(cross)));
    residual = energy - innerProduct(loadings[j], cross);
  }
  const noiseless = model.sigma2 === 0;
  const entries = x.count * sizeOf(x.dims);
  const sigma2 = noiseless ? 0 : Math.max(residual, 1e-14 * energy) / entries;
  if (noiseless) return canonicalTensorModel(loadings, 0);
  return canonicalTensorModel(
    expansion(means, variances).map((gamma, j) => multiply(loadings[j], cholesky(gamma).lower)),
    sigma2,
  );
}

/** Γ_j that maximise E ln N(Z; 0, Γ_1, …), by flip-flop over the modes. */
function expansion(means: TensorStack, variances: Float64Array): Matrix[] {
  const inverses: Matrix[] = means.dims.map((length) => {
    const one = matrix(length, length);
    for (let i = 0; i < length; i++) one.data[i * length + i] = 1;
    return one;
  });
  const gammas: Matrix[] = [...inverses];
  for (let round = 0; round < 3; round++) {
    for (let j = 0; j < means.dims.length; j++) {
      const others = inverses.map((inverse, i) => (i === j ? null : inverse));
      const gamma = multiply(unfold(contractAll(means, others), j), unfold(means, j), { transposeA: true });
      const diagonal = modeVariances(
        variances,
        means.dims,
        j,
        others.map((inverse) => inverse && diagonalOf(inverse)),
      );
      const length = means.dims[j];
      for (let a = 0; a < length; a++) gamma.data[a * length + a] += means.count * diagonal[a];
      const divisor = (means.count * sizeOf(means.dims)) / length;
      gammas[j] = symmetrised(
        matrix(
          length,
          length,
          gamma.data.map((value) => value / divisor),
        ),
      );
      inverses[j] = cholesky(gammas[j]).inverse();
    }
  }
  return gammas;
}

/** Σ over all modes but j of variances · Π weights. */
function modeVariances(
  variances: Float64Array,
  dims: readonly number[],
  mode: number,
  weights: readonly (Float64Array | null)[],
): Float64Array {
  const result = new Float64Array(dims[mode]);
  for (let k = 0; k < variances.length; k++) {
    let rest = k;
    let product = variances[k];
    let modeIndex = 0;
    for (let j = dims.length - 1; j >= 0; j--) {
      const index = rest % dims[j];
      rest = Math.floor(rest / dims[j]);
      if (j === mode) modeIndex = index;
      else product *= weights[j]?.[index] ?? 1;
    }
    result[modeIndex] += product;
  }
  return result;
}

function diagonalOf(a: Matrix): Float64Array {
  return Float64Array.from({ length: a.rows }, (_, i) => a.data[i * a.cols + i]);
}

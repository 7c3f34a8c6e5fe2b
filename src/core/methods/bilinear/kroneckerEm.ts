/**
 * One iteration of EM for the model of kroneckerModel.ts. The E-step is exact (MVFA) or variational with a separable
 * covariance (PSOPCA); both have the same posterior means. The M-step maximises over C given R, then over R given C,
 * then over σ², and may end with a parameter expansion of the prior of Z.
 */
import {
  cholesky,
  gramOfColumns,
  innerProduct,
  matrix,
  matrixStack,
  multiply,
  qr,
  scaleColumns,
  svd,
  transpose,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { canonicalModel, coreVariances, kroneckerLogDeterminant, type KroneckerModel } from './kroneckerModel.ts';

/** Images, centred, with their energies ‖X_n‖² and optional weights (responsibilities, robustness). */
export interface WeightedBatch {
  readonly batch: ImageBatch;
  readonly energies: Float64Array;
  readonly weights: Float64Array | null;
  /** Σ weights, N without weights. */
  readonly total: number;
  /** Σ_n weight_n ‖X_n‖². */
  readonly energy: number;
}

export function weightedBatch(batch: ImageBatch, energies: Float64Array, weights: Float64Array | null): WeightedBatch {
  let total = 0;
  let energy = 0;
  for (let n = 0; n < energies.length; n++) {
    const weight = weights ? weights[n] : 1;
    total += weight;
    energy += weight * energies[n];
  }
  return { batch, energies, weights, total, energy };
}

/** What the E-step hands on. */
export interface Posterior {
  /** (X_n R)ᵀ, q_r × d_c each. */
  readonly halfProjected: MatrixStack;
  /** Cᵀ X_n R, q_c × q_r each. */
  readonly projected: MatrixStack;
  /** B_n = E[Z_n | X_n]. */
  readonly means: MatrixStack;
  /** Var[Z_ab | X], the same for all images; exact: σ² / (d_a e_b + σ²), variational: t_a s_b. */
  readonly variances: Float64Array;
  /** Σ_n weight_n ln p(X_n), constants included; NaN when σ² = 0. */
  readonly logLikelihood: number;
  /** The variational bound on it; equal to it for the exact posterior. */
  readonly bound: number;
}

export type PosteriorKind = 'exact' | 'variational';

/** The E-step. O(N d_c d_r q_r): no system of size q_c q_r. */
export function expectation(data: WeightedBatch, model: KroneckerModel, kind: PosteriorKind): Posterior {
  const { batch, weights, total, energy } = data;
  const halfProjected = transposeStack(batch.project(null, model.r));
  const [qc, q] = [model.c.cols, model.r.cols];
  const flat = multiply(matrix(batch.count * q, batch.rows, halfProjected.data), model.c);
  const projected = transposeStack(matrixStack(batch.count, q, qc, flat.data));
  const core = coreVariances(model);
  const exact = core.map((variance) => model.sigma2 / variance);
  const variances = kind === 'exact' || model.sigma2 === 0 ? exact : separableVariances(model);
  const size = core.length;
  const means = matrixStack(
    batch.count,
    qc,
    q,
    projected.data.map((w, i) => w / core[i % size]),
  );
  let explained = 0;
  for (let n = 0, i = 0; n < batch.count; n++) {
    const weight = weights ? weights[n] : 1;
    for (let k = 0; k < size; k++, i++) explained += weight * projected.data[i] * means.data[i];
  }
  const pixels = batch.rows * batch.cols;
  const logLikelihood =
    model.sigma2 === 0
      ? NaN
      : -0.5 *
        (total * (pixels * Math.log(2 * Math.PI) + kroneckerLogDeterminant(model, pixels)) +
          (energy - explained) / model.sigma2);
  return {
    halfProjected,
    projected,
    means,
    variances,
    logLikelihood,
    bound: logLikelihood - total * divergence(variances, exact),
  };
}

/**
 * t_a s_b at the joint fixed point of T = q_r σ² [tr(RᵀR S) CᵀC + σ² tr(S) I]⁻¹ and its mirror (Yu, Bi, Ye 2010, eqs.
 * (6), (7)), which are diagonal in the canonical form.
 */
function separableVariances({ normsC, normsR, sigma2 }: KroneckerModel): Float64Array {
  const [qc, q] = [normsC.length, normsR.length];
  let t: Float64Array = new Float64Array(qc).fill(1);
  let s: Float64Array = new Float64Array(q).fill(1);
  const update = (norms: Float64Array, others: Float64Array, values: Float64Array): Float64Array => {
    let weighted = 0;
    let plain = 0;
    for (let b = 0; b < values.length; b++) {
      weighted += others[b] * values[b];
      plain += values[b];
    }
    return norms.map((norm) => (values.length * sigma2) / (weighted * norm + sigma2 * plain));
  };
  // A contraction in practice: 1e-14 within 5–20 rounds.
  for (let round = 0; round < 200; round++) {
    const next = update(normsC, normsR, s);
    const change = Math.max(...next.map((value, a) => Math.abs(value / t[a] - 1)));
    t = next;
    s = update(normsR, normsC, t);
    if (change < 1e-14) break;
  }
  return Float64Array.from({ length: qc * q }, (_, k) => t[Math.floor(k / q)] * s[k % q]);
}

/** KL of N(b, diag v) from N(b, diag x), one image. */
function divergence(v: Float64Array, x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < v.length; k++) sum += v[k] === x[k] ? 0 : v[k] / x[k] - 1 - Math.log(v[k] / x[k]);
  return 0.5 * sum;
}

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

/** The step as printed (Xie et al. 2008, below (13)): U is the orthonormal factor of the QR decomposition of S. Not a maximiser. */
export const printedStep: LoadingStep = (s, h) => scaledToFit(qr(s).q, s, h);

function scaledToFit(u: Matrix, s: Matrix, h: Matrix): Matrix {
  const lambda = Float64Array.from({ length: u.cols }, (_, a) => {
    let product = 0;
    for (let i = 0; i < u.rows; i++) product += u.data[i * u.cols + a] * s.data[i * s.cols + a];
    return product / h.data[a * h.cols + a];
  });
  return scaleColumns(u, lambda);
}

export interface MaximisationOptions {
  readonly step: LoadingStep;
  /** Prior of Z widened to Z ~ N(0, Γ_u, Γ_v) in the M-step and taken back into C and R (Liu, Rubin, Wu 1998). */
  readonly expansion: 'none' | 'diagonal' | 'full';
  /** Keep σ² = 0. */
  readonly noiseless: boolean;
  /** Keep σ² at or above this. */
  readonly leastNoise?: number;
  /** Keep σ² at this. */
  readonly fixedNoise?: number;
}

/** The M-step: the next model, in canonical form. σ² is kept above 1e-14 of the mean pixel variance. */
export function maximisation(
  data: WeightedBatch,
  model: KroneckerModel,
  posterior: Posterior,
  options: MaximisationOptions,
): KroneckerModel {
  const { batch, total, energy } = data;
  const cores = coreStacks(posterior.means, data.weights);
  const { s, h } = columnMoments(data, model.normsR, posterior, cores);
  const c = options.step(s, h, model.c);
  const { s: t, h: g } = rowMoments(data, c, posterior, cores);
  const r = options.step(t, g, model.r);

  const residual = energy - 2 * innerProduct(r, t) + innerProduct(gramOfColumns(r), g);
  const pixels = total * batch.rows * batch.cols;
  // Rounding cannot leave σ² at or below zero where the images are explained in full.
  const least = Math.max(options.leastNoise ?? 0, (1e-14 * energy) / pixels);
  const sigma2 = options.noiseless ? 0 : (options.fixedNoise ?? Math.max(residual / pixels, least));
  if (options.expansion === 'none') return canonicalModel(c, r, sigma2);
  const [gammaU, gammaV] = priorCovariances(cores, posterior.variances, total, options.expansion === 'diagonal');
  return canonicalModel(multiply(c, cholesky(gammaU).lower), multiply(r, cholesky(gammaV).lower), sigma2);
}

/** Σ X_n R B_nᵀ (d × q) and Σ E[Z_n RᵀR Z_nᵀ] (q × q), or the same of the other side. */
export interface LoadingMoments {
  readonly s: Matrix;
  readonly h: Matrix;
}

/** B_n and B_nᵀ stacked as rows, weighted and plain. */
interface CoreStacks {
  readonly bFlat: Matrix;
  readonly bPlain: Matrix;
  readonly btFlat: Matrix;
  readonly btPlain: Matrix;
}

export function coreStacks(means: MatrixStack, weights: Float64Array | null): CoreStacks {
  const { count, rows, cols } = means;
  const stacked = (stack: MatrixStack) => matrix(count * stack.rows, stack.cols, stack.data);
  const turned = transposeStack(means);
  const [bPlain, btPlain] = [stacked(means), stacked(turned)];
  if (!weights) return { bFlat: bPlain, bPlain, btFlat: btPlain, btPlain };
  const size = rows * cols;
  const weigh = (stack: MatrixStack) =>
    stacked({ ...stack, data: stack.data.map((value, i) => value * weights[Math.floor(i / size)]) });
  return { bFlat: weigh(means), bPlain, btFlat: weigh(turned), btPlain };
}

/** The moments that C follows from; `normsR` is the diagonal of RᵀR of the model the posterior belongs to. */
export function columnMoments(
  { batch, total }: WeightedBatch,
  normsR: Float64Array,
  posterior: Posterior,
  { btFlat, btPlain }: CoreStacks,
): LoadingMoments {
  const [q, qc] = [normsR.length, btFlat.cols];
  const halves = matrix(batch.count * q, batch.rows, posterior.halfProjected.data);
  const h = multiply(btPlain, scaleCyclic(btFlat, normsR), { transposeA: true });
  for (let a = 0; a < qc; a++) {
    for (let j = 0; j < q; j++) h.data[a * qc + a] += total * normsR[j] * posterior.variances[a * q + j];
  }
  return { s: multiply(halves, btFlat, { transposeA: true }), h };
}

/** The moments that R follows from, given any C. */
export function rowMoments(
  { batch, total }: WeightedBatch,
  c: Matrix,
  posterior: Posterior,
  { bFlat, btPlain }: CoreStacks,
): LoadingMoments {
  const [qc, q] = [c.cols, bFlat.cols];
  const halves = matrix(batch.count * qc, batch.cols, batch.project(c, null).data);
  const k = gramOfColumns(c);
  const h = multiply(multiplyItems(k, btPlain, q), bFlat, { transposeA: true });
  for (let j = 0; j < q; j++) {
    for (let a = 0; a < qc; a++) h.data[j * q + j] += total * k.data[a * qc + a] * posterior.variances[a * q + j];
  }
  return { s: multiply(halves, bFlat, { transposeA: true }), h };
}

/** Rounds of the flip-flop for Γ. Each half round is a conditional maximiser, so that any number keeps the iteration monotone. */
const FLIP_FLOPS = 3;

/** Γ_u, Γ_v that maximise E ln N(Z; 0, Γ_u, Γ_v), by flip-flop from Γ_v = I. */
function priorCovariances(
  { bPlain, bFlat, btPlain, btFlat }: CoreStacks,
  v: Float64Array,
  total: number,
  diagonalOnly: boolean,
): [Matrix, Matrix] {
  const [qc, q] = [btFlat.cols, bFlat.cols];
  let gammaU = matrix(qc, qc);
  let gammaV = matrix(q, q);
  for (let i = 0; i < q; i++) gammaV.data[i * q + i] = 1;
  for (let round = 0; round < FLIP_FLOPS; round++) {
    const inverseV = cholesky(gammaV).inverse();
    gammaU = multiply(btPlain, multiplyItems(inverseV, bFlat, qc), { transposeA: true });
    for (let a = 0; a < qc; a++) {
      for (let j = 0; j < q; j++) gammaU.data[a * qc + a] += total * inverseV.data[j * q + j] * v[a * q + j];
    }
    finish(gammaU, total * q, diagonalOnly);
    const inverseU = cholesky(gammaU).inverse();
    gammaV = multiply(bPlain, multiplyItems(inverseU, btFlat, q), { transposeA: true });
    for (let j = 0; j < q; j++) {
      for (let a = 0; a < qc; a++) gammaV.data[j * q + j] += total * inverseU.data[a * qc + a] * v[a * q + j];
    }
    finish(gammaV, total * qc, diagonalOnly);
  }
  return [gammaU, gammaV];
}

/** Divides, and symmetrises or drops what is off the diagonal, in place. */
function finish(gamma: Matrix, divisor: number, diagonalOnly: boolean): void {
  const n = gamma.rows;
  for (let i = 0; i < n; i++) {
    gamma.data[i * n + i] /= divisor;
    for (let j = 0; j < i; j++) {
      const mean = diagonalOnly ? 0 : (gamma.data[i * n + j] + gamma.data[j * n + i]) / (2 * divisor);
      gamma.data[i * n + j] = mean;
      gamma.data[j * n + i] = mean;
    }
  }
}

/** Every matrix of a stack transposed. */
export function transposeStack(stack: MatrixStack): MatrixStack {
  const { count, rows, cols } = stack;
  const result = matrixStack(count, cols, rows);
  const size = rows * cols;
  for (let n = 0; n < count; n++) {
    const at = n * size;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) result.data[at + j * rows + i] = stack.data[at + i * cols + j];
    }
  }
  return result;
}

/** A Z_n for every n, stacked as rows, from the stacked Z_nᵀ (rows of length `rows`) and a symmetric A. */
function multiplyItems(a: Matrix, transposed: Matrix, cols: number): Matrix {
  const rows = a.rows;
  const count = transposed.rows / cols;
  const product = multiply(transposed, a);
  return matrix(count * rows, cols, transposeStack(matrixStack(count, cols, rows, product.data)).data);
}

/** Row i of `a` times factors[i mod factors.length]. */
function scaleCyclic(a: Matrix, factors: Float64Array): Matrix {
  const result = matrix(a.rows, a.cols);
  for (let i = 0; i < a.rows; i++) {
    const factor = factors[i % factors.length];
    for (let j = 0; j < a.cols; j++) result.data[i * a.cols + j] = factor * a.data[i * a.cols + j];
  }
  return result;
}

function columnNorms(a: Matrix): Float64Array {
  const squares = new Float64Array(a.cols);
  for (let i = 0, k = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, k++) squares[j] += a.data[k] * a.data[k];
  }
  return squares.map(Math.sqrt);
}

/**
 * One iteration of EM for the model of kroneckerModel.ts. The E-step is exact (MVFA) or variational with a separable
 * covariance (PSOPCA); both have the same posterior means. The M-step maximises over C given R, then over R given C,
 * then over σ², and may end with a parameter expansion of the prior of Z.
 */
import {
  cholesky,
  diagonal,
  gramOfColumns,
  identity,
  innerProduct,
  loadBatch,
  multiply,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../../linalg/index.ts';
import { densityOf, type PosteriorDensity, type PosteriorKind } from './kroneckerDensity.ts';
import { canonicalForm, posteriorMeans, type KroneckerModel, type LoadingStep } from './kroneckerModel.ts';

/** The products with images that EM needs. */
export interface EmImages extends Pick<
  ImageBatch,
  'count' | 'rows' | 'cols' | 'project' | 'sumRightCodes' | 'sumLeftCodes' | 'release'
> {
  projected(uc: Matrix | null, ur: Matrix | null): EmImages;
}

/** Images, centred, with optional weights (responsibilities, robustness). */
export interface WeightedBatch {
  readonly batch: EmImages;
  readonly weights: Float64Array | null;
  /** Σ weights, N without weights. */
  readonly total: number;
  /** Σ_n weight_n ‖X_n‖². */
  readonly energy: number;
}

/** All images with weight 1. */
export function unweighted(batch: ImageBatch): WeightedBatch & { readonly batch: ImageBatch } {
  return { batch, weights: null, total: batch.count, energy: batch.energy() };
}

/** Images with ‖X_n‖² in `energies`. */
export function weightedBatch(batch: EmImages, energies: Float64Array, weights: Float64Array): WeightedBatch {
  let total = 0;
  let energy = 0;
  for (let n = 0; n < energies.length; n++) {
    total += weights[n];
    energy += weights[n] * energies[n];
  }
  return { batch, weights, total, energy };
}

/** Result of the E-step. */
export interface Posterior extends PosteriorDensity {
  /** Cᵀ X_n R, q_c × q_r each. */
  readonly projected: MatrixStack;
  /** B_n = E[Z_n | X_n]. */
  readonly means: MatrixStack;
}

/**
 * The E-step: no system of size q_c q_r. `projected` are the Cᵀ X_n R if known, as after a maximisation; else one pass
 * over the images computes them, O(N d_c d_r q_r).
 */
export function expectation(
  { batch, weights, total, energy }: WeightedBatch,
  model: KroneckerModel,
  kind: PosteriorKind,
  projected: MatrixStack = batch.project(model.c, model.r),
): Posterior {
  const means = posteriorMeans(model, projected);
  const size = model.c.cols * model.r.cols;
  let explained = 0;
  for (let n = 0, i = 0; n < batch.count; n++) {
    let product = 0;
    for (let k = 0; k < size; k++, i++) product += projected.data[i] * means.data[i];
    explained += weights ? weights[n] * product : product;
  }
  const pixels = batch.rows * batch.cols;
  return { projected, means, ...densityOf(model, kind, { total, pixels, energy, explained }) };
}

export interface MaximisationOptions {
  readonly step: LoadingStep;
  /** Prior of Z widened to Z ~ N(0, Γ_u, Γ_v) in the M-step and absorbed into C and R (Liu, Rubin, Wu 1998). */
  readonly expansion: 'none' | 'diagonal' | 'full';
  /** Fix σ² at 0. */
  readonly noiseless: boolean;
  /** Keep σ² at or above this. */
  readonly leastNoise?: number;
  /** Fix σ² at this value. */
  readonly fixedNoise?: number;
}

/** Result of the M-step. */
export interface Maximised {
  readonly model: KroneckerModel;
  /** Cᵀ X_n R of the new model, for the E-step on the same images. */
  readonly projected: MatrixStack;
}

/**
 * The M-step: the next model, in canonical form. Two passes over the images, Σ X_n R B_nᵀ and CᵀX_n; the rest uses
 * their results.
 */
export function maximisation(
  data: WeightedBatch,
  model: KroneckerModel,
  posterior: Posterior,
  options: MaximisationOptions,
): Maximised {
  const { batch, total, energy } = data;
  const cores = loadCores(data, posterior);
  let halves: EmImages;
  const next = maximised(
    {
      total,
      energy,
      pixels: batch.rows * batch.cols,
      columnMoments: () => columnMoments(data, model, cores),
      rowMoments: (c) => rowMoments((halves = batch.projected(c, null)), c, cores),
      columnSecond: (p) => columnSecondMoment(cores, p),
      rowSecond: (p) => rowSecondMoment(cores, p),
    },
    model,
    options,
  );
  cores.batch.release();
  const projected = halves!.project(next.turn, next.model.r);
  halves!.release();
  return { model: next.model, projected };
}

/** Sums over the images and the posteriors of their codes that an M-step needs. */
export interface MaximisationSums {
  /** Σ weights. */
  readonly total: number;
  /** Σ ‖X_n‖². */
  readonly energy: number;
  readonly pixels: number;
  readonly columnMoments: () => LoadingMoments;
  /** Given the new C. */
  readonly rowMoments: (c: Matrix) => LoadingMoments;
  /** Σ E[Z_n P Z_nᵀ] for a symmetric P. */
  readonly columnSecond: (p: Matrix) => Matrix;
  /** Σ E[Z_nᵀ P Z_n] for a symmetric P. */
  readonly rowSecond: (p: Matrix) => Matrix;
}

/**
 * The next model, in canonical form, from such sums; its C is the maximiser before expansion and rotation times `turn`.
 * σ² is kept above 1e-14 of the mean pixel variance.
 */
export function maximised(
  sums: MaximisationSums,
  model: KroneckerModel,
  options: MaximisationOptions,
): { readonly model: KroneckerModel; readonly turn: Matrix } {
  const { s, h } = sums.columnMoments();
  const c = options.step(s, h, model.c);
  const { s: t, h: g } = sums.rowMoments(c);
  const r = options.step(t, g, model.r);

  const residual = sums.energy - 2 * innerProduct(r, t) + innerProduct(gramOfColumns(r), g);
  const pixels = sums.total * sums.pixels;
  // Rounding must not leave σ² at or below zero if the images are explained in full.
  const least = Math.max(options.leastNoise ?? 0, (1e-14 * sums.energy) / pixels);
  const sigma2 = options.noiseless ? 0 : (options.fixedNoise ?? Math.max(residual / pixels, least));
  const [widerU, widerV] =
    options.expansion === 'none'
      ? [identity(c.cols), identity(r.cols)]
      : priorCovariances(sums, c.cols, r.cols, options.expansion === 'diagonal').map((gamma) => cholesky(gamma).lower);
  const next = canonicalForm(multiply(c, widerU), multiply(r, widerV), sigma2);
  return { model: next.model, turn: multiply(widerU, next.turnC) };
}

/** Σ X_n R B_nᵀ (d × q) and Σ E[Z_n RᵀR Z_nᵀ] (q × q), or their counterparts for the other side. */
export interface LoadingMoments {
  readonly s: Matrix;
  readonly h: Matrix;
}

/** The posteriors of all Z_n with the weights of their images. */
export interface Cores {
  /** weight_n B_n. */
  readonly means: MatrixStack;
  /** √weight_n B_n, resident: weighted sums of B_n P B_nᵀ and B_nᵀ Q B_n are its sumRight and sumLeft. */
  readonly batch: ImageBatch;
  /** Var[Z_ab | X]. */
  readonly variances: Float64Array;
  /** Σ weights: the multiplicity of the variances, in images. */
  readonly total: number;
}

/** Released by its `batch`. */
export function loadCores({ weights, total }: WeightedBatch, { means, variances }: Posterior): Cores {
  if (!weights) return { means, batch: loadBatch(means), variances, total };
  return {
    means: scaledItems(means, weights),
    batch: loadBatch(scaledItems(means, weights.map(Math.sqrt))),
    variances,
    total,
  };
}

/** The moments that determine C; the posterior is that of `model`. */
function columnMoments({ batch }: WeightedBatch, { r, normsR }: KroneckerModel, cores: Cores): LoadingMoments {
  return { s: batch.sumRightCodes(r, cores.means), h: columnSecondMoment(cores, diagonal(normsR)) };
}

/** The moments that determine R, given any C and the resident CᵀX_n. */
function rowMoments(halves: EmImages, c: Matrix, cores: Cores): LoadingMoments {
  return { s: halves.sumLeftCodes(null, cores.means), h: rowSecondMoment(cores, gramOfColumns(c)) };
}

/** Σ E[Z_n P Z_nᵀ], q_c × q_c, for a symmetric P. */
export function columnSecondMoment({ batch, variances, total }: Cores, p: Matrix): Matrix {
  const [qc, q] = [batch.rows, batch.cols];
  const h = batch.sumRight(p);
  for (let a = 0; a < qc; a++) {
    for (let j = 0; j < q; j++) h.data[a * qc + a] += total * p.data[j * q + j] * variances[a * q + j];
  }
  return h;
}

/** Σ E[Z_nᵀ P Z_n], q_r × q_r, for a symmetric P. */
export function rowSecondMoment({ batch, variances, total }: Cores, p: Matrix): Matrix {
  const [qc, q] = [batch.rows, batch.cols];
  const h = batch.sumLeft(p);
  for (let j = 0; j < q; j++) {
    for (let a = 0; a < qc; a++) h.data[j * q + j] += total * p.data[a * qc + a] * variances[a * q + j];
  }
  return h;
}

/**
 * Rounds of the flip-flop for Γ. Each half round is a conditional maximiser, so any number keeps the iteration
 * monotone. On nine sets of faces and drawn images, three save no iteration over two; one round occasionally costs one
 * more.
 */
const FLIP_FLOPS = 2;

/** Γ_u, Γ_v that maximise E ln N(Z; 0, Γ_u, Γ_v), by flip-flop from Γ_v = I. */
function priorCovariances(
  { columnSecond, rowSecond, total }: MaximisationSums,
  qc: number,
  q: number,
  diagonalOnly: boolean,
): [Matrix, Matrix] {
  let gammaU = identity(qc);
  let gammaV = identity(q);
  for (let round = 0; round < FLIP_FLOPS; round++) {
    gammaU = columnSecond(cholesky(gammaV).inverse());
    finish(gammaU, total * q, diagonalOnly);
    gammaV = rowSecond(cholesky(gammaU).inverse());
    finish(gammaV, total * qc, diagonalOnly);
  }
  return [gammaU, gammaV];
}

/** Divides in place, dropping off-diagonal entries if requested. */
function finish(gamma: Matrix, divisor: number, diagonalOnly: boolean): void {
  const n = gamma.rows;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) gamma.data[i * n + j] *= diagonalOnly && i !== j ? 0 : 1 / divisor;
  }
}

/** Item n of a stack times weights[n]. */
function scaledItems(stack: MatrixStack, weights: Float64Array): MatrixStack {
  const size = stack.rows * stack.cols;
  const data = new Float64Array(stack.data.length);
  for (let n = 0, i = 0; n < stack.count; n++) {
    for (let k = 0; k < size; k++, i++) data[i] = weights[n] * stack.data[i];
  }
  return { ...stack, data };
}

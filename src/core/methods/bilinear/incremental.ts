/**
 * Incremental learning (Yu, Bi, Ye 2010, section 5): a fitted model meets new images without the old ones, which are
 * kept as a summary.
 *
 * One-mode: count, mean and scatter are sufficient; the continued fit equals the fit to all images.
 *
 * Two-mode: incremental EM in the sense of Neal and Hinton (1998). The posteriors of old images stay as they were;
 * their sums Σ E[z] xᵀ (q_c q_r × d_c d_r) and Σ E[z zᵀ] enter every M-step together with those of the new ones, and
 * the mean moves. The bound with frozen posteriors rises in every step. The result is near the fit to all images, not
 * equal: the closer, the fewer and the more alike the new images are; a second pass over all images from it converges
 * in a few iterations.
 */
import { asVectors, centreImages, meanImage, type ImageSet } from '../../images/imageSet.ts';
import {
  add,
  cholesky,
  innerProduct,
  loadBatch,
  matrix,
  multiply,
  scale,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import { iterationTimes, type IterationTimes } from '../iterationTimes.ts';
import { FitError, type FitContext } from '../method.ts';
import { watchObjective } from './iteration/iteration.ts';
import { canonicalModel, type KroneckerModel } from './kronecker/kroneckerModel.ts';
import {
  additiveMaximisation,
  crossTimes,
  denseLoadings,
  secondMoment,
  structuredExpectation,
  type StructuredModel,
  type Term,
} from './structuredFactors.ts';

/** Sufficient statistics of images for one-mode models. */
export interface ScatterSummary {
  readonly count: number;
  /** W. */
  readonly mean: Matrix;
  /** Σ (X − W)ᵀ(X − W), d_r × d_r. */
  readonly scatter: Matrix;
}

export function summariseScatter(images: ImageSet): ScatterSummary {
  const mean = meanImage(images);
  const batch = loadBatch(images, mean);
  const scatter = batch.sumLeft();
  batch.release();
  return { count: images.count, mean, scatter };
}

/** The summary of both sets together, exactly: S = S_1 + S_2 + (N_1 N_2 / N) (W_1 − W_2)ᵀ(W_1 − W_2). */
export function mergeScatter(a: ScatterSummary, b: ScatterSummary): ScatterSummary {
  const count = a.count + b.count;
  const difference = add(a.mean, b.mean, -1);
  const between = multiply(difference, difference, { transposeA: true });
  return {
    count,
    mean: add(scale(a.mean, a.count / count), b.mean, b.count / count),
    scatter: add(add(a.scatter, b.scatter), between, (a.count * b.count) / count),
  };
}

/** Statistics of images for the M-step. */
interface CoreMoments {
  readonly count: number;
  /** Σ E[z] xᵀ, Q × d. */
  readonly cross: Matrix;
  /** Σ E[z zᵀ], Q × Q. */
  readonly second: Matrix;
  /** Σ x_i² of every pixel. */
  readonly squares: Float64Array;
}

/** A two-mode model's summary of old images. */
export interface CoreSummary {
  readonly mean: Matrix;
  readonly model: KroneckerModel;
  readonly moments: CoreMoments;
  /** Σ E[z]. */
  readonly coreSum: Float64Array;
  /** Σ_n entropy of the posteriors. */
  readonly entropy: number;
}

/** The part of its training images that a two-mode fit keeps. */
export function summariseCore(images: ImageSet, mean: Matrix, model: KroneckerModel): CoreSummary {
  const x = asVectors(centreImages(images, mean));
  const posterior = structuredExpectation(x, structured(model));
  return {
    mean,
    model,
    moments: momentsOf(x, squaresOf(x), posterior),
    coreSum: columnSums(posterior.means),
    entropy: x.rows * entropyOf(posterior.covariance),
  };
}

/** Continues with new images; the trace holds the bound with the old posteriors frozen. */
export function continueCore(
  old: CoreSummary,
  images: ImageSet,
  tolerance = 1e-8,
  maxIterations = 200,
  context: Pick<FitContext, 'clock'> = {},
): CoreSummary & { readonly trace: readonly number[]; readonly times: IterationTimes } {
  if (images.rows !== old.mean.rows || images.cols !== old.mean.cols) {
    throw new FitError(
      `Incremental fit: the model has images of ${old.mean.rows} × ${old.mean.cols}, found ${images.rows} × ${images.cols}.`,
    );
  }
  const count = old.moments.count + images.count;
  const mean = add(scale(old.mean, old.moments.count / count), meanImage(images), images.count / count);
  const before = recentred(old, mean);
  const x = asVectors(centreImages(images, mean));
  const squares = squaresOf(x);
  let model = structured(old.model);
  const watch = watchObjective('Incremental fit', 'bound', 'maximise');
  const trace: number[] = [];
  const times = iterationTimes(context);
  let all = before;
  let entropy = old.entropy;
  let coreSum = old.coreSum;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const posterior = structuredExpectation(x, model);
    all = joined(before, momentsOf(x, squares, posterior));
    entropy = old.entropy + x.rows * entropyOf(posterior.covariance);
    coreSum = columnSums(posterior.means).map((value, k) => value + old.coreSum[k]);
    model = maximised(all, model);
    const value = bound(all, model, entropy);
    watch.step(value, count * x.cols);
    const previous = trace.at(-1);
    trace.push(value);
    times.mark();
    if (previous !== undefined && Math.abs(value - previous) <= tolerance * Math.max(Math.abs(value), count * x.cols))
      break;
  }
  const [{ c, r }] = model.terms;
  // The summary stays in the basis of these loadings: canonicalModel would rotate z.
  return { mean, model: { ...canonicalModel(c, r, model.psi[0]), c, r }, moments: all, coreSum, entropy, trace, times };
}

/** The canonical model of a summary, for encoding. */
export function modelOfSummary({ model }: CoreSummary): KroneckerModel {
  return canonicalModel(model.c, model.r, model.sigma2);
}

function structured({ c, r, sigma2 }: KroneckerModel): StructuredModel {
  return { terms: [{ c, r }], psi: new Float64Array(c.rows * r.rows).fill(sigma2) };
}

function momentsOf(
  x: Matrix,
  squares: Float64Array,
  posterior: { readonly means: Matrix; readonly covariance: Matrix },
): CoreMoments {
  const cross = multiply(posterior.means, x, { transposeA: true });
  return { count: x.rows, cross, second: secondMoment(posterior), squares };
}

/** The M-step. */
function maximised(moments: CoreMoments, model: StructuredModel): StructuredModel {
  const cross = transpose(moments.cross);
  const columnCross = (_: number, term: Term) => crossTimes(cross, term, 'c');
  const rowCross = (_: number, term: Term) => crossTimes(cross, term, 'r');
  return additiveMaximisation({ ...moments, columnCross, rowCross }, model);
}

/** The moments about another mean: x − W' = (x − W) + (W − W'). */
function recentred({ moments, mean, coreSum }: CoreSummary, next: Matrix): CoreMoments {
  const shift = add(mean, next, -1).data;
  const cross = matrix(moments.cross.rows, moments.cross.cols, moments.cross.data.slice());
  for (let k = 0; k < cross.rows; k++) {
    for (let i = 0; i < cross.cols; i++) cross.data[k * cross.cols + i] += coreSum[k] * shift[i];
  }
  // Σ (x − W) = 0 about the mean of these images.
  const squares = moments.squares.map((value, i) => value + moments.count * shift[i] * shift[i]);
  return { ...moments, cross, squares };
}

function joined(a: CoreMoments, b: CoreMoments): CoreMoments {
  return {
    count: a.count + b.count,
    cross: add(a.cross, b.cross),
    second: add(a.second, b.second),
    squares: a.squares.map((value, i) => value + b.squares[i]),
  };
}

/** E ln p(X, Z) + entropy. */
function bound({ count, cross, second, squares }: CoreMoments, model: StructuredModel, entropy: number): number {
  const w = denseLoadings(model.terms);
  const [d, q] = [w.rows, w.cols];
  const sigma2 = model.psi[0];
  let residual = squares.reduce((sum, value) => sum + value, 0);
  residual += innerProduct(multiply(w, second), w);
  for (let k = 0; k < q; k++) {
    for (let i = 0; i < d; i++) residual -= 2 * w.data[i * q + k] * cross.data[k * d + i];
  }
  let prior = count * q * Math.log(2 * Math.PI);
  for (let k = 0; k < q; k++) prior += second.data[k * q + k];
  return -0.5 * (count * d * Math.log(2 * Math.PI * sigma2) + residual / sigma2 + prior) + entropy;
}

function entropyOf(covariance: Matrix): number {
  return 0.5 * (covariance.rows * Math.log(2 * Math.PI * Math.E) + cholesky(covariance).logDeterminant);
}

function squaresOf(x: Matrix): Float64Array {
  const squares = new Float64Array(x.cols);
  for (let i = 0; i < x.data.length; i++) squares[i % x.cols] += x.data[i] * x.data[i];
  return squares;
}

function columnSums(a: Matrix): Float64Array {
  const sums = new Float64Array(a.cols);
  for (let i = 0; i < a.data.length; i++) sums[i % a.cols] += a.data[i];
  return sums;
}

/**
 * PPCA and PHOPCA with missing pixels (NaN), by one more E-step that estimates them (Yu, Bi, Ye 2010, section 5): the
 * posterior is approximated by q(X_missing) q(Z), with E[X_missing] = W + C E[Z] Rᵀ, Var = σ². At convergence E[Z] is
 * the exact posterior mean given the observed pixels; the covariance is that of complete images. The bound
 * F = bound(completed images) + ½ n_missing ln(2πσ²) rises in every step and is the complete-data objective when
 * nothing is missing.
 */
import type { ImageSet } from '../../../images/imageSet.ts';
import {
  expand,
  forEachPart,
  loadBatch,
  matrix,
  matrixStack,
  type Matrix,
  type MatrixStack,
} from '../../../linalg/index.ts';
import { iterationTimes, type IterationTimes } from '../../iterationTimes.ts';
import { FitError, type Fit, type FitContext } from '../../method.ts';
import type { StopSettings } from '../../probabilisticSettings.ts';
import { VARIATIONAL_BOUND } from '../../sharedDeclarations.ts';
import { watchObjective } from '../iteration/iteration.ts';
import type { PosteriorKind } from './kroneckerDensity.ts';
import { expectation, maximisation, unweighted, type Posterior } from './kroneckerEm.ts';
import { posteriorMeans, type KroneckerModel, directStep } from './kroneckerModel.ts';
import { startModel, type KroneckerStart } from './kroneckerStart.ts';

/** Cache of hasMissing: every cell of a study checks the same images, and checking 400 of 56 × 46 takes 4 ms. */
const missingCache = new WeakMap<object, boolean>();

/** Whether any pixel is NaN. Image sets are values: do not modify one after checking it. */
export function hasMissing(images: ImageSet): boolean {
  const key = images.read ? images : images.data;
  let answer = missingCache.get(key);
  if (answer === undefined) {
    answer = false;
    forEachPart(images, (values) => (answer ||= values.some(Number.isNaN)));
    missingCache.set(key, answer);
  }
  return answer;
}

/** How images are split into samples of the model: whole, as columns of pixels (PPCA), or row by row (one-mode). */
export type SampleShape = (images: ImageSet) => MatrixStack;

export const completeImages: SampleShape = (images) => images;

/** d × 1 columns: the samples of PPCA. */
export const pixelColumns: SampleShape = ({ count, rows, cols, data }) => matrixStack(count, rows * cols, 1, data);

/** 1 × d_r rows, N d_c of them: the samples of right one-mode PHOPCA. */
export const imageRows: SampleShape = ({ count, rows, cols, data }) => matrixStack(count * rows, 1, cols, data);

export interface MissingFit {
  /** W, rows × cols of an image. */
  readonly mean: Matrix;
  readonly model: KroneckerModel;
  /** The images with missing pixels filled by their expectation. */
  readonly imputed: ImageSet;
  readonly trace: readonly number[];
  readonly times: IterationTimes;
  readonly converged: boolean;
  readonly warnings: readonly string[];
}

/** `start`: for methods that offer it. */
export interface MissingSettings extends StopSettings {
  readonly start?: KroneckerStart;
}

/** Rounds of imputation between M-steps. */
const FILL_ROUNDS = 3;

/** Results of a fit with missing pixels, for all methods. */
export function missingFacts(
  result: MissingFit,
): Pick<Fit, 'trace' | 'iterationSeconds' | 'objective' | 'iterations' | 'converged' | 'logLikelihood' | 'warnings'> {
  return {
    trace: result.trace,
    ...result.times.kept(),
    objective: VARIATIONAL_BOUND,
    iterations: result.trace.length - 1,
    converged: result.converged,
    logLikelihood: null,
    warnings: result.warnings,
  };
}

/** Fits a model of latent shape (q_c, q_r) to the samples. Throws FitError if a pixel is never observed. */
export function fitMissing(
  title: string,
  images: ImageSet,
  samplesOf: SampleShape,
  [qc, qr]: readonly [number, number],
  kind: PosteriorKind,
  { start = 'glram', tolerance, maxIterations }: MissingSettings,
  context: FitContext,
): MissingFit {
  const size = images.rows * images.cols;
  const missing = missingIn(images);
  const filled = matrixStack(images.count, images.rows, images.cols, Float64Array.from(images.data));
  let mean = observedMean(title, images, new Float64Array(images.data.length));
  for (const i of missing) filled.data[i] = mean[i % size];

  const load = () => {
    const centred = filled.data.map((value, i) => value - mean[i % size]);
    return unweighted(loadBatch(samplesOf(matrixStack(filled.count, filled.rows, filled.cols, centred))));
  };
  const explain = (model: KroneckerModel, posterior: Posterior) => expand(posterior.means, model.c, model.r).data;
  const fill = (explained: Float64Array) => {
    for (const i of missing) filled.data[i] = mean[i % size] + explained[i];
  };

  let data = load();
  if (data.energy === 0) throw new FitError(`${title}: all training images are equal.`);
  let model = startModel(start, data.batch, data.energy, qc, qr, context.random);
  const watch = watchObjective(title, 'variational bound', 'maximise');
  const trace: number[] = [];
  const times = iterationTimes(context);
  let converged = false;
  const observed = images.data.length - missing.length;
  do {
    context.checkCancelled();
    let posterior = expectation(data, model, kind);
    for (let round = 0; round < (missing.length > 0 ? FILL_ROUNDS : 0); round++) {
      fill(explain(model, posterior));
      data.batch.release();
      data = load();
      posterior = expectation(data, model, kind);
    }
    const value = posterior.bound + 0.5 * missing.length * Math.log(2 * Math.PI * model.sigma2);
    const previous = trace.at(-1);
    watch.step(value, observed);
    trace.push(value);
    times.mark();
    converged = previous !== undefined && Math.abs(value - previous) <= tolerance * Math.max(Math.abs(value), observed);
    if (converged || trace.length > maxIterations) break;
    if (missing.length > 0) {
      const explained = explain(model, posterior);
      mean = observedMean(title, images, explained);
      fill(explained);
      data.batch.release();
      data = load();
      posterior = expectation(data, model, kind);
    }
    // Σ E‖X‖² includes the variance of the missing pixels.
    const expected = { ...data, energy: data.energy + missing.length * model.sigma2 };
    ({ model } = maximisation(expected, model, posterior, { step: directStep, expansion: 'full', noiseless: false }));
  } while (!converged);
  data.batch.release();
  return {
    mean: matrix(images.rows, images.cols, mean),
    model,
    imputed: filled,
    trace,
    times,
    converged,
    warnings: [
      ...watch.warnings(),
      ...(missing.length > 0
        ? [`${((100 * missing.length) / images.data.length).toFixed(1)}% of the pixels were missing.`]
        : []),
    ],
  };
}

/**
 * Images with missing pixels filled by their expectation under a fitted model: W + C E[Z] Rᵀ iterated until no pixel
 * moves by more than 1e-9 of the noise deviation.
 */
export function impute(images: ImageSet, mean: Matrix, model: KroneckerModel, samplesOf: SampleShape): ImageSet {
  const size = images.rows * images.cols;
  const missing = missingIn(images);
  const centred = images.data.map((value, i) => (Number.isNaN(value) ? 0 : value - mean.data[i % size]));
  const tolerance = 1e-9 * Math.sqrt(model.sigma2);
  // The slowest direction contracts like d e / (d e + σ²) times its missing share: bounded, but slow for little noise.
  for (let round = 0; round < 5000 && missing.length > 0; round++) {
    const batch = loadBatch(samplesOf(matrixStack(images.count, images.rows, images.cols, centred)));
    const explained = expand(posteriorMeans(model, batch.project(model.c, model.r)), model.c, model.r).data;
    batch.release();
    let change = 0;
    for (const i of missing) {
      change = Math.max(change, Math.abs(explained[i] - centred[i]));
      centred[i] = explained[i];
    }
    if (change <= tolerance) break;
  }
  return matrixStack(
    images.count,
    images.rows,
    images.cols,
    centred.map((value, i) => value + mean.data[i % size]),
  );
}

/** Throws FitError, naming the pixel, if one is missing in every image. */
export function requireObserved(title: string, images: ImageSet): void {
  if (hasMissing(images)) observedMean(title, images, new Float64Array(images.data.length));
}

/** Positions of the missing pixels in `data`. */
function missingIn({ data }: ImageSet): Int32Array {
  return Int32Array.from(data.keys()).filter((i) => Number.isNaN(data[i]));
}

/** The mean of observed − explained of every pixel. */
function observedMean(title: string, images: ImageSet, explained: Float64Array): Float64Array {
  const size = images.rows * images.cols;
  const sums = new Float64Array(size);
  const counts = new Int32Array(size);
  const { data } = images;
  for (let i = 0; i < data.length; i++) {
    if (Number.isNaN(data[i])) continue;
    sums[i % size] += data[i] - explained[i];
    counts[i % size]++;
  }
  const never = counts.indexOf(0);
  if (never >= 0) {
    throw new FitError(
      `${title}: the pixel in row ${Math.floor(never / images.cols) + 1}, column ${(never % images.cols) + 1} is missing in every training image.`,
    );
  }
  return sums.map((sum, i) => sum / counts[i]);
}

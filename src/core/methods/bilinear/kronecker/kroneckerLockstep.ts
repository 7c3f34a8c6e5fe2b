/** PSOPCA and MVFA at many latent shapes side by side, on moments of the images. */
import {
  leadingEigen,
  loadPixelMoments,
  pixelMomentEntries,
  pixelMomentsOf,
  type CodeBases,
  type CodeMoments,
  type ImageBatch,
  type LoadedPixelMoments,
  type Matrix,
  diagonal,
  gramOfColumns,
  matrix,
} from '../../../linalg/index.ts';
import type { FitContext, LatentShape } from '../../method.ts';
import { type LearnedKronecker, type KroneckerModel, coreVariances } from './kroneckerModel.ts';
import { watchAscent, type Ascent, type AscentFacts, type AscentWatch } from '../iteration/iteration.ts';
import { type PosteriorKind, densityOf, type DensitySums, type PosteriorDensity } from './kroneckerDensity.ts';
import { type MaximisationOptions, maximised } from './kroneckerEm.ts';
import { gainsByMoments } from './kroneckerRoute.ts';
import { scaledModel, START_ROUNDS, startSizes, type DrawnStart } from './kroneckerStart.ts';
import { fitOrError, momentSums } from '../iteration/lockstep.ts';

// EM of kroneckerEm.ts with the sums over the images computed from the second moments of their pixels.

/** Sums over the images that the E-step needs. */
export type MomentData = Omit<DensitySums, 'explained'>;

/** A posterior without the means of single images. */
export type MomentPosterior = PosteriorDensity & Pick<DensitySums, 'explained'>;

/** The E-step; `codes` are those of `model`. */
function momentExpectation(
  data: MomentData,
  model: KroneckerModel,
  kind: PosteriorKind,
  { second }: CodeMoments,
): MomentPosterior {
  const variances = coreVariances(model);
  const size = variances.length;
  let explained = 0;
  for (let k = 0; k < size; k++) explained += second[k * size + k] / variances[k];
  return { explained, ...densityOf(model, kind, { ...data, explained }) };
}

/** The M-step: the next model, in canonical form. */
function momentMaximisation(
  { total, energy, pixels }: MomentData,
  model: KroneckerModel,
  { variances }: MomentPosterior,
  codes: CodeMoments,
  options: MaximisationOptions,
): KroneckerModel {
  const weights = coreVariances(model).map((variance) => 1 / variance);
  const [qc, q] = [model.c.cols, model.r.cols];
  // Σ_n B_n,ab B_n,a'b' + Var[Z_ab] if both are the same entry.
  const moments = codes.second.slice();
  for (let k = 0, i = 0; k < weights.length; k++) {
    for (let l = 0; l < weights.length; l++, i++) moments[i] *= weights[k] * weights[l];
    moments[k * weights.length + k] += total * variances[k];
  }
  const columnSecond = (p: Matrix): Matrix => contracted(moments, qc, q, p, 'columns');
  const rowSecond = (p: Matrix): Matrix => contracted(moments, qc, q, p, 'rows');
  const sums = {
    total,
    energy,
    pixels,
    columnMoments: () => ({ s: codes.right(weights), h: columnSecond(diagonal(model.normsR)) }),
    rowMoments: (c: Matrix) => ({ s: codes.left(c, weights), h: rowSecond(gramOfColumns(c)) }),
    columnSecond,
    rowSecond,
  };
  return maximised(sums, model, options).model;
}

/**
 * Σ E[Z_n P Z_nᵀ] (columns: P is q_r × q_r) or Σ E[Z_nᵀ P Z_n] (rows: P is q_c × q_c) from Σ E[Z_n,ab Z_n,a'b'],
 * exactly symmetric for a symmetric P.
 */
function contracted(moments: Float64Array, qc: number, q: number, p: Matrix, keep: 'columns' | 'rows'): Matrix {
  const size = qc * q;
  const [n, over, step, stride] = keep === 'columns' ? [qc, q, q, 1] : [q, qc, 1, q];
  const sum = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let value = 0;
      for (let k = 0; k < over; k++) {
        const row = (i * step + k * stride) * size + j * step;
        for (let l = 0; l < over; l++) value += p.data[k * over + l] * moments[row + l * stride];
      }
      sum.data[i * n + j] = value;
      sum.data[j * n + i] = value;
    }
  }
  return sum;
}

/** The parts of a session that lockstep fits need. */
export interface KroneckerFits {
  readonly batch: ImageBatch;
  /** Σ ‖X_n‖². */
  readonly energy: number;
  readonly posterior: PosteriorKind;
  readonly options: MaximisationOptions;
  /** The stopping rule; `bound` is the bound at the start. */
  readonly ascent: (bound: number) => Ascent;
  /** The objective after a step. */
  readonly objective: (posterior: Pick<MomentPosterior, 'bound' | 'explained'>) => number;
  /** Throws FitError for an impossible shape. */
  readonly draw: (latent: LatentShape) => DrawnStart | null;
  readonly overImages: (latent: LatentShape, drawn: DrawnStart | null) => LearnedKronecker;
  readonly result: (model: KroneckerModel, logLikelihood: number, facts: AscentFacts) => LearnedKronecker;
}

/** Shapes fitted side by side: more would save nothing and hold more fits at a time. */
const BLOCK = 128;
/** Largest M that is kept for the other methods of a split. */
const SHARED_BYTES = 64 * 2 ** 20;

/**
 * Fits of all shapes, or the error of an impossible one; shapes that moments do not speed up use the images. Throws
 * KernelMemoryError, CancelledError.
 */
export function* kroneckerTogether(
  shapes: readonly LatentShape[],
  fits: KroneckerFits,
  context: FitContext,
): Generator<(LearnedKronecker | Error)[]> {
  const { once, checkCancelled } = context;
  const { batch } = fits;
  const make = () => pixelMomentsOf(batch, checkCancelled);
  const shared = once && 8 * pixelMomentEntries(batch.rows, batch.cols) <= SHARED_BYTES;
  const moments = loadPixelMoments(shared ? once('second moments of pixels', make) : make());
  try {
    for (let from = 0; from < shapes.length; from += BLOCK) {
      yield fitBlock(shapes.slice(from, from + BLOCK), fits, moments, context);
    }
  } finally {
    moments.release();
  }
}

function fitBlock(
  shapes: readonly LatentShape[],
  fits: KroneckerFits,
  moments: LoadedPixelMoments,
  context: FitContext,
): (LearnedKronecker | Error)[] {
  const { rows, cols, count: train } = fits.batch;
  const results: (LearnedKronecker | Error)[] = [];
  const begun: { readonly index: number; readonly latent: LatentShape; readonly drawn: DrawnStart | null }[] = [];
  shapes.forEach((latent, index) => {
    // All random numbers are drawn here, in the order of consecutive single fits.
    const drawn = fitOrError(() => fits.draw(latent));
    if (drawn instanceof Error) results[index] = drawn;
    else if (gainsByMoments({ rows, cols, train }, latent)) begun.push({ index, latent, drawn });
    else results[index] = fitOrError(() => fits.overImages(latent, drawn));
  });
  const undrawn = begun.filter(({ drawn }) => drawn === null);
  const bases = startBases(
    undrawn.map(({ latent }) => latent),
    fits.batch,
    context,
  );
  const basesByIndex = new Map(undrawn.map(({ index }, i) => [index, bases[i]]));
  let active = begun.map(({ index, latent, drawn }) => ({
    index,
    run: kroneckerRun(latent, drawn ?? { bases: basesByIndex.get(index)! }, fits, context),
  }));
  while (active.length > 0) {
    context.checkCancelled();
    const ended = new Set<number>();
    moments.codes(
      active.map(({ run }) => run.bases()),
      (i, codes) => {
        const { index, run } = active[i];
        const fit = fitOrError(() => run.take(codes));
        if (fit === null) return;
        results[index] = fit;
        ended.add(index);
      },
    );
    active = active.filter(({ index }) => !ended.has(index));
  }
  return results;
}

/** U_c, U_r after a few rounds of GLRAM from the leading eigenvectors of Σ X_nᵀ X_n, of all shapes at once. */
function startBases(shapes: readonly LatentShape[], batch: ImageBatch, context: FitContext): [Matrix, Matrix][] {
  if (shapes.length === 0) return [];
  const plain = batch.sumLeft();
  const first = new Map([...new Set(shapes.map(([, qr]) => qr))].map((qr) => [qr, leadingEigen(plain, qr).vectors]));
  const sums = momentSums(batch, null, context);
  const request = (factor: Matrix, count: number) => ({ factor, count, scale: 1, fromPlain: false });
  try {
    let right = shapes.map(([, qr]) => first.get(qr)!);
    let left = right;
    for (let round = 0; round < START_ROUNDS; round++) {
      context.checkCancelled();
      left = sums.right(shapes.map(([qc], s) => request(right[s], qc))).map(({ vectors }) => vectors);
      right = sums.left(shapes.map(([, qr], s) => request(left[s], qr))).map(({ vectors }) => vectors);
    }
    return shapes.map((_, s) => [left[s], right[s]]);
  } finally {
    sums.release();
  }
}

/** One fit, suspended between its passes over the moments. */
interface KroneckerRun {
  /** Loadings whose codes it needs next. */
  readonly bases: () => CodeBases;
  /** Continues to the next pass, or returns the fit. */
  readonly take: (codes: CodeMoments) => LearnedKronecker | null;
}

function kroneckerRun(
  latent: LatentShape,
  start: DrawnStart,
  { batch, energy, posterior: kind, options, ascent, objective, result }: KroneckerFits,
  context: FitContext,
): KroneckerRun {
  const { count, rows, cols } = batch;
  const data = { total: count, energy, pixels: rows * cols };
  const sizes = startSizes(batch, energy);
  let model: KroneckerModel | null = null;
  let watch: AscentWatch | null = null;
  let bases: CodeBases = 'model' in start ? start.model : { c: start.bases[0], r: start.bases[1] };
  const next = (following: KroneckerModel): null => {
    model = bases = options.noiseless ? { ...following, sigma2: 0 } : following;
    return null;
  };
  if ('model' in start) next(start.model);
  return {
    bases: () => bases,
    take(codes) {
      if (!model) {
        const size = latent[0] * latent[1];
        const squares = Float64Array.from({ length: size }, (_, k) => codes.second[k * size + k] / count);
        return next(scaledModel(bases.c, bases.r, squares, sizes));
      }
      const posterior = momentExpectation(data, model, kind, codes);
      if (!watch) watch = watchAscent(ascent(posterior.bound), context);
      else if (watch.take(objective(posterior))) {
        return result(model, posterior.logLikelihood, watch.facts());
      }
      return next(momentMaximisation(data, model, posterior, codes, options));
    },
  };
}

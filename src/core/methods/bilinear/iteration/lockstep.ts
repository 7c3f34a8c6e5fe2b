/** Alternating fits of many latent shapes side by side: each half iteration is one call for all of them. */
import {
  leadingEigen,
  leadingSums,
  matrix,
  dropMoments,
  momentsOf,
  scatterTimes,
  trace,
  type ImageBatch,
  type LeadingSum,
  type LeadingSums,
  type Matrix,
  type PlainSums,
  type SumRequest,
} from '../../../linalg/index.ts';
import { fitFailure } from '../../fitFailure.ts';
import type { ArrayKinds } from '../../learnedArrays.ts';
import type { Learned, LearningSession, Model } from '../../declareMethod.ts';
import type { FitContext, LatentShape } from '../../method.ts';
import { columnAxes } from './columnAxes.ts';
import type { Iteration } from './iteration.ts';
import { imageWidths, momentBytes, sumsRoute } from './sumsRoute.ts';

/** One alternating fit, suspended between its half iterations. */
export interface AlternatingRun {
  /** The sum Σ X_n F Fᵀ X_nᵀ that determines the column side. */
  readonly columnRequest: () => SumRequest;
  readonly takeColumn: (sum: LeadingSum) => void;
  /** The sum Σ X_nᵀ F Fᵀ X_n that determines the row side. */
  readonly rowRequest: () => SumRequest;
  /** Ends an iteration; true if it was the last. */
  readonly takeRow: (sum: LeadingSum) => boolean;
}

/**
 * Iterates all runs until each has settled by its own rule; entry s of the result is the error that ended run s, or
 * null. Throws CancelledError, and defects.
 */
export function alternate(
  runs: readonly AlternatingRun[],
  sums: Pick<LeadingSums, 'left' | 'right'>,
  checkCancelled: () => void,
): (Error | null)[] {
  const failures: (Error | null)[] = runs.map(() => null);
  let active = runs.map((_, index) => index);
  const attempt = (index: number, work: () => boolean): boolean => {
    const goesOn = fitOrError(work);
    if (goesOn instanceof Error) failures[index] = goesOn;
    return goesOn === true;
  };
  while (active.length > 0) {
    checkCancelled();
    const columns = sums.right(active.map((index) => runs[index].columnRequest()));
    active = active.filter((index, i) =>
      attempt(index, () => {
        runs[index].takeColumn(columns[i]);
        return true;
      }),
    );
    const rows = sums.left(active.map((index) => runs[index].rowRequest()));
    active = active.filter((index, i) => attempt(index, () => !runs[index].takeRow(rows[i])));
  }
  return failures;
}

/**
 * Sums over the images, one request after another. Without plain sums, column sides may come from ZᵀZ (see columnAxes).
 */
export function imageSums(batch: ImageBatch, plain: PlainSums | null): Pick<LeadingSums, 'left' | 'right'> {
  const solve = (kept: Matrix, without: Matrix | undefined, { scale, fromPlain, count }: SumRequest): LeadingSum => {
    const sum = matrix(kept.rows, kept.cols);
    for (let i = 0; i < sum.data.length; i++) {
      sum.data[i] = (fromPlain ? without!.data[i] - kept.data[i] : kept.data[i]) * scale;
    }
    return { ...leadingEigen(sum, count), trace: trace(sum), sum };
  };
  return {
    right: (requests) =>
      requests.map((request) => {
        const { factor, times, count } = request;
        if (times)
          return productOf(
            times,
            () => batch.sumRightFactor(factor, times),
            () => scatterTimes(batch, 'right', factor, times),
          );
        return plain ? solve(batch.sumRightFactor(factor), plain.right, request) : columnAxes(batch, factor, count);
      }),
    left: (requests) =>
      requests.map((request) => {
        const { factor, times } = request;
        if (times)
          return productOf(
            times,
            () => batch.sumLeftFactor(factor, times),
            () => scatterTimes(batch, 'left', factor, times),
          );
        return solve(batch.sumLeftFactor(factor), plain?.left, request);
      }),
  };
}

/**
 * S L from S if L (d × q) is wide, from codes if it is narrow. S takes N d² q' operations in one call, codes 4 N d q q'
 * in three that cross into JavaScript: for 120 images of 56 × 46 with q = q' = 20 an iteration of AECM took 2.3 ms by S
 * and 3.4 by codes, with q = 10 the same.
 */
function productOf(times: Matrix, bySum: () => Matrix, byCodes: () => Matrix): LeadingSum {
  const product = times.rows <= 5 * times.cols ? bySum() : byCodes();
  return { values: new Float64Array(0), vectors: matrix(times.rows, 0), trace: NaN, product };
}

/** Largest T that is kept for the other methods of a split. */
const SHARED_BYTES = 16 * 2 ** 20;

/**
 * Sums by moments of the centred training images, which methods share. The caller releases them. Throws
 * KernelMemoryError, CancelledError.
 */
export function momentSums(
  batch: ImageBatch,
  plain: PlainSums | null,
  { once, checkCancelled }: Pick<FitContext, 'once' | 'checkCancelled'>,
): LeadingSums {
  const { rows, cols, count: train } = batch;
  const make = () => momentsOf(batch, checkCancelled);
  const shared = once && momentBytes(batch) <= SHARED_BYTES;
  const moments = shared ? once('fourth-order moments', make) : make();
  const drop = (): void => void (shared || dropMoments(moments));
  try {
    const sums = leadingSums(batch, plain, moments, imageWidths({ rows, cols, train }));
    return {
      ...sums,
      release() {
        sums.release();
        drop();
      },
    };
  } catch (error) {
    drop();
    throw error;
  }
}

export interface AlternatingFit<A extends ArrayKinds> extends AlternatingRun {
  readonly result: () => Learned<A>;
}

/**
 * The fits of a session: one over the images, or all of a grid in lockstep over moments. `begin` throws FitError for an
 * impossible shape; with `warm` each shape starts from its neighbour.
 */
export function alternatingFits<S, A extends ArrayKinds>(
  begin: (latent: LatentShape, warm?: Model<S, A>) => AlternatingFit<A>,
  batch: ImageBatch,
  plain: PlainSums | null,
  { warm }: Pick<Iteration, 'warm'>,
  context: FitContext,
): Required<Pick<LearningSession<S, A>, 'fit' | 'fitAll'>> {
  return {
    fit(latent, neighbour) {
      const run = begin(latent, neighbour);
      const [failure] = alternate([run], imageSums(batch, plain), context.checkCancelled);
      if (failure) throw failure;
      return run.result();
    },
    fitAll(shapes) {
      const { rows, cols, count: train } = batch;
      if (warm || sumsRoute({ rows, cols, train }, shapes) === 'images') return null;
      return inBlocks(shapes, begin, () => momentSums(batch, plain, context), context.checkCancelled);
    },
  };
}

/** Shapes fitted side by side: more would save nothing and hold more fits at a time. */
const BLOCK = 128;

/** Releases the sums at the end, also on errors. */
function* inBlocks<A extends ArrayKinds>(
  shapes: readonly LatentShape[],
  begin: (latent: LatentShape) => AlternatingFit<A>,
  open: () => LeadingSums,
  checkCancelled: () => void,
): Generator<(Learned<A> | Error)[]> {
  const sums = open();
  try {
    for (let from = 0; from < shapes.length; from += BLOCK) {
      const runs = shapes.slice(from, from + BLOCK).map((shape) => fitOrError(() => begin(shape)));
      const begun = runs.filter((run): run is AlternatingFit<A> => !(run instanceof Error));
      const failures = alternate(begun, sums, checkCancelled);
      const failed = new Map(begun.map((run, index) => [run, failures[index]] as const));
      yield runs.map((run) => (run instanceof Error ? run : (failed.get(run) ?? run.result())));
    }
  } finally {
    sums.release();
  }
}

/** The result of `work`, or its FitError. */
export function fitOrError<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    if (fitFailure(error) === null) throw error;
    return error as Error;
  }
}

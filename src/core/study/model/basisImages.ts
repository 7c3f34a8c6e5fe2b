/** How reconstructions change with single entries of the code: eigenfaces, and outer products c_i r_jᵀ. */
import { meanImage, type ImageSet } from '../../images/imageSet.ts';
import { matrixStack } from '../../linalg/matrix.ts';
import { forEachPart } from '../../linalg/streamedStack.ts';
import { FitError } from '../../methods/method.ts';
import { trainingCodes, trainingImages, type LearnedModel } from './openModel.ts';

export interface BasisQuery {
  /** Index of the first requested entry in the order, and the number of entries. */
  readonly from: number;
  readonly count: number;
  /** By the number of the entry, row by row, or by the variance of the training images along it. */
  readonly order: 'number' | 'variance';
}

export interface BasisImages {
  /** Number of all entries of the code. */
  readonly total: number;
  /** Entries of the code, from 1, one per image: [i], or [i, j]. */
  readonly entries: readonly (readonly number[])[];
  /**
   * Variance of the training images' codes along each, in pixels, over the total variance of the training images; null
   * if pixels are missing.
   */
  readonly shares: readonly (number | null)[];
  readonly images: ImageSet;
}

/** Number of codes that are turned into images at a time. */
const PART = 64;

/** Throws FitError for a method without reconstructions. */
export function basisImages(model: LearnedModel, { from, count, order }: BasisQuery): BasisImages {
  const { cols } = model.codes;
  const single = cols === 1 && model.method.latentKind === 'vector';
  const shares = model.once('shares of the variance', () => varianceShares(model));
  const places = model.once(`order by ${order}`, () => {
    const all = Array.from(shares.keys());
    return order === 'number' ? all : all.sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b);
  });
  const selected = places.slice(from, from + count);
  return {
    total: places.length,
    entries: selected.map((at) => (single ? [at + 1] : [Math.floor(at / cols) + 1, (at % cols) + 1])),
    shares: selected.map((at) => shares[at]),
    images: changesOf(model, selected),
  };
}

/**
 * (X̂(e) − X̂(−e)) / 2 for codes e with one entry of 1: the contribution of that entry alone, whatever the mean is and
 * whichever component of a mixture the entry belongs to.
 */
function changesOf({ method, fit, codes }: LearnedModel, places: readonly number[]): ImageSet {
  if (!method.reconstruct) throw new FitError(`${method.title} has no reconstructions.`);
  const size = codes.rows * codes.cols;
  const both = matrixStack(2 * places.length, codes.rows, codes.cols);
  places.forEach((at, n) => {
    both.data[2 * n * size + at] = 1;
    both.data[(2 * n + 1) * size + at] = -1;
  });
  const { rows, cols, data } = method.reconstruct(fit, both);
  const pixels = rows * cols;
  const changes = matrixStack(places.length, rows, cols);
  for (let n = 0; n < places.length; n++) {
    for (let i = 0; i < pixels; i++) {
      changes.data[n * pixels + i] = (data[2 * n * pixels + i] - data[(2 * n + 1) * pixels + i]) / 2;
    }
  }
  return changes;
}

function varianceShares(model: LearnedModel): (number | null)[] {
  const training = trainingImages(model);
  const mean = meanImage(training).data;
  let total = 0;
  forEachPart(training, (values) => {
    for (let i = 0; i < values.length; i++) total += (values[i] - mean[i % mean.length]) ** 2;
  });
  total /= training.count;
  const codes = trainingCodes(model);
  const size = codes.rows * codes.cols;
  const shares: (number | null)[] = [];
  for (let from = 0; from < size; from += PART) {
    const places = Array.from({ length: Math.min(PART, size - from) }, (_, n) => from + n);
    const { data } = changesOf(model, places);
    const pixels = data.length / places.length;
    places.forEach((at, n) => {
      let square = 0;
      for (let i = n * pixels; i < (n + 1) * pixels; i++) square += data[i] * data[i];
      const share = (square * varianceAt(codes.data, size, at)) / total;
      shares.push(Number.isFinite(share) ? share : null);
    });
  }
  return shares;
}

/** Variance of every `size`-th number from `at` on, divisor N. */
export function varianceAt(data: Float64Array, size: number, at: number): number {
  const count = data.length / size;
  let [sum, squares] = [0, 0];
  for (let i = at; i < data.length; i += size) sum += data[i];
  for (let i = at; i < data.length; i += size) squares += (data[i] - sum / count) ** 2;
  return squares / count;
}

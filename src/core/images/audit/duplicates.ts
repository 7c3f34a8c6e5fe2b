/** Duplicate images in a dataset. A protocol that trains on one and tests on the other gets free hits. */
import { partsOf, type Steps } from '../../formats/cooperativeSteps.ts';
import { multiply, type Matrix } from '../../linalg/index.ts';
import { resizeArea } from '../resample.ts';

/** Images read one by one, so an audit does not hold all of them in memory. */
export interface AuditSource {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  /** Grey values of image n, row by row; the array may be reused for the next image. */
  readonly read: (n: number) => Float64Array;
  /** Subject of image n. */
  readonly subjects: readonly string[];
}

// Approximate microseconds that the parts of an audit take, measured on ORL, Yale and MNIST; their ratios give the
// progress of an audit.

type Size = Pick<AuditSource, 'rows' | 'cols' | 'count'>;

/** Reading every image once. */
export const scanCost = ({ rows, cols, count }: Size): number => count * (8 + 0.003 * rows * cols);

/** Reducing every image, for near-duplicates. */
const reductionCost = ({ rows, cols, count }: Size): number => count * (20 + 0.02 * rows * cols);

/** Correlating all pairs of reduced images. */
const correlationCost = ({ count }: Size): number => 0.015 * count ** 2;

const nearCost = (size: Size): number => reductionCost(size) + correlationCost(size);

export interface DuplicateGroup {
  /** Two or more images, ascending. */
  readonly images: readonly number[];
  /** False if the same picture belongs to several subjects: at least one label is wrong. */
  readonly sameSubject: boolean;
}

export interface NearDuplicatePair {
  readonly images: readonly [number, number];
  readonly sameSubject: boolean;
  /** Correlation of the grey values, invariant to brightness and contrast. */
  readonly correlation: number;
}

export interface NearDuplicates {
  /**
   * Whether they were searched for: on demand only, not among feature vectors, nor in datasets of more than 50,000
   * images.
   */
  readonly searched: boolean;
  readonly threshold: number | null;
  readonly count: number;
  /** At most 1000 pairs, the most similar first; pixel-identical ones are left out. */
  readonly pairs: readonly NearDuplicatePair[];
}

export interface AllDuplicates {
  readonly exact: readonly DuplicateGroup[];
  readonly near: NearDuplicates;
}

const MOST_IMAGES = 50_000;
const MOST_PAIRS = 1000;

/** Images per block, and images they are compared with per step: their correlations are one product of 4–15 ms. */
const BLOCK = 256;
const OTHERS = 2500;

/** Side of the reduced images, which are compared first. */
const SIDE = 16;

/** Tolerance for pairs of reduced images below the threshold: noise weighs less in them, details weigh more. */
const SLACK = 0.002;

/**
 * Exact duplicates by their grey values; near-duplicates by the correlations of images reduced to 16 × 16 (blocks of
 * their Gram matrix), confirmed at full resolution.
 */
export function* findDuplicates(source: AuditSource, threshold: number | null): Steps<AllDuplicates> {
  const part = partsOf(duplicateCosts(source, threshold));
  const exact = yield* part(exactDuplicates(source));
  if (threshold === null || !isNearSearched(source)) {
    return { exact, near: { searched: false, threshold, count: 0, pairs: [] } };
  }
  return { exact, near: yield* part(nearDuplicates(source, threshold, exact)) };
}

/** Costs of the searches for exact duplicates and near-duplicates. */
export function duplicateCosts(source: AuditSource, threshold: number | null): readonly [number, number] {
  return [scanCost(source), threshold === null || !isNearSearched(source) ? 0 : nearCost(source)];
}

function isNearSearched({ cols, count }: AuditSource): boolean {
  return cols >= 2 && count <= MOST_IMAGES;
}

/** Groups of images with equal values. */
export function* exactDuplicates({ count, read, subjects }: AuditSource): Steps<DuplicateGroup[]> {
  // Images with one fingerprint are candidates; only equal values count.
  const byPrint = new Map<number, number[][]>();
  for (let n = 0; n < count; n++) {
    const pixels = Float64Array.from(read(n));
    const print = fingerprint(pixels);
    const groups = byPrint.get(print) ?? [];
    const group = groups.find(([first]) => sameValues(pixels, read(first)));
    if (group) group.push(n);
    else groups.push([n]);
    byPrint.set(print, groups);
    yield (n + 1) / count;
  }
  return [...byPrint.values()]
    .flat()
    .filter((images) => images.length > 1)
    .sort(([a], [b]) => a - b)
    .map((images) => ({ images, sameSubject: images.every((n) => subjects[n] === subjects[images[0]]) }));
}

/** FNV-1a over the bytes of the numbers, taken as 32-bit words. */
function fingerprint(values: Float64Array): number {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i] ^ (words[i] >>> 15), 0x01000193);
  return hash;
}

function sameValues(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function* nearDuplicates(
  source: AuditSource,
  threshold: number,
  exact: readonly DuplicateGroup[],
): Steps<NearDuplicates> {
  const group = new Map(exact.flatMap(({ images }, g) => images.map((n) => [n, g] as const)));
  const isExact = (i: number, j: number): boolean => group.has(i) && group.get(i) === group.get(j);
  const part = partsOf([reductionCost(source), correlationCost(source)]);
  const reduced = yield* part(reducedImages(source));
  return yield* part(similarPairs(source, threshold, reduced, isExact));
}

function* similarPairs(
  { count, subjects, read }: AuditSource,
  threshold: number,
  reduced: Matrix,
  isKnownPair: (i: number, j: number) => boolean,
): Steps<NearDuplicates> {
  const pairs: NearDuplicatePair[] = [];
  let total = 0;
  for (let from = 0; from < count; from += BLOCK) {
    const to = Math.min(from + BLOCK, count);
    for (let left = 0; left < to; left += OTHERS) {
      const right = Math.min(left + OTHERS, to);
      const share = (from ** 2 + ((to ** 2 - from ** 2) * right) / to) / count ** 2;
      const block = multiply(rowsOf(reduced, from, to), rowsOf(reduced, left, right), { transposeB: true });
      yield share;
      for (let i = from; i < to; i++) {
        const row = (i - from) * block.cols;
        let pixels: Float64Array | null = null;
        for (let j = left; j < Math.min(i, right); j++) {
          if (!(block.data[row + j - left] >= threshold - SLACK) || isKnownPair(i, j)) continue;
          pixels ??= Float64Array.from(read(i));
          const correlation = correlationOf(pixels, read(j));
          if (!(correlation >= threshold)) continue;
          total++;
          // The limit bounds memory for a dataset of many copies of one picture.
          if (pairs.length < 4 * MOST_PAIRS)
            pairs.push({ images: [j, i], sameSubject: subjects[i] === subjects[j], correlation });
        }
        if (pixels !== null) yield share;
      }
    }
  }
  pairs.sort((a, b) => b.correlation - a.correlation || a.images[0] - b.images[0] || a.images[1] - b.images[1]);
  return { searched: true, threshold, count: total, pairs: pairs.slice(0, MOST_PAIRS) };
}

/** Every image at 16 × 16 (or less), centred, of length 1; zero if it is constant. One row per image. */
function* reducedImages({ rows, cols, count, read }: AuditSource): Steps<Matrix> {
  const [r, c] = [Math.min(SIDE, rows), Math.min(SIDE, cols)];
  const data = new Float64Array(count * r * c);
  for (let n = 0; n < count; n++) {
    data.set(standardised(resizeArea({ rows, cols, pixels: read(n) }, r, c)), n * r * c);
    yield (n + 1) / count;
  }
  return { rows: count, cols: r * c, data };
}

function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const norm = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return norm > 0 ? centred.map((value) => value / norm) : centred;
}

function correlationOf(a: Float64Array, b: Float64Array): number {
  const [x, y] = [standardised(a), standardised(b)];
  return x.reduce((sum, value, i) => sum + value * y[i], 0);
}

function rowsOf({ cols, data }: Matrix, from: number, to: number): Matrix {
  return { rows: to - from, cols, data: data.subarray(from * cols, to * cols) };
}

/**
 * Bilinear and bicubic resizing with antialiasing, by the rules of MATLAB's imresize: pixel centres at half integers,
 * the kernel stretched by the ratio when reducing, weights normalised, the image mirrored at its borders.
 */
import { checkShape, type Raster, resizeArea } from './resample.ts';

export type SmoothFilter = 'bilinear' | 'bicubic';

interface Kernel {
  /** Width of the kernel in source pixels at ratio 1. */
  readonly support: number;
  readonly at: (x: number) => number;
}

const KERNELS: Readonly<Record<SmoothFilter, Kernel>> = {
  bilinear: { support: 2, at: (x) => Math.max(0, 1 - Math.abs(x)) },
  bicubic: { support: 4, at: cubic },
};

/** R. Keys, Cubic convolution interpolation for digital image processing, IEEE ASSP 29 (1981), eq. (15), a = −1/2. */
function cubic(x: number): number {
  const t = Math.abs(x);
  if (t <= 1) return (1.5 * t - 2.5) * t * t + 1;
  return t < 2 ? ((-0.5 * t + 2.5) * t - 4) * t + 2 : 0;
}

/** The image at rows × cols. No rounding and no clipping: bicubic values may leave the range of the image. */
export function resizeSmooth(image: Raster, rows: number, cols: number, filter: SmoothFilter): Float64Array {
  checkShape(image, rows, cols);
  const across = new Float64Array(image.rows * cols);
  const columns = tapsFor(image.cols, cols, KERNELS[filter]);
  for (let r = 0; r < image.rows; r++) filterLine(image.pixels, r * image.cols, 1, columns, across, r * cols, 1);
  const result = new Float64Array(rows * cols);
  const lines = tapsFor(image.rows, rows, KERNELS[filter]);
  for (let c = 0; c < cols; c++) filterLine(across, c, cols, lines, result, c, cols);
  return result;
}

/** The source pixels of one new pixel and their weights. */
interface Taps {
  readonly index: Int32Array;
  readonly weight: Float64Array;
}

function tapsFor(from: number, to: number, { support, at }: Kernel): readonly Taps[] {
  const stretch = Math.max(1, from / to);
  const width = support * stretch;
  return Array.from({ length: to }, (_, i) => {
    // Centre of new pixel i in source pixels, whose centres are at 0, 1, 2, …
    const centre = ((i + 0.5) * from) / to - 0.5;
    const first = Math.ceil(centre - width / 2);
    const count = Math.floor(centre + width / 2) - first + 1;
    const index = Int32Array.from({ length: count }, (_, k) => mirrored(first + k, from));
    const weight = Float64Array.from({ length: count }, (_, k) => at((first + k - centre) / stretch));
    const sum = weight.reduce((total, value) => total + value, 0);
    return { index, weight: weight.map((value) => value / sum) };
  });
}

/** … 1 0 | 0 1 … n−1 | n−1 n−2 …, as often as needed. */
function mirrored(index: number, length: number): number {
  const period = 2 * length;
  const phase = ((index % period) + period) % period;
  return phase < length ? phase : period - 1 - phase;
}

function filterLine(
  source: ArrayLike<number>,
  sourceAt: number,
  sourceStep: number,
  taps: readonly Taps[],
  target: Float64Array,
  targetAt: number,
  targetStep: number,
): void {
  taps.forEach(({ index, weight }, i) => {
    let sum = 0;
    for (let k = 0; k < index.length; k++) sum += weight[k] * source[sourceAt + index[k] * sourceStep];
    target[targetAt + i * targetStep] = sum;
  });
}

/** Area averaging, or the antialiased filters of MATLAB's imresize. */
export type ResizeFilter = 'area' | SmoothFilter;

/** The image at rows × cols, unrounded. Throws RangeError for sides below 1. */
export function resize(image: Raster, rows: number, cols: number, filter: ResizeFilter): Float64Array {
  return filter === 'area' ? resizeArea(image, rows, cols) : resizeSmooth(image, rows, cols, filter);
}

export interface Size {
  readonly rows: number;
  readonly cols: number;
}

/** Greatest side of a size that is suggested: what papers reduce faces to. */
const USUAL_SIDE = 64;

/** Whether images are larger than what papers reduce faces to. */
export function exceedsUsualSize({ rows, cols }: Size): boolean {
  return Math.max(rows, cols) > USUAL_SIDE;
}

/**
 * A smaller size of the same proportions: divided by the least whole number from 2 on that brings the larger side to 64
 * or less.
 */
export function reducedSize({ rows, cols }: Size): Size {
  const by = Math.max(2, Math.ceil(Math.max(rows, cols) / USUAL_SIDE));
  return { rows: Math.max(1, Math.round(rows / by)), cols: Math.max(1, Math.round(cols / by)) };
}

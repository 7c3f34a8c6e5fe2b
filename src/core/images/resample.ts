/** A grey image: pixel (r, c) is `pixels[r·cols + c]`. */
export interface Raster {
  readonly rows: number;
  readonly cols: number;
  readonly pixels: ArrayLike<number>;
}

/**
 * Area averaging to rows × cols: every new pixel is the mean of the source area that it covers, also for fractional
 * ratios. Overlaps are whole multiples of 1/(source side · new side) and are added as integers with one division at the
 * end, so 8-bit images are rounded correctly and independently of the order of summation. Enlarging repeats pixels and
 * mixes them only if a new pixel straddles two. No rounding to grey levels.
 */
export function resizeArea(image: Raster, rows: number, cols: number): Float64Array {
  checkShape(image, rows, cols);
  const across = new Float64Array(image.rows * cols);
  for (let r = 0; r < image.rows; r++)
    averageLine(image.pixels, r * image.cols, 1, image.cols, across, r * cols, 1, cols);
  const result = new Float64Array(rows * cols);
  for (let c = 0; c < cols; c++) averageLine(across, c, cols, image.rows, result, c, cols, rows);
  const area = image.rows * image.cols;
  for (let i = 0; i < result.length; i++) result[i] /= area;
  return result;
}

/**
 * One line of `from` pixels into one of `to`: in units of 1/to source pixel, source pixel k covers [k·to, (k+1)·to) and
 * new pixel i covers [i·from, (i+1)·from). Returns Σ overlap · value, that is `from` times the mean.
 */
function averageLine(
  source: ArrayLike<number>,
  sourceAt: number,
  sourceStep: number,
  from: number,
  target: Float64Array,
  targetAt: number,
  targetStep: number,
  to: number,
): void {
  for (let i = 0; i < to; i++) {
    const begin = i * from;
    const end = begin + from;
    let sum = 0;
    for (let k = Math.floor(begin / to); k * to < end; k++) {
      const overlap = Math.min(end, (k + 1) * to) - Math.max(begin, k * to);
      sum += overlap * source[sourceAt + k * sourceStep];
    }
    target[targetAt + i * targetStep] = sum;
  }
}

/** Throws RangeError unless pixels and shapes match. */
export function checkShape(image: Raster, rows: number, cols: number): void {
  if (image.pixels.length !== image.rows * image.cols) {
    throw new RangeError(`resize: ${image.pixels.length} pixels for ${image.rows} × ${image.cols}`);
  }
  if (
    !(image.rows >= 1 && image.cols >= 1 && Number.isInteger(rows) && Number.isInteger(cols) && rows >= 1 && cols >= 1)
  ) {
    throw new RangeError(`resize: ${image.rows} × ${image.cols} to ${rows} × ${cols}: every side must be at least 1`);
  }
}

/** Perturbed images: noise, occlusion, missing pixels. Each function takes one image and returns a new one. */
import type { Random } from '../random/stream.ts';

type Pixels = Float64Array<ArrayBuffer>;

/** x + σ n, n standard normal; not clipped to the grey range. */
export function gaussianNoise(image: Float64Array, sigma: number, random: Random): Pixels {
  return Float64Array.from(image, (value) => value + sigma * random.normal());
}

/** Every pixel becomes `low` or `high`, equally likely, with probability `fraction`. */
export function saltAndPepper(
  image: Float64Array,
  fraction: number,
  range: { readonly low: number; readonly high: number },
  random: Random,
): Pixels {
  return Float64Array.from(image, (value) => {
    const hit = random.uniform() < fraction;
    const side = random.uniform() < 0.5 ? range.low : range.high;
    return hit ? side : value;
  });
}

/** A block by its upper left corner; it must lie within the image. */
export interface Block {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}

/** The block set to `value`. `cols` is the width of the image. */
export function occlude(image: Float64Array, cols: number, block: Block, value: number): Pixels {
  const result = Float64Array.from(image);
  for (let r = block.row; r < block.row + block.rows; r++) {
    result.fill(value, r * cols + block.col, r * cols + block.col + block.cols);
  }
  return result;
}

/** A block of this size at a uniformly random position in an image of rows × cols. */
export function randomBlock(
  size: { readonly rows: number; readonly cols: number },
  rows: number,
  cols: number,
  random: Random,
): Block {
  return { ...size, row: random.integer(rows - size.rows + 1), col: random.integer(cols - size.cols + 1) };
}

/**
 * Removes the pixels with these distinct indices: marks them as missing (NaN), or replaces them by the mean of the
 * rest. Their values are never used. Throws RangeError if no pixel is left.
 */
export function losePixels(image: Float64Array, lost: Int32Array, marked = false): Pixels {
  if (lost.length >= image.length) {
    throw new RangeError(`losePixels: ${lost.length} lost pixels of ${image.length} leave nothing to fill them from`);
  }
  const result = Float64Array.from(image);
  if (marked) {
    for (const pixel of lost) result[pixel] = NaN;
    return result;
  }
  const isLost = new Uint8Array(image.length);
  for (const pixel of lost) isLost[pixel] = 1;
  let sum = 0;
  let left = 0;
  image.forEach((value, pixel) => {
    if (isLost[pixel]) return;
    sum += value;
    left++;
  });
  for (const pixel of lost) result[pixel] = sum / left;
  return result;
}

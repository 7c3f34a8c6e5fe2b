/** Whether stacked pictures are upright when read by rows or by columns, from the mirror symmetry of faces. */
import { evenlySpread, readVector, type Vectors } from './vectors.ts';

export interface OrderEvidence {
  /** How the pixels are stacked: 'columns' if the fast axis runs down the picture; null if the pictures do not tell. */
  readonly order: 'rows' | 'columns' | null;
  /** The larger mirror symmetry of the mean image, at most 1. */
  readonly mirror: number;
  /** Mirror symmetry of the mean image along the slow axis less that along the fast axis. */
  readonly difference: number;
  /** The same difference for the map of local detail. */
  readonly detail: number;
}

const MOST_IMAGES = 300;
/** Pixels of all images together at most, which limits the work: fewer images if they are large. */
const MOST_VALUES = 2 ** 25;
/** Larger images are not judged. */
const MOST_PIXELS = 2 ** 22;

const LONGEST_RATIO = 1.8;
const LEAST_MIRROR = 0.7;
const LEAST_DIFFERENCE = 0.15;
const LEAST_DETAIL = 0.1;
/** Ratio of the sides from which a picture is portrait or landscape. */
const OBLONG = 1.1;

/** Two axes of a picture, the pixels along the fast one lying next to each other. */
interface Sides {
  readonly fast: number;
  readonly slow: number;
}

/**
 * Judges the order of the pixels of vectors that are pictures with a fast axis of `fast` pixels. Of at most 300 images,
 * evenly spread, the mean image without its least-squares plane (light from one side), and the mean map of local detail
 * must both have the clearer mirror symmetry along the same axis. Images of more than 2²² pixels are not judged. Throws
 * RangeError if the fast axis does not divide the length of the vectors.
 */
export function judgeOrder(vectors: Vectors, fast: number): OrderEvidence {
  const slow = vectors.length / fast;
  if (!Number.isInteger(slow)) throw new RangeError(`judgeOrder: ${vectors.length} pixels have no lines of ${fast}`);
  if (vectors.length > MOST_PIXELS) return { order: null, mirror: 0, difference: 0, detail: 0 };
  const sides = { fast, slow };
  const { mean, detail: details } = meanMaps(vectors, sides);
  subtractPlane(mean, sides);
  const [alongSlow, alongFast] = [mirror(mean, sides, 'slow'), mirror(mean, sides, 'fast')];
  const difference = alongSlow - alongFast;
  const detail = mirror(details, sides, 'slow') - mirror(details, sides, 'fast');
  const largest = Math.max(alongSlow, alongFast);
  const decided =
    Math.max(fast, slow) <= LONGEST_RATIO * Math.min(fast, slow) &&
    largest >= LEAST_MIRROR &&
    Math.abs(difference) >= LEAST_DIFFERENCE &&
    Math.abs(detail) >= LEAST_DETAIL &&
    difference > 0 === detail > 0;
  return { order: decided ? (difference > 0 ? 'columns' : 'rows') : null, mirror: largest, difference, detail };
}

/**
 * The order to propose where the pictures do not tell: the one that makes them portrait; of nearly square ones, by
 * columns in MATLAB's files and by rows in others.
 */
export function proposedOrder(fast: number, slow: number, matlab: boolean): 'rows' | 'columns' {
  if (Math.max(fast, slow) >= OBLONG * Math.min(fast, slow)) return fast > slow ? 'columns' : 'rows';
  return matlab ? 'columns' : 'rows';
}

/** The mean image, and the mean of the images' maps of local detail, each map scaled to a mean of 1. */
function meanMaps(vectors: Vectors, sides: Sides): { readonly mean: Float64Array; readonly detail: Float64Array } {
  const { count, length } = vectors;
  const [image, map] = [new Float64Array(length), new Float64Array(length)];
  const [mean, detail] = [new Float64Array(length), new Float64Array(length)];
  const sums = new Float64Array((sides.fast + 1) * (sides.slow + 1));
  const sample = evenlySpread(count, Math.min(MOST_IMAGES, MOST_VALUES / length));
  for (const n of sample) {
    readVector(vectors, n, image);
    const total = localDetail(image, sides, sums, map);
    const scale = total > 0 ? length / total / sample.length : 0;
    for (let j = 0; j < length; j++) {
      mean[j] += image[j] / sample.length;
      detail[j] += map[j] * scale;
    }
  }
  return { mean, detail };
}

/**
 * Fills the map with |pixel − mean of the pixels in a square window around it|, the window cut off at the borders, and
 * returns its sum. `sums` is room for the sums of the pixels before each corner.
 */
function localDetail(image: Float64Array, { fast, slow }: Sides, sums: Float64Array, map: Float64Array): number {
  const width = fast + 1;
  for (let y = 0, j = 0; y < slow; y++) {
    for (let x = 0, line = 0; x < fast; x++, j++) {
      line += image[j];
      sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + line;
    }
  }
  const side = Math.max(3, Math.floor(Math.min(fast, slow) / 5) | 1);
  const reach = (side - 1) / 2;
  let total = 0;
  for (let y = 0, j = 0; y < slow; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(slow, y + reach + 1)];
    for (let x = 0; x < fast; x++, j++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(fast, x + reach + 1)];
      const sum =
        sums[bottom * width + right] -
        sums[top * width + right] -
        sums[bottom * width + left] +
        sums[top * width + left];
      map[j] = Math.abs(image[j] - sum / ((bottom - top) * (right - left)));
      total += map[j];
    }
  }
  return total;
}

/** Subtracts the plane that fits best: on a grid, the slopes along the two axes are independent. */
function subtractPlane(map: Float64Array, { fast, slow }: Sides): void {
  let [sum, momentX, momentY] = [0, 0, 0];
  const [middleX, middleY] = [(fast - 1) / 2, (slow - 1) / 2];
  map.forEach((value, j) => {
    sum += value;
    momentX += value * ((j % fast) - middleX);
    momentY += value * (Math.floor(j / fast) - middleY);
  });
  // Sum of squared distances from the middle of a line of n points: n (n² − 1) / 12.
  const slopeX = fast > 1 ? momentX / ((slow * fast * (fast * fast - 1)) / 12) : 0;
  const slopeY = slow > 1 ? momentY / ((fast * slow * (slow * slow - 1)) / 12) : 0;
  map.forEach((value, j) => {
    map[j] = value - sum / map.length - slopeX * ((j % fast) - middleX) - slopeY * (Math.floor(j / fast) - middleY);
  });
}

/** Correlation of a map with its mirror image along an axis; 0 for a constant map. */
function mirror(map: Float64Array, { fast, slow }: Sides, axis: keyof Sides): number {
  let sum = 0;
  for (const value of map) sum += value;
  const mean = sum / map.length;
  let [products, squares] = [0, 0];
  for (let y = 0, j = 0; y < slow; y++) {
    for (let x = 0; x < fast; x++, j++) {
      const mirrored = axis === 'fast' ? y * fast + fast - 1 - x : (slow - 1 - y) * fast + x;
      products += (map[j] - mean) * (map[mirrored] - mean);
      squares += (map[j] - mean) ** 2;
    }
  }
  return squares > 0 ? products / squares : 0;
}

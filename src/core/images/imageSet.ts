import { forEachPart, readStack, selectStack } from '../linalg/streamedStack.ts';
import { matrixStack, type Matrix, type MatrixStack } from '../linalg/index.ts';

/**
 * N images of rows × cols grey values, row-major float64: pixel (r, c) of image n is `data[(n·rows + r)·cols + c]`.
 * Images stored in another form (storedImages.ts) have a `read`; `data` then is a copy of them all.
 */
export type ImageSet = MatrixStack;

/**
 * Images `index[0], index[1], …` as a new set: copied, or, if stored in another form, read on demand. The index must
 * not change afterwards.
 */
export function selectImages(images: ImageSet, index: ArrayLike<number>): ImageSet {
  return selectStack(images, index);
}

/** Labels of the images `index[0], index[1], …`. */
export function selectLabels(labels: ArrayLike<number>, index: ArrayLike<number>): Int32Array {
  return Int32Array.from(index, (image) => labels[image]);
}

/** Minimum and maximum grey value of all images; ∞ and −∞ for an empty set. */
export function valueRange(images: ImageSet): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  forEachPart(images, (values) => {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  });
  return { low, high };
}

/** The mean image W = (1/N) Σ X_n, rows × cols. Throws RangeError for an empty set. */
export function meanImage(images: ImageSet): Matrix {
  if (images.count === 0) throw new RangeError('meanImage: the image set is empty');
  const size = images.rows * images.cols;
  const mean = new Float64Array(size);
  forEachPart(images, (data, _, count) => {
    let n = 0;
    // Four images at a time, added in the order of one at a time: the same bits in half the time.
    for (; n + 3 < count; n += 4) {
      const [a, b, c, d] = [n * size, (n + 1) * size, (n + 2) * size, (n + 3) * size];
      for (let i = 0; i < size; i++) mean[i] = mean[i] + data[a + i] + data[b + i] + data[c + i] + data[d + i];
    }
    for (; n < count; n++) {
      const from = n * size;
      for (let i = 0; i < size; i++) mean[i] += data[from + i];
    }
  });
  for (let i = 0; i < size; i++) mean[i] /= images.count;
  return { rows: images.rows, cols: images.cols, data: mean };
}

/** X_n − W for every image. */
export function centreImages(images: ImageSet, mean: Matrix): ImageSet {
  const size = images.rows * images.cols;
  const result = new Float64Array(images.count * size);
  readStack(images, 0, images.count, result, 0);
  for (let from = 0; from < result.length; from += size) {
    for (let i = 0; i < size; i++) result[from + i] -= mean.data[i];
  }
  return matrixStack(images.count, images.rows, images.cols, result);
}

/** The images as an N × (rows·cols) matrix that shares their memory (pixels row by row). */
export function asVectors(images: ImageSet): Matrix {
  return { rows: images.count, cols: images.rows * images.cols, data: images.data };
}

/** X_n + W for every matrix of a stack. */
export function addMean(stack: MatrixStack, mean: Matrix): ImageSet {
  const size = stack.rows * stack.cols;
  return matrixStack(
    stack.count,
    stack.rows,
    stack.cols,
    stack.data.map((value, i) => value + mean.data[i % size]),
  );
}

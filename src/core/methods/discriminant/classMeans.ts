import {
  matrix,
  type Matrix,
  forEachPart,
  multiply,
  readStack,
  matrixStack,
  type MatrixStack,
} from '../../linalg/index.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { FitError } from '../method.ts';

/** The classes of a training set and the means of its rows within them. */
export interface ClassMeans {
  /** K × cols. */
  readonly means: Matrix;
  /** n_c, the number of rows of each class. */
  readonly sizes: Float64Array;
  /** Class 0 … K−1 of every row. */
  readonly index: Int32Array;
  /** Label of every class, ascending. */
  readonly names: Int32Array;
}

/** The classes of these labels, which need not be contiguous. */
export function countedClasses(labels: Int32Array): Omit<ClassMeans, 'means'> {
  const names = Int32Array.from(new Set(labels)).sort();
  const position = new Map(Array.from(names, (name, c) => [name, c]));
  const index = Int32Array.from(labels, (label) => position.get(label)!);
  const sizes = new Float64Array(names.length);
  for (const c of index) sizes[c]++;
  return { sizes, index, names };
}

/** Means of the rows of `a` within each class. Labels need not be contiguous. */
export function classMeans(a: Matrix, labels: Int32Array): ClassMeans {
  const { sizes, index, names } = countedClasses(labels);
  const means = matrix(names.length, a.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++) means.data[index[i] * a.cols + j] += a.data[i * a.cols + j];
  }
  for (let c = 0, at = 0; c < names.length; c++) {
    for (let j = 0; j < a.cols; j++, at++) means.data[at] /= sizes[c];
  }
  return { means, sizes, index, names };
}

/**
 * Class means of (x − μ)ᵀ B, from the class means of the images: K rows are projected instead of N. Equal to those of
 * the projections of all images up to rounding.
 * @param mean μ, rows × cols
 * @param basis B, d × r, pixels row by row; null: the identity
 */
export function classMeansIn(images: ImageSet, labels: Int32Array, mean: Matrix, basis: Matrix | null): ClassMeans {
  const classes = countedClasses(labels);
  const { sizes, index } = classes;
  const size = images.rows * images.cols;
  const pixels = matrix(sizes.length, size);
  forEachPart(images, (values, first, count) => {
    for (let n = 0; n < count; n++) {
      const to = index[first + n] * size;
      for (let i = 0; i < size; i++) pixels.data[to + i] += values[n * size + i];
    }
  });
  for (let c = 0, at = 0; c < sizes.length; c++) {
    for (let i = 0; i < size; i++, at++) pixels.data[at] = pixels.data[at] / sizes[c] - mean.data[i];
  }
  return { ...classes, means: basis ? multiply(pixels, basis) : pixels };
}

/** Images split into their variation within subjects and between them. */
export interface ClassImages {
  /** X_n − M_c of the mean image M_c of its subject, N × d_c × d_r. */
  readonly within: MatrixStack;
  /** √n_c (M_c − M), K × d_c × d_r. */
  readonly between: MatrixStack;
}

/** Throws FitError if no subject has two images: nothing varies within subjects then. */
export function classImages(title: string, images: ImageSet, labels: Int32Array): ClassImages {
  const { count, rows, cols } = images;
  const { sizes, index } = countedClasses(labels);
  if (sizes.length === count) throw new FitError(`${title} needs two or more training images of some subject.`);
  const size = rows * cols;
  const within = matrixStack(count, rows, cols);
  readStack(images, 0, count, within.data, 0);
  const between = matrixStack(sizes.length, rows, cols);
  const mean = new Float64Array(size);
  for (let n = 0, at = 0; n < count; n++) {
    const to = index[n] * size;
    for (let i = 0; i < size; i++, at++) {
      between.data[to + i] += within.data[at];
      mean[i] += within.data[at] / count;
    }
  }
  for (let at = 0; at < between.data.length; at++) between.data[at] /= sizes[Math.floor(at / size)];
  for (let n = 0, at = 0; n < count; n++) {
    for (let i = 0; i < size; i++, at++) within.data[at] -= between.data[index[n] * size + i];
  }
  for (let at = 0; at < between.data.length; at++) {
    between.data[at] = Math.sqrt(sizes[Math.floor(at / size)]) * (between.data[at] - mean[at % size]);
  }
  return { within, between };
}

import { forEachPart, matrix, multiply, type Matrix } from '../../linalg/index.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { countedClasses, type ClassMeans } from './classMeans.ts';

/**
 * Class means of (x − μ)ᵀ B, from the class means of the images: K rows are projected instead of N. The same as those
 * of the projections of all images up to rounding.
 * @param mean μ, rows × cols
 * @param basis B, d × r, pixels row by row
 */
export function classMeansIn(images: ImageSet, labels: Int32Array, mean: Matrix, basis: Matrix): ClassMeans {
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
  return { ...classes, means: multiply(pixels, basis) };
}

/** What images have in common where it is far larger than what tells them apart: counts of thermal or depth cameras. */
import { forEachPart } from '../linalg/streamedStack.ts';
import type { Matrix } from '../linalg/index.ts';
import { meanImage, type ImageSet } from './imageSet.ts';

/**
 * Mean square of the pixels over their variance above which products are formed of images minus their mean: products
 * that are centred afterwards lose this share of their precision. Faces of 8 bits have 1 to 35.
 */
const LARGE = 256;

/**
 * The mean image if it is more than 16 times as large as the deviations from it (root mean squares over all images and
 * pixels), else null, as for images with missing pixels. Products of images less this shift have rounding errors of the
 * size of the variance; it changes no distance and no product that is centred afterwards.
 */
export function commonShift(images: ImageSet): Matrix | null {
  return images.count === 0 ? null : means(images).shift;
}

/**
 * The mean image W, rows × cols. The mean of X_n − W is added to a W that is as large as for commonShift: rounding
 * errors of sums of large numbers would count as one more direction in which the images vary. Throws RangeError for an
 * empty set.
 */
export function preciseMean(images: ImageSet): Matrix {
  const { mean, shift } = means(images);
  return shift ?? mean;
}

function means(images: ImageSet): { readonly mean: Matrix; readonly shift: Matrix | null } {
  const mean = meanImage(images);
  const { rows, cols, data } = mean;
  const size = rows * cols;
  const deviations = new Float64Array(size);
  let energy = 0;
  forEachPart(images, (values, _, count) => {
    for (let offset = 0; offset < count * size; offset += size) {
      for (let i = 0; i < size; i++) {
        const deviation = values[offset + i] - data[i];
        deviations[i] += deviation;
        energy += deviation * deviation;
      }
    }
  });
  const square = data.reduce((sum, value) => sum + value * value, 0);
  if (!(energy > 0 && images.count * square > LARGE * energy)) return { mean, shift: null };
  return { mean, shift: { rows, cols, data: data.map((value, i) => value + deviations[i] / images.count) } };
}

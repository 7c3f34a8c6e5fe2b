/** How the variance of images is spread over their principal axes. */
import { multiply, symmetricEigen } from '../linalg/index.ts';
import { asVectors, centreImages, meanImage, type ImageSet } from './imageSet.ts';

export interface Spectrum {
  /** Eigenvalues of the covariance matrix, divisor N, descending; those of rounding errors alone are left out. */
  readonly values: Float64Array;
  /** Their sum: the total variance (1/N) Σ ‖x_n − w‖². */
  readonly total: number;
}

/** From the smaller of the covariance (d × d) and the Gram matrix (N × N), which share their positive eigenvalues. */
export function eigenSpectrum(images: ImageSet): Spectrum {
  const { count } = images;
  const centred = asVectors(centreImages(images, meanImage(images)));
  const product =
    centred.cols < count
      ? multiply(centred, centred, { transposeA: true })
      : multiply(centred, centred, { transposeB: true });
  const data = product.data.map((value) => value / count);
  const { values } = symmetricEigen({ ...product, data });
  const least = (values[0] ?? 0) * values.length * Number.EPSILON;
  let total = 0;
  for (let i = 0; i < product.rows; i++) total += data[i * product.cols + i];
  return { values: values.filter((value) => value > least), total };
}

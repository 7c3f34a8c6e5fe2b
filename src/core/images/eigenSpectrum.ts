/** Distribution of the variance of images over their principal axes. */
import { leadingEigen, multiply, symmetricEigen, trace, type Matrix } from '../linalg/index.ts';
import { asVectors, centreImages, meanImage, type ImageSet } from './imageSet.ts';

export interface Spectrum {
  /** Eigenvalues of the covariance matrix, divisor N, descending, without those that are rounding errors only. */
  readonly values: Float64Array;
  /** Their sum: the total variance (1/N) Σ ‖x_n − w‖². */
  readonly total: number;
}

/** From the smaller of the covariance (d × d) and the Gram matrix (N × N), which share their positive eigenvalues. */
export function eigenSpectrum(images: ImageSet): Spectrum {
  const { matrix } = scatterOf(images);
  const { values } = symmetricEigen(matrix);
  return { values: positive(values, values.length), total: trace(matrix) };
}

/** Principal components as steps from the mean image. */
export interface Eigenfaces {
  readonly mean: Matrix;
  readonly components: readonly {
    /** Standard deviation of the images along it. */
    readonly deviation: number;
    /** Share of the total variance, from 0 to 1. */
    readonly share: number;
    /** Of length 1; pixels row by row. */
    readonly axis: Float64Array;
  }[];
}

/** The `wanted` leading components, or fewer if the images have fewer. */
export function eigenfaces(images: ImageSet, wanted: number): Eigenfaces {
  const { matrix, centred, mean, dual } = scatterOf(images);
  const { values, vectors } = leadingEigen(matrix, Math.min(wanted, matrix.rows));
  const total = trace(matrix);
  const leading = positive(values, matrix.rows);
  const components = Array.from(leading, (value, c) => {
    const eigenvector = Float64Array.from({ length: matrix.rows }, (_, row) => vectors.data[row * vectors.cols + c]);
    // For the Gram matrix, Xᵀ u is an axis of length √(N λ).
    const length = Math.sqrt(images.count * value);
    const axis = dual
      ? multiply({ rows: 1, cols: eigenvector.length, data: eigenvector }, centred).data.map((entry) => entry / length)
      : eigenvector;
    return { deviation: Math.sqrt(value), share: value / total, axis };
  });
  return { mean, components };
}

/** The smaller of covariance and Gram matrix, over N; `dual`: it is the Gram matrix. */
function scatterOf(images: ImageSet) {
  const { count } = images;
  const mean = meanImage(images);
  const centred = asVectors(centreImages(images, mean));
  const dual = centred.cols >= count;
  const product = multiply(centred, centred, dual ? { transposeB: true } : { transposeA: true });
  return { matrix: { ...product, data: product.data.map((value) => value / count) }, centred, mean, dual };
}

/** The eigenvalues above rounding errors, for a matrix of this order. */
function positive(values: Float64Array, order: number): Float64Array {
  const least = (values[0] ?? 0) * order * Number.EPSILON;
  return values.filter((value) => value > least);
}

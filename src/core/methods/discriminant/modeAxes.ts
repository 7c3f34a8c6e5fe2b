import {
  columns,
  generalisedEigen,
  NotPositiveDefiniteError,
  scale,
  type Eigen,
  type Matrix,
} from '../../linalg/index.ts';
import { FitError } from '../method.ts';

/**
 * Leading solutions of S_b v = λ S_w v of the rows or columns of images, with Vᵀ S_w V = I. Throws FitError where S_w
 * is singular.
 * @param count number of images, which divides both scatters
 */
export function modeAxes(title: string, between: Matrix, within: Matrix, count: number, q: number): Eigen {
  try {
    const { values, vectors } = generalisedEigen(scale(between, 1 / count), scale(within, 1 / count));
    return { values: values.slice(0, q), vectors: columns(vectors, 0, q) };
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(
      `${title}: the images of a subject differ in fewer than ${within.rows} directions of their rows or columns. Crop constant borders or use more images per subject.`,
    );
  }
}

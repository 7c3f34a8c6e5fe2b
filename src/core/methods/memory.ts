/**
 * What fits hold in memory besides the images that are there: lower bounds, so that nothing is refused that would fit.
 */
import { leadingEigenSquares, suitsOperator } from '../linalg/index.ts';

/** Images of one fit. */
export interface FitSize {
  readonly rows: number;
  readonly cols: number;
  readonly train: number;
  /** Leading axes that are wanted of a decomposition; absent: all. */
  readonly axes?: number;
  /** Latent shapes that are fitted to them; absent: one. */
  readonly shapes?: readonly (readonly number[])[];
}

export interface WorkingMemory {
  /** Bytes in the memory of the kernels, images aside. */
  readonly arrays: number;
  /**
   * How images are at work. 'read': as they are stored, a few at a time. 'loaded': in the memory of the kernels, as far
   * as batches stay there, else read. 'products': by their inner products only, which the cells of a study share; a fit
   * outside a study loads the images to compute them. 'copied': as float64, a copy for each cell.
   */
  readonly images: 'read' | 'loaded' | 'products' | 'copied';
}

/** Of methods without a bound of their own. */
export const imagesCopied = (): WorkingMemory => ({ arrays: 0, images: 'copied' });

/** Of methods that iterate on the images in the memory of the kernels. */
export const imagesLoaded = (): WorkingMemory => ({ arrays: 0, images: 'loaded' });

/**
 * Of the leading eigenpairs of a covariance or Gram matrix: of the order of pixels or training images, whichever is
 * fewer.
 */
export function decomposition({ rows, cols, train, axes, shapes }: FitSize): WorkingMemory {
  const order = Math.min(rows * cols, train);
  const bySamples = rows * cols > train;
  const asked = axes ?? shapes?.reduce((most, [q]) => Math.max(most, q), 1) ?? order;
  // Few axes come from products with the images, and the matrix is not made.
  const squares = !bySamples && suitsOperator(order, asked) ? 0 : leadingEigenSquares(order, Math.min(asked, order));
  return { arrays: 8 * squares * order * order, images: bySamples ? 'products' : 'read' };
}

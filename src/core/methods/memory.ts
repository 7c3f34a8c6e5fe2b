/**
 * What fits hold in memory besides the images that are there: lower bounds, so that nothing is refused that would fit.
 */
import { leadingEigenSquares } from '../linalg/index.ts';

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
export function decomposition({ rows, cols, train, axes }: FitSize): WorkingMemory {
  const order = Math.min(rows * cols, train);
  const squares = leadingEigenSquares(order, Math.min(axes ?? order, order));
  return { arrays: 8 * squares * order * order, images: rows * cols > train ? 'products' : 'read' };
}

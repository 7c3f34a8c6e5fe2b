/**
 * Cost of the fits of a cell. Memory besides the existing images: lower bounds, so feasible fits are never refused.
 * Operations by kind, which each method declares by its route. The constants of a route are measured
 * (docs/internals/measurements.md, Estimated times); the speed of a machine is measured on it.
 */
import { leadingEigenSquares, suitsOperator } from '../linalg/index.ts';

export interface FitSize {
  readonly rows: number;
  readonly cols: number;
  readonly train: number;
  /** Number of leading axes of a decomposition; absent: all. */
  readonly axes?: number;
  /** Latent shapes to fit; absent: one. */
  readonly shapes?: readonly (readonly number[])[];
}

export interface WorkingMemory {
  /** Bytes of kernel memory, excluding images. */
  readonly arrays: number;
  /**
   * How a fit uses the images. 'read': as stored, a few at a time. 'loaded': in kernel memory if the batch fits, else
   * read. 'products': only by their inner products, which the cells of a study share; a fit outside a study loads the
   * images to compute them. 'copied': as float64, one copy per cell.
   */
  readonly images: 'read' | 'loaded' | 'products' | 'copied';
}

/** For methods without a bound of their own. */
export const imagesCopied = (): WorkingMemory => ({ arrays: 0, images: 'copied' });

/** For methods that iterate on the images in kernel memory. */
export const imagesLoaded = (): WorkingMemory => ({ arrays: 0, images: 'loaded' });

/**
 * Memory for the leading eigenpairs of a covariance or Gram matrix: its order is the number of pixels or of training
 * images, whichever is smaller.
 */
export function decomposition({ rows, cols, train, axes, shapes }: FitSize): WorkingMemory {
  const order = Math.min(rows * cols, train);
  const bySamples = rows * cols > train;
  const requested = axes ?? shapes?.reduce((most, [q]) => Math.max(most, q), 1) ?? order;
  // Few axes come from products with the images, without forming the matrix.
  const squares =
    !bySamples && suitsOperator(order, requested) ? 0 : leadingEigenSquares(order, Math.min(requested, order));
  return { arrays: 8 * squares * order * order, images: bySamples ? 'products' : 'read' };
}

/** Operations, grouped by the speed at which a machine runs them. */
export interface FitCost {
  /** Floating point operations in products of matrices. */
  readonly products: number;
  /** Σ n³ over eigendecompositions of order n. */
  readonly decompositions: number;
  /** Operations in loops of JavaScript. */
  readonly loops: number;
}

type Shape = readonly number[];

export interface CostSize extends Omit<FitSize, 'axes'> {
  readonly shapes: readonly Shape[];
}

export type Cost = (size: CostSize, settings: Readonly<Record<string, unknown>>) => FitCost;

export const NO_COST: FitCost = { products: 0, decompositions: 0, loops: 0 };

export function plus(...costs: readonly FitCost[]): FitCost {
  return costs.reduce(
    (sum, { products, decompositions, loops }) => ({
      products: sum.products + products,
      decompositions: sum.decompositions + decompositions,
      loops: sum.loops + loops,
    }),
    NO_COST,
  );
}

/** In sample space, of order min(T, d): this many decompositions of that order. */
export function sampleSpace(times: number): Cost {
  return ({ rows, cols, train }) => ({ ...NO_COST, decompositions: times * Math.min(train, rows * cols) ** 3 });
}

/** The same with the neighbours of every training image. */
export function neighbourhoods(times: number): Cost {
  return (size, settings) =>
    plus(sampleSpace(times)(size, settings), { ...NO_COST, loops: 1e6 + 80 * size.train ** 2 });
}

/** The same with kernel values, whose products of pixels the cells of a study share. */
export function kernelSpace(times: number): Cost {
  return (size, settings) =>
    plus(sampleSpace(times)(size, settings), { ...NO_COST, loops: 1e6 + 1000 * size.rows * size.cols });
}

/** Covariances of rows and columns over the images, with their eigenvectors, this many times. */
export function modeCovariances(times = 1): Cost {
  return ({ rows, cols, train }) => ({
    ...NO_COST,
    products: times * train * rows * cols * (rows + cols),
    decompositions: times * (rows ** 3 + cols ** 3),
  });
}

/** The cost of one iteration times the usual number of iterations, summed over shapes. */
export function iterative(
  iterations: number,
  ofOne: (size: CostSize, codeSize: number, shape: Shape) => Partial<FitCost>,
): Cost {
  return (size, settings) => {
    const cap = settings['maxIterations'];
    const count = Math.min(iterations, typeof cap === 'number' ? cap : iterations);
    const all = size.shapes.map((shape) => {
      const one = { ...NO_COST, ...ofOne(size, product(shape), shape) };
      return {
        products: count * one.products,
        decompositions: count * one.decompositions,
        loops: count * one.loops,
      };
    });
    return plus(...all);
  };
}

/**
 * Iterations with a pass over all pixels for each number of a code, in both directions.
 * @param loops operations per pixel of an axis
 */
export function passesOfVectors(iterations: number, times = 1, loops = 0): Cost {
  return iterative(iterations, ({ rows, cols, train }, q) => ({
    products: times * 4 * train * rows * cols * q,
    loops: loops * rows * cols * q,
  }));
}

/** Iterations whose loops take this many operations per pixel of all images, per pixel of one, and per image. */
export function pixelLoops(iterations: number, perPixel: number, perPixelOfOne = 0, perImage = 0): Cost {
  return iterative(iterations, ({ rows, cols, train }) => ({
    loops: rows * cols * (perPixel * train + perPixelOfOne) + perImage * train,
  }));
}

function product(shape: Shape): number {
  return shape.reduce((size, q) => size * q, 1);
}

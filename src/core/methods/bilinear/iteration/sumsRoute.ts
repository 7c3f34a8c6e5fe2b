/**
 * Whether alternating fits sum over the images or over their fourth-order moments T. The choice follows from sizes
 * alone, so the last bits of a result depend on nothing else; the manifest of a study names it.
 */
import { momentEntries } from '../../../linalg/index.ts';
import { iterative, NO_COST, plus, type Cost, type FitSize, type WorkingMemory } from '../../cost.ts';
import type { LatentShape } from '../../method.ts';

export type SumsRoute = 'images' | 'moments';

type ImageSizes = Pick<FitSize, 'rows' | 'cols' | 'train'>;

/** Assumed iterations of a fit: five methods on ORL take between 5 and 12. */
const ITERATIONS = 8;
/** Largest T, which has to be in memory together with the images. */
const MOST_BYTES = 256 * 2 ** 20;

export function momentBytes({ rows, cols }: Pick<ImageSizes, 'rows' | 'cols'>): number {
  return 8 * momentEntries(rows, cols);
}

/** Floating point operations of a sum by T. */
function byMoments({ rows, cols }: ImageSizes): number {
  return (rows * cols) ** 2 / 2;
}

/** Floating point operations of Σ X F Fᵀ Xᵀ (right) and Σ Xᵀ F Fᵀ X (left) over the images, per column of F. */
function aColumn({ rows, cols, train }: ImageSizes): { readonly right: number; readonly left: number } {
  return { right: train * (2 * rows * cols + rows * rows), left: train * (2 * rows * cols + cols * cols) };
}

/** Number of columns of F up to which a sum over the images takes no more operations than one by T. */
export function imageWidths(size: ImageSizes): { readonly right: number; readonly left: number } {
  const { right, left } = aColumn(size);
  return { right: Math.floor(byMoments(size) / right), left: Math.floor(byMoments(size) / left) };
}

/** By moments if fits of these shapes (q_c, q_r) save more operations than computing T takes, N d_c² d_r². */
export function sumsRoute(size: ImageSizes, shapes: readonly LatentShape[]): SumsRoute {
  const { rows, cols, train } = size;
  if (momentBytes(size) > MOST_BYTES) return 'images';
  const { right, left } = aColumn(size);
  let saved = 0;
  for (const [qc, qr] of shapes) {
    saved += Math.max(0, right * qr - byMoments(size)) + Math.max(0, left * qc - byMoments(size));
  }
  return ITERATIONS * saved > train * (rows * cols) ** 2 ? 'moments' : 'images';
}

/** Memory of methods that iterate on the images in kernel memory, or in lockstep on T in addition. */
export function alternatingMemory({ shapes = [], ...size }: FitSize, lockstep: boolean): WorkingMemory {
  const byMoments = lockstep && sumsRoute(size, shapes) === 'moments';
  return { arrays: byMoments ? momentBytes(size) : 0, images: 'loaded' };
}

/** Cost of alternating fits with this many iterations per shape; without lockstep always over the images. */
export function alternatingCost(
  iterations: number,
  lockstep: (settings: Readonly<Record<string, unknown>>) => boolean,
): Cost {
  return (size, settings) => {
    const { rows, cols, train, shapes } = size;
    const moments = lockstep(settings) && sumsRoute(size, shapes) === 'moments';
    const { right, left } = aColumn(size);
    const each = iterative(iterations, (_, code, [qc, qr]) => ({
      products: moments
        ? Math.min(1.5 * byMoments(size), right * qr) + Math.min(1.5 * byMoments(size), left * qc)
        : right * qr + left * qc,
      decompositions: (rows ** 3 + cols ** 3) / 2,
      loops: 20 * code,
    }))(size, settings);
    return plus(each, moments ? { ...NO_COST, products: train * (rows * cols) ** 2 } : NO_COST);
  };
}

/**
 * Whether PSOPCA and MVFA iterate over the images or over the second moments of their pixels. The choice follows from
 * sizes alone, which keys of cells cover; the manifest of a study names it.
 */
import { pixelMomentEntries } from '../../../linalg/index.ts';
import { iterative, NO_COST, plus, type Cost, type FitSize, type WorkingMemory } from '../../cost.ts';
import type { LatentShape } from '../../method.ts';
import { momentBytes, type SumsRoute } from '../iteration/sumsRoute.ts';

type ImageSizes = Pick<FitSize, 'rows' | 'cols' | 'train'>;

/** Assumed iterations of a fit: MVFA takes 8 to 30 on faces and digits. */
const ITERATIONS = 12;
/** Largest M, which has to be in memory together with the images. */
const MOST_BYTES = 256 * 2 ** 20;
/** Maximum entries of a code: the moments of codes, their square, stay below 8 MiB. */
const MOST_CODE = 1024;

/** Floating point operations of an iteration over the images: two passes, and the work on the codes. */
function overImages({ rows, cols, train }: ImageSizes, [qc, qr]: LatentShape): number {
  const size = qc * qr;
  return 2 * train * (rows * cols * (qc + qr) + size * (rows + 2 * cols + 1.5 * (qc + qr)));
}

/** The same over moments; JavaScript operations on the moments of the codes count tenfold. */
function overMoments({ rows, cols }: ImageSizes, [qc, qr]: LatentShape): number {
  const [d, size] = [rows * cols, qc * qr];
  const passes = 2 * d * (qr <= qc ? d * qr + rows * size : d * qc + cols * size);
  return passes + 2 * size * qr * (d + rows * qc) + 60 * size * size;
}

/** Whether fits of this shape take fewer operations by moments, once these are computed. */
export function gainsByMoments(size: ImageSizes, shape: LatentShape): boolean {
  return shape[0] * shape[1] <= MOST_CODE && overMoments(size, shape) < overImages(size, shape);
}

/**
 * By moments if fits of these shapes (q_c, q_r) save more operations than the moments take to compute: N d_c² d_r², and
 * as many for T, which the start needs. More shapes or images never reverse the choice.
 */
export function kroneckerRoute(size: ImageSizes, shapes: readonly LatentShape[]): SumsRoute {
  const { rows, cols, train } = size;
  if (8 * pixelMomentEntries(rows, cols) > MOST_BYTES) return 'images';
  let saved = 0;
  for (const shape of shapes) {
    if (gainsByMoments(size, shape)) saved += overImages(size, shape) - overMoments(size, shape);
  }
  return ITERATIONS * saved > 2 * train * (rows * cols) ** 2 ? 'moments' : 'images';
}

/** Memory of fits in addition to the images: M, and T for the start. */
export function kroneckerMemory({ shapes = [], ...size }: FitSize): WorkingMemory {
  const bytes = kroneckerRoute(size, shapes) === 'moments' ? 8 * pixelMomentEntries(size.rows, size.cols) : 0;
  return { arrays: bytes > 0 ? bytes + momentBytes(size) : 0, images: 'loaded' };
}

/** Iterations per shape on faces at the default tolerance. */
const USUAL = 30;

/** Cost of fits by this rule; the JavaScript part of an iteration equals that of the products. */
export const kroneckerCost: Cost = (size, settings) => {
  const { rows, cols, train, shapes } = size;
  const moments = kroneckerRoute(size, shapes) === 'moments';
  const each = iterative(USUAL, (_, code, shape) =>
    moments && gainsByMoments(size, shape)
      ? { products: overMoments(size, shape) }
      : { products: 1.6 * overImages(size, shape), loops: 20 * code },
  )(size, settings);
  return plus(each, moments ? { ...NO_COST, products: 2 * train * (rows * cols) ** 2 } : NO_COST);
};

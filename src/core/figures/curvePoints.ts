/** From the curve of a method (error at every latent shape) to points over one axis: the latent dimension. */
import type { Curve } from '../study/result.ts';

export interface CurvePoint {
  /** q, or q_c · q_r: entries of the latent vector or matrix. */
  readonly x: number;
  /** Mean error in per cent. */
  readonly y: number;
  readonly std: number | null;
  readonly shape: readonly number[];
}

/**
 * How the shapes of a bilinear method become one curve. 'best': of all shapes of about the same size the one with
 * the least mean; 'square': only q_c = q_r.
 */
export type ShapeChoice = 'best' | 'square';

/**
 * Sizes differ by at most this factor within one point of 'best'. Taken one by one, numbers with few divisors (13 =
 * 13 × 1) have extreme shapes only, and the curve would jump between those and the balanced ones.
 */
const SIMILAR = 1.25;

/** Points in ascending order of x. One an x for vector methods and squares, one a class of similar sizes for 'best'. */
export function curvePoints(curve: Curve, choice: ShapeChoice): CurvePoint[] {
  const matrix = curve.latentNames.length > 1;
  const classes = new Map<number, CurvePoint>();
  for (const { shape, mean, std } of curve.points) {
    if (choice === 'square' && shape.some((q) => q !== shape[0])) continue;
    const x = shape.reduce((product, q) => product * q, 1);
    const key = matrix && choice === 'best' ? Math.floor(Math.log(x) / Math.log(SIMILAR)) : x;
    const known = classes.get(key);
    if (!known || mean < known.y || (mean === known.y && x < known.x)) classes.set(key, { x, y: mean, std, shape });
  }
  return [...classes.values()].sort((a, b) => a.x - b.x);
}

/** The point with the least mean; of equals the smallest. Null for no points. */
export function bestPoint(points: readonly CurvePoint[]): CurvePoint | null {
  let best: CurvePoint | null = null;
  for (const point of points) if (best === null || point.y < best.y) best = point;
  return best;
}

/** Upper end of an error axis that shows what lies near the best: 2.5 times the best, rounded up to 5 %, at least 5 %. */
export function nearBestMaximum(best: number): number {
  return Math.min(100, Math.max(5, Math.ceil((best * 2.5) / 5) * 5));
}

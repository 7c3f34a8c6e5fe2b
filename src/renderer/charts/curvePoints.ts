/** From the curve of a method (error at every latent shape) to points over one axis: the number of latent features. */
import type { Curve } from '../../core/study/result.ts';

export interface CurvePoint {
  /** Number of latent features: q, or q_c · q_r. */
  readonly x: number;
  /** Mean error in per cent. */
  readonly y: number;
  readonly std: number | null;
  readonly shape: readonly number[];
}

/** 'best': of all shapes with the same number of features the one with the least mean; 'square': only q_c = q_r. */
export type ShapeChoice = 'best' | 'square';

/** Points in ascending order of x, one an x. */
export function curvePoints(curve: Curve, choice: ShapeChoice): CurvePoint[] {
  const byFeatures = new Map<number, CurvePoint>();
  for (const { shape, mean, std } of curve.points) {
    if (choice === 'square' && shape.some((q) => q !== shape[0])) continue;
    const x = shape.reduce((product, q) => product * q, 1);
    const known = byFeatures.get(x);
    if (!known || mean < known.y) byFeatures.set(x, { x, y: mean, std, shape });
  }
  return [...byFeatures.values()].sort((a, b) => a.x - b.x);
}

/** The point with the least mean; of equals the one with the fewest features. Null for no points. */
export function bestPoint(points: readonly CurvePoint[]): CurvePoint | null {
  let best: CurvePoint | null = null;
  for (const point of points) if (best === null || point.y < best.y) best = point;
  return best;
}

/** Upper end of an error axis that shows what lies near the best: 2.5 times the best, rounded up to 5 %, at least 5 %. */
export function nearBestMaximum(best: number): number {
  return Math.min(100, Math.max(5, Math.ceil((best * 2.5) / 5) * 5));
}

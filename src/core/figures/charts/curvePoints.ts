/** Reduces the curve of a method (error at every latent shape) to points over one axis, the latent dimension. */
import type { LatentShape } from '../../methods/method.ts';
import type { Measure } from '../../measures/measures.ts';
import type { Curve } from '../../study/table/table.ts';
import { compareShapes } from '../../methods/latent/latentShape.ts';

export interface CurvePoint {
  /** Position on the horizontal axis. */
  readonly x: number;
  /** Mean of the measure. */
  readonly y: number;
  readonly std: number | null;
  readonly shape: readonly number[];
}

/**
 * How the shapes of a bilinear method become one curve. 'best': the best mean among shapes of similar size; 'square':
 * only q_c = q_r.
 */
export type ShapeChoice = 'best' | 'square';

/** Horizontal axis of a curve: q or q_c · q_r, or the numbers per code (2DPCA: q_r × rows). */
export const CURVE_AXES = ['latent', 'codes'] as const;

export type CurveAxis = (typeof CURVE_AXES)[number];

/**
 * Sizes within one point of 'best' differ by at most this factor. Without grouping, numbers with few divisors (13 = 13
 * × 1) would have extreme shapes only, and the curve would jump between those and the balanced ones.
 */
const SIMILAR = 1.25;

/** Points by ascending x: one per x for vector methods and squares, one per class of similar sizes for 'best'. */
export function curvePoints(
  curve: Curve,
  choice: ShapeChoice,
  better: Measure['better'] = 'lower',
  axis: CurveAxis = 'latent',
): CurvePoint[] {
  const sign = better === 'lower' ? 1 : -1;
  const matrix = curve.latentNames.length > 1;
  const classes = new Map<number, CurvePoint>();
  for (const point of curve.points) {
    const { shape, mean, std } = point;
    if (choice === 'square' && shape.some((q) => q !== shape[0])) continue;
    const x = placeOf(point, axis);
    const key = matrix && choice === 'best' ? Math.floor(Math.log(x) / Math.log(SIMILAR)) : x;
    const current = classes.get(key);
    if (!current || sign * (mean - current.y) < 0 || (mean === current.y && x < current.x))
      classes.set(key, { x, y: mean, std, shape });
  }
  return [...classes.values()].sort((a, b) => a.x - b.x);
}

/** The point with the best mean; ties go to the smallest x. null without points. */
export function bestPoint(points: readonly CurvePoint[], better: Measure['better'] = 'lower'): CurvePoint | null {
  const sign = better === 'lower' ? 1 : -1;
  let best: CurvePoint | null = null;
  for (const point of points) if (best === null || sign * (point.y - best.y) < 0) best = point;
  return best;
}

/** Point of a latent shape, whether or not the curve passes through it; null if it has no mean. */
export function chosenPoint(
  { points }: Curve,
  wanted: LatentShape | null,
  axis: CurveAxis = 'latent',
): CurvePoint | null {
  const point = wanted && points.find(({ shape }) => compareShapes(shape, wanted) === 0);
  if (!point) return null;
  const { shape, mean, std } = point;
  return { x: placeOf(point, axis), y: mean, std, shape };
}

function placeOf({ shape, codeSize }: Curve['points'][number], axis: CurveAxis): number {
  return axis === 'codes' ? codeSize : shape.reduce((product, q) => product * q, 1);
}

/** Title of the axis, according to the kinds of methods present. */
export function featureAxisTitle(curves: readonly Curve[], choice: ShapeChoice, axis: CurveAxis = 'latent'): string {
  if (axis === 'codes') return 'Numbers per code';
  const vector = curves.some((curve) => curve.latentNames.length === 1);
  const matrix = curves.some((curve) => curve.latentNames.length > 1);
  const matrixText = choice === 'square' ? 'q²' : 'q_c · q_r';
  const axisNames = [vector ? 'q' : null, matrix ? matrixText : null].filter((text) => text !== null).join(' or ');
  return `Latent dimension (${axisNames})`;
}

/** Approximate number of markers per curve; the best shape always has one. */
const MARKERS_PER_CURVE = 14;

/** Points with a marker, about evenly spread along the axis as drawn. */
export function markedPoints(
  points: readonly CurvePoint[],
  logarithmic: boolean,
  better: Measure['better'] = 'lower',
): Set<CurvePoint> {
  const marked = new Set<CurvePoint>();
  const best = bestPoint(points, better);
  if (best) marked.add(best);
  if (points.length <= MARKERS_PER_CURVE * 1.5) return new Set(points);
  const place = (point: CurvePoint): number => (logarithmic ? Math.log(point.x) : point.x);
  const first = place(points[0]);
  const step = (place(points[points.length - 1]) - first) / MARKERS_PER_CURVE;
  let next = first;
  for (const point of points) {
    if (place(point) < next) continue;
    marked.add(point);
    next = place(point) + step * 0.999;
  }
  return marked;
}

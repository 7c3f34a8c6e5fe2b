/** Expected performance curves (Bengio, Mariéthoz, Keller, 2005): what thresholds chosen beforehand lead to. */
import type { ScoreSamples } from '../classify/pairScores.ts';
import { EPC_STEPS } from './curves.ts';
import type { MeasuredCurve } from './measureGroup.ts';
import { errorsAt, operatingPoints, separation, type OperatingPoint } from './threshold.ts';

/**
 * At every weight α = i / EPC_STEPS the errors on the evaluation at the threshold that has the least
 * α · FAR + (1 − α) · FRR on the development; of equal ones that with the lower FAR + FRR, then the strictest, so that
 * the ends of the curve are its limits. Counts are misses · impostors + false alarms · genuine comparisons, of twice
 * the product of both numbers: half total error rates without rounding. null where development scores are separated
 * completely, or one kind is lacking.
 */
export function expectedPerformance(development: ScoreSamples, evaluation: ScoreSamples): MeasuredCurve | null {
  const sizes = [development, evaluation].flatMap(({ genuine, impostors }) => [genuine.length, impostors.length]);
  if (sizes.includes(0) || separation(development)) return null;
  const [own, others] = sizes;
  const hull = lowerHull(operatingPoints(development));
  const totalOf = new Map<OperatingPoint, number>();
  const counts = Array.from({ length: EPC_STEPS + 1 }, (_, i) => {
    // Whole numbers, so that ties are ties.
    const cost = (point: OperatingPoint, weight: number): number =>
      weight * point.falseAlarms * own + (EPC_STEPS - weight) * point.misses * others;
    const best = hull.reduce((least, point) => {
      const more = cost(point, i) - cost(least, i) || cost(point, EPC_STEPS / 2) - cost(least, EPC_STEPS / 2);
      return more < 0 ? point : least;
    });
    if (!totalOf.has(best)) {
      const { misses, falseAlarms } = errorsAt(evaluation, best.threshold);
      totalOf.set(best, misses * evaluation.impostors.length + falseAlarms * evaluation.genuine.length);
    }
    return totalOf.get(best)!;
  });
  return { of: 2 * evaluation.genuine.length * evaluation.impostors.length, counts };
}

/** The thresholds that have the least weighted error for some weights, the strictest first. */
function lowerHull(points: Iterable<OperatingPoint>): OperatingPoint[] {
  const hull: OperatingPoint[] = [];
  for (const point of points) {
    while (hull.length > 1 && !turnsUp(hull[hull.length - 2], hull[hull.length - 1], point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

/** Whether misses fall less steeply, per false alarm, after b than before it. */
function turnsUp(a: OperatingPoint, b: OperatingPoint, c: OperatingPoint): boolean {
  const before = [b.falseAlarms - a.falseAlarms, b.misses - a.misses];
  const after = [c.falseAlarms - b.falseAlarms, c.misses - b.misses];
  return before[0] * after[1] - before[1] * after[0] > 0;
}

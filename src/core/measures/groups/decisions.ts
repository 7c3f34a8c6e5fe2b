import { PERCENT, type MeasureGroupDeclaration, type MeasuredCurve } from '../measureGroup.ts';
import {
  errorsAt,
  rangeWithin,
  separation,
  thresholdBy,
  type ErrorCounts,
  operatingPoints,
  type OperatingPoint,
} from '../threshold.ts';
import type { ScoreSamples } from '../../classify/pairScores.ts';
import { EPC_STEPS } from '../curves.ts';

/**
 * Expected performance curve (Bengio, Mariéthoz, Keller, 2005): errors of thresholds chosen beforehand. At every weight
 * α = i / EPC_STEPS the errors on the evaluation pairs, at the threshold with the lowest α · FAR + (1 − α) · FRR on the
 * development pairs; among equals the one with the lower FAR + FRR, then the strictest, which makes the ends of the
 * curve its limits. Counts are misses · impostors + false alarms · genuine comparisons, of twice the product of both
 * numbers: half total error rates without rounding. null if development scores are completely separated, or one kind is
 * missing.
 */
export function expectedPerformance(development: ScoreSamples, evaluation: ScoreSamples): MeasuredCurve | null {
  const sizes = [development, evaluation].flatMap(({ genuine, impostors }) => [genuine.length, impostors.length]);
  if (sizes.includes(0) || separation(development)) return null;
  const [genuineCount, impostorCount] = sizes;
  const hull = lowerHull(operatingPoints(development));
  const totalOf = new Map<OperatingPoint, number>();
  const counts = Array.from({ length: EPC_STEPS + 1 }, (_, i) => {
    // Whole numbers, so ties are exact.
    const cost = (point: OperatingPoint, weight: number): number =>
      weight * point.falseAlarms * genuineCount + (EPC_STEPS - weight) * point.misses * impostorCount;
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

/** Thresholds with the lowest weighted error for some weight, the strictest first. */
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

const OTHERWISE = 'Otherwise the half total error rate itself.';

const NONE = {
  hter: null,
  'false-acceptance': null,
  'false-rejection': null,
  'hter-lowest': null,
  'hter-highest': null,
};

/**
 * Errors at the threshold of the equal error rate on the development pairs, as Bob reports systems. If these are
 * completely separated, no threshold is determined: the rates are null and only their range is given. The expected
 * performance curve uses other thresholds of the same pairs.
 */
export const decisions = {
  kind: 'decisions',
  title: 'Verification: HTER at development thresholds, EPC',
  requested: 'by name',
  needs: 'scores',
  of: 'verification',
  measures: [
    {
      id: 'hter',
      title: 'Half total error rate',
      prose:
        'the half total error rate (HTER; the mean of the false acceptance and false rejection rates) at the threshold of the equal error rate on development data',
      ...PERCENT,
      better: 'lower',
      subjects: 'middle',
      digits: 1,
      meaning:
        'Mean of the rates of false acceptance and false rejection at the threshold of the equal error rate on the development pairs.',
    },
    {
      id: 'false-acceptance',
      title: 'False acceptance rate',
      prose: 'the false acceptance rate (FAR) at the threshold of the equal error rate on development data',
      ...PERCENT,
      better: 'lower',
      // No interval over subjects: impostor pairs share the subjects of their probes too, which are not drawn; in 200
      // simulated studies only 0.79 and 0.86 of the intervals covered.
      digits: 1,
      meaning:
        'Share of the impostor pairs accepted at the threshold of the equal error rate on the development pairs.',
    },
    {
      id: 'false-rejection',
      title: 'False rejection rate',
      prose: 'the false rejection rate (FRR) at the threshold of the equal error rate on development data',
      ...PERCENT,
      better: 'lower',
      subjects: 'middle',
      digits: 1,
      meaning: 'Share of the genuine pairs rejected at the threshold of the equal error rate on the development pairs.',
    },
    {
      id: 'hter-lowest',
      title: 'Half total error rate, lowest',
      prose: 'the lowest half total error rate that the development data allowed',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: `Lowest half total error rate over the thresholds between development pairs that are separated completely. ${OTHERWISE}`,
    },
    {
      id: 'hter-highest',
      title: 'Half total error rate, highest',
      prose: 'the highest half total error rate that the development data allowed',
      ...PERCENT,
      better: 'lower',
      digits: 1,
      meaning: `Highest half total error rate over the thresholds between development pairs that are separated completely. ${OTHERWISE}`,
    },
  ],
  measure({ pairs }) {
    const compared = pairs();
    if (!compared) return { values: NONE, curves: { epc: null } };
    const { evaluation, development } = compared;
    const [genuineCount, impostorCount] = [evaluation.genuine.length, evaluation.impostors.length];
    const hter = ({ misses, falseAlarms }: ErrorCounts): number =>
      ((100 * misses) / genuineCount + (100 * falseAlarms) / impostorCount) / 2;
    const gap = separation(development);
    if (gap) {
      const [lowest, highest] = rangeWithin(evaluation, gap, hter);
      return { values: { ...NONE, 'hter-lowest': lowest, 'hter-highest': highest }, curves: { epc: null } };
    }
    const errors = errorsAt(evaluation, thresholdBy('equal rates', development));
    return {
      values: {
        hter: hter(errors),
        'false-acceptance': (100 * errors.falseAlarms) / impostorCount,
        'false-rejection': (100 * errors.misses) / genuineCount,
        'hter-lowest': hter(errors),
        'hter-highest': hter(errors),
      },
      curves: { epc: expectedPerformance(development, evaluation) },
    };
  },
} as const satisfies MeasureGroupDeclaration;

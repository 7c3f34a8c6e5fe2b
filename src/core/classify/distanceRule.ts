/** Scores from the distances of a probe to gallery codes. */
import { nearestOverShapes, type MatrixStack, type SweepMetric } from '../linalg/index.ts';
import type { LatentShape } from '../methods/method.ts';
import { DEFAULT_METRIC, distanceBetween, givesSquares, type MetricName } from './metrics/registry.ts';
import type { Scores } from './scores.ts';

export interface DistanceRule extends Pick<Scores, 'subjects' | 'positions' | 'voters'> {
  readonly metric: MetricName;
  /** Codes that probes are compared with: the gallery, or codes that are linear in it. */
  readonly gallery: MatrixStack;
  /** Combines the distances of several codes into one per candidate. Absent: each code is a candidate. */
  readonly together?: {
    /** Positions of each candidate's codes in `known`. */
    readonly groups: readonly (readonly number[])[];
    /** Distance of a group, from the (unsquared) distances to all codes. */
    readonly over: (row: Float64Array, group: readonly number[]) => number;
  };
}

/**
 * Applies the rule to probes: scores are negative distances, for single codes with Euclidean metrics negative squared
 * distances. `spread`: codes whose deviations a metric may divide by.
 */
export function scoresByRule(rule: DistanceRule, probes: MatrixStack, spread: MatrixStack): Scores {
  const { metric, gallery, subjects, positions, voters, together } = rule;
  const distance = distanceBetween(metric, gallery, probes, spread);
  const whole = { probes: probes.count, subjects, positions, voters };
  if (!together) {
    return {
      ...whole,
      of: (p) =>
        distance.ofAll?.(p).map((value) => -value) ??
        Float64Array.from({ length: gallery.count }, (_, g) => -distance(g, p)),
      pair: (p, g) => -distance(g, p),
    };
  }
  const { groups, over } = together;
  const squares = givesSquares(metric);
  const row = new Float64Array(gallery.count);
  const pair = (p: number, candidate: number): number => {
    for (const g of groups[candidate]) row[g] = squares ? Math.sqrt(distance(g, p)) : distance(g, p);
    return -over(row, groups[candidate]);
  };
  return { ...whole, pair, of: (p) => Float64Array.from(groups, (_, candidate) => pair(p, candidate)) };
}

/**
 * Gallery position decided for each shape and probe, shape-major, computed by the kernels if the Euclidean nearest code
 * decides; null for any other rule. `weights`: weights of the entries in a sweep.
 */
export function nearestAtShapes(
  { metric, gallery, positions, voters, together }: DistanceRule,
  probes: MatrixStack,
  shapes: readonly LatentShape[],
  weights?: SweepMetric,
): Uint32Array | null {
  if (metric !== DEFAULT_METRIC || voters > 1 || together) return null;
  return nearestOverShapes(gallery, probes, shapes, weights).map((at) => positions[at]);
}

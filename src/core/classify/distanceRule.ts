/** Scores that follow from the distances of a probe to known codes. */
import { nearestOverShapes, type MatrixStack, type SweepMetric } from '../linalg/index.ts';
import type { LatentShape } from '../methods/method.ts';
import { DEFAULT_METRIC, distanceBetween, givesSquares, type MetricName } from './metrics/registry.ts';
import type { Scores } from './scores.ts';

export interface DistanceRule extends Pick<Scores, 'subjects' | 'positions' | 'voters'> {
  readonly metric: MetricName;
  /** What probes are compared with: the gallery, or codes that are linear in it. */
  readonly known: MatrixStack;
  /** How far a candidate is by the distances of several codes. Absent: the known codes are the candidates. */
  readonly together?: {
    /** Positions of each candidate's codes among the known ones. */
    readonly groups: readonly (readonly number[])[];
    /** From a row of distances (not of squares) to all known codes, of which it reads those of the group. */
    readonly over: (row: Float64Array, group: readonly number[]) => number;
  };
}

/**
 * The rule applied to probes: scores are minus distances, of single codes by the Euclidean metrics minus their squares.
 * `spread`: codes whose deviations a metric may divide by.
 */
export function scoresByRule(rule: DistanceRule, probes: MatrixStack, spread: MatrixStack): Scores {
  const { metric, known, subjects, positions, voters, together } = rule;
  const distance = distanceBetween(metric, known, probes, spread);
  const whole = { probes: probes.count, subjects, positions, voters };
  if (!together) {
    return {
      ...whole,
      of: (p) =>
        distance.ofAll?.(p).map((value) => -value) ??
        Float64Array.from({ length: known.count }, (_, g) => -distance(g, p)),
      pair: (p, g) => -distance(g, p),
    };
  }
  const { groups, over } = together;
  const squares = givesSquares(metric);
  const row = new Float64Array(known.count);
  const pair = (p: number, candidate: number): number => {
    for (const g of groups[candidate]) row[g] = squares ? Math.sqrt(distance(g, p)) : distance(g, p);
    return -over(row, groups[candidate]);
  };
  return { ...whole, pair, of: (p) => Float64Array.from(groups, (_, candidate) => pair(p, candidate)) };
}

/**
 * Where the nearest known code by Euclid decides: for every shape and probe the gallery position that is decided for,
 * shape-major, by the kernels. `weights`: how a sweep weighs entries. null: another rule.
 */
export function nearestAtShapes(
  { metric, known, positions, voters, together }: DistanceRule,
  probes: MatrixStack,
  shapes: readonly LatentShape[],
  weights?: SweepMetric,
): Uint32Array | null {
  if (metric !== DEFAULT_METRIC || voters > 1 || together) return null;
  return nearestOverShapes(known, probes, shapes, weights).map((at) => positions[at]);
}

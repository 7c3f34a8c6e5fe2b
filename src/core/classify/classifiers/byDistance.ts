/** What classifiers by distance share: the parameter of the metric, and scores from distances. */
import type { ChoiceParameter } from '../../choice.ts';
import type { MatrixStack } from '../../linalg/matrix.ts';
import {
  DEFAULT_METRIC,
  distanceBetween,
  metrics,
  metricSchema,
  usesSpread,
  type MetricName,
} from '../metrics/registry.ts';
import type { Scores } from '../scores.ts';
import type { World } from './classifier.ts';

/** Absent: Euclidean. */
export const optionalMetric = metricSchema.optional();

export const metricParameter: ChoiceParameter = {
  name: 'metric',
  title: 'Distance',
  help: '',
  kind: 'choice',
  optional: true,
  default: DEFAULT_METRIC,
  choices: metrics.map(({ kind, title }) => ({ value: kind, title })),
  cards: 'Metrics',
};

/** Negative distances (of the Euclidean metrics: their squares) to `known`: the gallery, or means of it. */
export function distanceScores(
  metric: MetricName | undefined,
  known: MatrixStack,
  probes: MatrixStack,
  gallery: MatrixStack = known,
): Pick<Scores, 'probes' | 'of' | 'pair'> {
  const distance = distanceBetween(metric ?? DEFAULT_METRIC, known, probes, gallery);
  return {
    probes: probes.count,
    of: (p) => Float64Array.from({ length: known.count }, (_, g) => -distance(g, p)),
    pair: (p, g) => -distance(g, p),
  };
}

/** Scores of all images of a gallery, of which the best `voters` decide. */
export function galleryScores(
  metric: MetricName | undefined,
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  voters: number,
  world: (() => World) | null,
): Scores {
  return {
    ...distanceScores(metric, gallery, probes, spreadOf(metric, gallery, world)),
    subjects: labels,
    positions: everyPosition(gallery),
    voters,
  };
}

/** Every image of a gallery stands for itself. */
export function everyPosition({ count }: MatrixStack): number[] {
  return Array.from({ length: count }, (_, g) => g);
}

/** The codes whose deviations a metric divides by: in verification those of the world. */
export function spreadOf(
  metric: MetricName | undefined,
  gallery: MatrixStack,
  world: (() => World) | null,
): MatrixStack {
  return world && usesSpread(metric ?? DEFAULT_METRIC) ? world().codes : gallery;
}

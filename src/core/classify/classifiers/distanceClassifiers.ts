/** Shared parts of distance-based classifiers: the metric parameter and their rules. */
import type { ChoiceParameter } from '../../choice.ts';
import type { MatrixStack } from '../../linalg/matrix.ts';
import { scoresByRule, type DistanceRule } from '../distanceRule.ts';
import {
  DEFAULT_METRIC,
  givesSquares,
  metricProse,
  metrics,
  metricSchema,
  usesSpread,
  type MetricName,
} from '../metrics/registry.ts';
import type { ByCodes, World } from './classifier.ts';
import { prose, type Prose } from '../../text/proseTags.ts';

/** Absent: Euclidean. */
export const optionalMetric = metricSchema.optional();

export const metricParameter: ChoiceParameter = {
  name: 'metric',
  title: 'Distance',
  help: '',
  kind: 'choice',
  optional: true,
  default: DEFAULT_METRIC,
  source: { published: 'Zhao, Yu and Kwok 2012 and most comparisons of faces', measured: '1nn.metric' },
  choices: metrics.map(({ kind, title }) => ({ value: kind, title })),
  cards: 'Metrics',
};

/** Declares a classifier by its distance rule. The rule throws FitError if the gallery is insufficient. */
export function byRule<Value extends { readonly metric?: MetricName }>(
  rule: (value: Value, gallery: MatrixStack, labels: ArrayLike<number>) => DistanceRule,
): Pick<ByCodes<Value>, 'rule' | 'scores'> {
  return {
    rule,
    scores: (value, gallery, labels, probes, world) =>
      scoresByRule(rule(value, gallery, labels), probes, spreadOf(value.metric, gallery, world)),
  };
}

/** Rule with every gallery image as a candidate; the nearest `voters` vote. */
export function nearestImages(
  metric: MetricName | undefined,
  gallery: MatrixStack,
  subjects: ArrayLike<number>,
  voters: number,
): DistanceRule {
  const positions = Array.from({ length: gallery.count }, (_, g) => g);
  return { metric: metric ?? DEFAULT_METRIC, gallery, subjects, positions, voters };
}

/** Sentence on the scores of nearest neighbours: the distance alone, regardless of the number of voters. */
export function nearestScoreProse(of: 'images' | 'templates', metric: MetricName | undefined): Prose {
  const distance = givesSquares(metric ?? DEFAULT_METRIC) ? 'squared distance' : 'distance';
  return of === 'images'
    ? prose`The score of a pair was the negative ${distance} between the codes of its images (${metricProse(metric)})`
    : prose`The score of a comparison was the negative ${distance} to the nearest enrolled image (${metricProse(metric)})`;
}

/** Codes whose deviations a metric divides by: in verification those of the world. */
function spreadOf(metric: MetricName | undefined, gallery: MatrixStack, world: (() => World) | null): MatrixStack {
  return world && usesSpread(metric ?? DEFAULT_METRIC) ? world().codes : gallery;
}

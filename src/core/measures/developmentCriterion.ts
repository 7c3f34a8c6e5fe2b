/** Criteria for latent shapes on the development pairs of verification. */
import type { ScoreSamples } from '../classify/pairScores.ts';
import type { ThresholdRule } from '../protocols/split.ts';
import { measureOf, type MeasureId } from './measures.ts';
import { errorsAt, thresholdBy } from './threshold.ts';
import { orderComparisons, weightedRates } from './weightedRates.ts';

/** Criteria in addition to the error rate. */
export const DEVELOPMENT_JUDGES = ['verification-auc', 'verification-eer', 'min-dcf', 'min-hter', 'hter'] as const;

type Judge = (typeof DEVELOPMENT_JUDGES)[number];

export function hasDevelopmentCriterion(id: MeasureId): id is Judge {
  return DEVELOPMENT_JUDGES.some((judge) => judge === id);
}

/**
 * Criterion on development pairs, lower is better: the share that the threshold of the rule decides wrongly (`by` the
 * error rate), or another measure of these pairs, negated if higher is better. Throws RangeError for other measures.
 */
export function developmentCriterion(samples: ScoreSamples, rule: ThresholdRule, by: MeasureId): number {
  const { genuine, impostors } = samples;
  if (by === 'error-rate') {
    const { misses, falseAlarms } = errorsAt(samples, thresholdBy(rule, samples));
    return (misses + falseAlarms) / (genuine.length + impostors.length);
  }
  if (!hasDevelopmentCriterion(by)) throw new RangeError(`Development pairs are not judged by "${by}"`);
  const decided = errorsAt(samples, thresholdBy('equal rates', samples));
  const kinds = Float64Array.from([...genuine, ...impostors], (_, at) => (at < genuine.length ? 1 : 0));
  const ordered = orderComparisons(Float64Array.from([...genuine, ...impostors]), kinds, decided);
  const value = weightedRates(ordered, new Float64Array(kinds.length).fill(1))!.values[by]!;
  return measureOf(by).better === 'higher' ? -value : value;
}

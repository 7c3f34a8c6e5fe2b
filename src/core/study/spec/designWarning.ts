/** Whether the corrected resampled t-test of a study can show what such tables ask of it. */
import { detectable } from '../../compare/power.ts';
import type { DatasetFacts } from '../../dataset.ts';
import { normalQuantile } from '../../stats/distributions/normal.ts';
import { baselineOf } from '../comparison/compare.ts';
import { testToTrain } from '../splits/splits.ts';
import { conditionsOf, repeatCount } from './conditions.ts';
import type { StudySpec } from './spec.ts';

const POWER = 0.8;
/** In standard deviations of the repeats' differences: a limit above this is worth a word. */
const LEAST_SHOWN = 4;

/** For the condition with the largest n_test/n_train, where even unlimited repeats show large differences only. */
export function designWarnings(spec: StudySpec, dataset: DatasetFacts): string[] {
  const { comparison, protocol, methods } = spec;
  const repeats = repeatCount(spec, dataset);
  if (comparison.test !== 'corrected-resampled-t' || methods.length < 2 || repeats < 2) return [];
  const conditions = conditionsOf(protocol).map(({ key, title }) => ({
    title,
    ratio: testToTrain(spec, dataset, key, [1]),
  }));
  const { title, ratio } = conditions.reduce((worst, each) => (each.ratio > worst.ratio ? each : worst));
  const tails = baselineOf(comparison) === null ? 1 : 2;
  const { alpha } = comparison;
  const limit = (normalQuantile(1 - alpha / tails) + normalQuantile(POWER)) * Math.sqrt(ratio);
  if (!(limit > LEAST_SHOWN)) return [];
  const now = detectable({ repeats, testToTrain: ratio, alpha, tails }, POWER);
  const at = conditions.length > 1 || title !== '' ? `At ${title}, the` : 'The';
  return [
    `${at} test has ${100 * POWER} % power only for differences above ${now.toFixed(1)} standard deviations ` +
      `(${repeats} repeats, n_test/n_train = ${Number(ratio.toFixed(2))}). More repeats cannot lower this below ` +
      `${limit.toFixed(1)}; larger training sets can.`,
  ];
}

/** Warns if the test of a study can detect only large differences, or none. */
import { unattainableSentence } from '../../compare/attainable.ts';
import { splitByFamily } from '../../compare/testFamilies.ts';
import { detectable } from '../../compare/power.ts';
import type { DatasetFacts } from '../../dataset.ts';
import { normalQuantile } from '../../stats/distributions/normal.ts';
import { baselineOf } from '../comparison/compareMethods.ts';
import { testToTrain } from '../plan/splits.ts';
import { conditionsOf, repeatCount } from './conditions.ts';
import type { StudySpec } from './spec.ts';

const POWER = 0.8;
/** In standard deviations of the repeats' differences; a limit above this gives a warning. */
const LEAST_SHOWN = 4;

/**
 * The condition with the largest n_test/n_train, if even unlimited repeats detect only large differences there
 * (`limit`, in standard deviations); else null.
 */
export function weakCondition(spec: StudySpec, dataset: DatasetFacts) {
  const { comparison, protocol, methods } = spec;
  const repeats = repeatCount(spec, dataset);
  if (comparison.test !== 'corrected-resampled-t' || methods.length < 2 || repeats < 2) return null;
  const conditions = conditionsOf(protocol).map(({ key, title }) => ({
    key,
    title,
    ratio: testToTrain(spec, dataset, key, [1]),
  }));
  const worst = conditions.reduce((weaker, each) => (each.ratio > weaker.ratio ? each : weaker));
  const tails: 1 | 2 = baselineOf(comparison) === null ? 1 : 2;
  const { alpha } = comparison;
  const limit = (normalQuantile(1 - alpha / tails) + normalQuantile(POWER)) * Math.sqrt(worst.ratio);
  return limit > LEAST_SHOWN ? { ...worst, limit, repeats, alpha, tails, several: conditions.length > 1 } : null;
}

/**
 * Warning that the test of a study cannot find any difference, because its p has a floor above the level; none if it
 * can.
 */
export function floorWarnings(spec: StudySpec, dataset: DatasetFacts): string[] {
  const { comparison, protocol, perturbations, methods } = spec;
  const repeats = repeatCount(spec, dataset);
  if (methods.length < 2 || repeats < 2) return [];
  const others = methods.length - 1;
  const conditions = conditionsOf(protocol, perturbations).map(() => new Array<null>(others).fill(null));
  const families = splitByFamily(conditions, comparison.family).map(({ length }) => ({ repeats, tests: length }));
  const side = baselineOf(comparison) === null ? 'greater' : 'two-sided';
  const sentence = unattainableSentence(comparison, families, side);
  return sentence === null ? [] : [sentence];
}

/**
 * Warning about the weak condition of a study, if it has one. `spread`: the standard deviation of the differences
 * between methods there, in percentage points; null while unknown.
 */
export function designWarnings(spec: StudySpec, dataset: DatasetFacts, spread: number | null = null): string[] {
  const weak = weakCondition(spec, dataset);
  if (!weak) return [];
  const { title, ratio, limit, repeats, alpha, tails, several } = weak;
  const now = detectable({ repeats, testToTrain: ratio, alpha, tails }, POWER);
  const subject = several || title !== '' ? `At ${title}, the` : 'The';
  // Differences without spread have been detected already.
  if (spread === 0) return [];
  const [unit, scale, basis] =
    spread === null
      ? ['standard deviations', 1, '']
      : ['percentage points', spread, ` (differences so far: s = ${spread.toFixed(2)})`];
  return [
    `${subject} test has ${100 * POWER}% power only for true differences above ${(scale * now).toFixed(1)} ${unit}; ` +
      `more repeats lower that to ${(scale * limit).toFixed(1)} at best, larger training sets further${basis}.`,
  ];
}

/** Sentences on the power of a design to compare two methods. */
import type { PairPower } from '../../compare/pairPower.ts';
import type { SplitDisagreement } from '../../compare/pairTest.ts';
import { imagesFor } from '../../compare/power.ts';
import { differenceUnit, exceedsAnyDifference } from '../../measures/practicalMargin.ts';
import type { Measure } from '../../measures/measures.ts';
import { numberText } from '../numbers.ts';

/** `measure`: of the differences. `disagreement`: in one split, if its predictions are available. */
export function powerSentences(
  answer: PairPower,
  measure: Pick<Measure, 'unit' | 'digits'>,
  disagreement: SplitDisagreement | null = null,
): string[] {
  const { repeats, testToTrain, alpha, spread, difference, wanted, power, repeatsNeeded, testToTrainNeeded } = answer;
  const unit = differenceUnit(measure);
  const points = (value: number): string => `${numberText(value, measure.digits + 1)} ${unit}`.trim();
  const percent = (share: number): string => `${(100 * share).toFixed(share > 0.999 || share < 0.001 ? 2 : 0)}%`;
  const ratio = numberText(testToTrain, 2);
  const images = disagreement ? imagesFor(disagreement, difference, alpha, wanted) : null;
  return [
    `${repeats} repeats, n_test/n_train = ${ratio}, spread of the differences ${points(spread)}, two-sided α = ${alpha}.`,
    `Power to detect a true difference of ${points(difference)}: ${percent(power)}.`,
    exceedsAnyDifference(answer.detectable, measure)
      ? `No difference has ${percent(wanted)} power: it would have to exceed ${points(100)}.`
      : `${percent(wanted)} power requires a true difference of at least ${points(answer.detectable)}.`,
    repeatsNeeded === null
      ? `No number of repeats gives ${percent(wanted)} power for ${points(difference)}, because repeats share training images.`
      : `${points(difference)} would need ${repeatsNeeded} repeats.`,
    testToTrainNeeded === null
      ? `${repeatsNeeded === null ? 'Nor do smaller test sets' : 'Smaller test sets alone would not suffice'} with ${repeats} repeats of this spread.`
      : `With ${repeats} repeats of this spread n_test/n_train may be at most ${numberText(testToTrainNeeded, 2)}; ` +
        'smaller test sets spread more.',
    ...(images === null || unit !== 'pp'
      ? []
      : [
          `One split would need ${images.toLocaleString('en-GB')} test images for McNemar’s test, if the two disagree on ` +
            'the same share of them as in its split.',
        ]),
  ];
}

import { pairPower, type PairPower } from '../../../core/compare/pairPower.ts';
import { differenceUnit } from '../../../core/measures/differenceUnit.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import { numberText } from '../../../core/report/numbers.ts';
import { print, printJson } from '../terminal.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';

interface PowerOptions extends WorkspaceOptions {
  readonly condition?: string;
  readonly difference: number;
  readonly power: number;
  readonly measure?: MeasureId;
  readonly selection?: 'oracle' | 'validated';
  readonly alpha?: number;
  readonly json?: boolean;
}

/**
 * eigenbench power: how likely the two-sided corrected resampled t-test finds a difference between two methods, by the
 * spread of the repeats that have finished, and the repeats or the smaller test sets that would show it.
 */
export async function powerCommand(name: string, first: string, second: string, options: PowerOptions): Promise<void> {
  const { condition, difference, power, measure = 'error-rate', selection, alpha } = options;
  const { found, unit } = await withEngine(options, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const { measures } = await client.studies.get({ id });
    const pairs = await client.studies.compare({
      id,
      first,
      second,
      condition,
      rope: difference,
      measure,
      selection,
      alpha,
    });
    return { found: pairs, unit: differenceUnit(measures.find((each) => each.id === measure)!) };
  });
  const answers = found.map(({ condition: key, title, report }) => ({
    condition: key,
    title,
    power: pairPower(report.samples.differences, report, difference, power),
  }));
  if (options.json) printJson(answers);
  else print(answers.map(({ title, power: answer }) => `${title}\n${powerText(answer, unit)}`).join('\n'));
}

function powerText(answer: PairPower | null, unit: string): string {
  if (!answer) return '  Fewer than two common repeats, or all differences are equal: no spread to go by.\n';
  const { repeats, testToTrain, alpha, spread, difference, wanted, power, repeatsNeeded, testToTrainNeeded } = answer;
  const points = (value: number): string => `${numberText(value)}${unit === '' ? '' : ` ${unit}`}`;
  const percent = (share: number): string => `${(100 * share).toFixed(share > 0.999 || share < 0.001 ? 2 : 0)} %`;
  const ratio = numberText(testToTrain, 2);
  const lines = [
    `${repeats} repeats, n_test/n_train = ${ratio}, spread of the differences ${points(spread)}, two-sided α = ${alpha}.`,
    `A true difference of ${points(difference)} is found with probability ${percent(power)}.`,
    `Found with probability ${percent(wanted)}: differences of ${points(answer.detectable)} or more.`,
    repeatsNeeded === null
      ? `No number of repeats finds ${points(difference)} with probability ${percent(wanted)}: they share training images.`
      : `Repeats needed for ${points(difference)}: ${repeatsNeeded}.`,
    testToTrainNeeded === null
      ? `Nor do smaller test sets with ${repeats} repeats of this spread.`
      : `With ${repeats} repeats of this spread n_test/n_train may be at most ${numberText(testToTrainNeeded, 2)}; ` +
        'smaller test sets spread more.',
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

import { pairPower, type PairPower } from '../../../../core/compare/pairPower.ts';
import type { SplitDisagreement } from '../../../../core/compare/pairTest.ts';
import type { Measure } from '../../../../core/measures/measures.ts';
import { powerSentences } from '../../../../core/report/prose/powerSentences.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declarePower } from '../../declarations/tableCommands.ts';
import { print, printJson } from '../../terminal.ts';
import { findLabels, findStudy, withEngine } from '../../workspace.ts';

/**
 * eigenbench power: shows how likely the two-sided corrected resampled t-test detects a difference between two methods,
 * given the spread of the finished repeats, and how many repeats or how much smaller test sets would detect it.
 */
export async function powerCommand(
  name: string,
  one: string,
  other: string,
  options: OptionsOf<typeof declarePower>,
): Promise<void> {
  const { condition, difference, power, measure = 'error-rate', selection, alpha, json, ...where } = options;
  const { comparisons, measured } = await withEngine(where, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const [first, second] = await findLabels(engine, id, [one, other]);
    const { measures } = await client.studies.get({ id });
    const comparisons = await client.studies.compare({
      id,
      first,
      second,
      condition,
      measure,
      selection,
      alpha,
    });
    return { comparisons, measured: measures.find((each) => each.id === measure)! };
  });
  const answers = comparisons.map(({ condition: key, title, report }) => ({
    condition: key,
    title,
    power: pairPower(report.samples.differences, report, difference, power),
    disagreement: measure === 'error-rate' ? report.mcnemar : null,
  }));
  if (json) printJson(answers.map(({ disagreement: _, ...answer }) => answer));
  else
    print(
      answers
        .map(({ title, power: answer, disagreement }) => `${title}\n${powerText(answer, measured, disagreement)}`)
        .join('\n'),
    );
}

function powerText(answer: PairPower | null, measure: Measure, disagreement: SplitDisagreement | null): string {
  if (!answer) return '  Not tested: fewer than two shared repeats, or identical differences.\n';
  return powerSentences(answer, measure, disagreement)
    .map((line) => `  ${line}\n`)
    .join('');
}

import { pairPower, type PairPower } from '../../../../core/compare/pairPower.ts';
import type { SplitDisagreement } from '../../../../core/compare/pairTest.ts';
import type { Measure } from '../../../../core/measures/measures.ts';
import { powerSentences } from '../../../../core/report/prose/powerSentences.ts';
import { print, printJson } from '../../terminal.ts';
import { findLabels, findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declarePower } from '../../declarations/tableCommands.ts';

/**
 * eigenbench power: how likely the two-sided corrected resampled t-test finds a difference between two methods, by the
 * spread of the repeats that have finished, and the repeats or the smaller test sets that would show it.
 */
export async function powerCommand(
  name: string,
  one: string,
  other: string,
  options: OptionsOf<typeof declarePower>,
): Promise<void> {
  const { condition, difference, power, measure = 'error-rate', selection, alpha, json, ...where } = options;
  const { found, own } = await withEngine(where, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const [first, second] = await findLabels(engine, id, [one, other]);
    const { measures } = await client.studies.get({ id });
    const pairs = await client.studies.compare({
      id,
      first,
      second,
      condition,
      measure,
      selection,
      alpha,
    });
    return { found: pairs, own: measures.find((each) => each.id === measure)! };
  });
  const answers = found.map(({ condition: key, title, report }) => ({
    condition: key,
    title,
    power: pairPower(report.samples.differences, report, difference, power),
    disagreement: measure === 'error-rate' ? report.mcnemar : null,
  }));
  if (json) printJson(answers.map(({ disagreement: _, ...answer }) => answer));
  else
    print(
      answers
        .map(({ title, power: answer, disagreement }) => `${title}\n${powerText(answer, own, disagreement)}`)
        .join('\n'),
    );
}

function powerText(answer: PairPower | null, measure: Measure, disagreement: SplitDisagreement | null): string {
  if (!answer) return '  Fewer than two common repeats, or all differences are equal: no variance to test.\n';
  return powerSentences(answer, measure, disagreement)
    .map((line) => `  ${line}\n`)
    .join('');
}

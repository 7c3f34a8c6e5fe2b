import type { PairReport } from '../../../../core/compare/pairReport.ts';
import { differenceUnit, requestedMargin } from '../../../../core/measures/practicalMargin.ts';
import { estimateText, intervalText, numberText, pText } from '../../../../core/report/numbers.ts';
import { pairVerdict, type VerdictContext } from '../../../../core/report/pairVerdict.ts';
import { isUnavailable } from '../../../../core/stats/tests/testResult.ts';
import { rowDifference } from '../../../../core/study/comparison/compareMethods.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareCompare } from '../../declarations/tableCommands.ts';
import { UsageError } from '../../errors.ts';
import { columns } from '../../options/textColumns.ts';
import { print, printJson } from '../../terminal.ts';
import { findLabels, findStudy, withEngine } from '../../workspace.ts';

/** eigenbench compare: shows the result of every test on two methods of a study, and why the results differ. */
export async function compareCommand(
  name: string,
  one: string,
  other: string,
  options: OptionsOf<typeof declareCompare>,
): Promise<void> {
  const { condition, rope, measure = 'error-rate', selection, alpha, repeat, json, ...where } = options;
  const { comparisons, context, apart, first, second } = await withEngine(where, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const [first, second] = await findLabels(engine, id, [one, other]);
    const { measures, spec } = await client.studies.get({ id });
    const measured = measures.find((each) => each.id === measure);
    if (measured?.margin === null && rope === undefined) throw new UsageError(requestedMargin(measured));
    return {
      comparisons: await client.studies.compare({
        id,
        first,
        second,
        condition,
        rope,
        measure,
        selection,
        alpha,
        repeat,
      }),
      context: { measure: measured!, test: spec.comparison.test },
      apart: rowDifference(spec, first, second),
      first,
      second,
    };
  });
  if (json) {
    printJson(comparisons);
    return;
  }
  const blocks = comparisons.map(({ title, report }) => `${title}\n${pairText(report, { first, second, ...context })}`);
  print([...blocks, ...(apart === null ? [] : [apart, ''])].join('\n'));
}

function pairText(report: PairReport, context: VerdictContext): string {
  const { first, second } = context;
  const { better, unit } = context.measure;
  const digits = context.measure.digits + 1;
  const points = unit === '' ? '' : ` ${differenceUnit({ unit })}`;
  const rows = report.tests.map(({ title, p, statistic, df, lack, different }) => [
    title,
    statistic === null ? '–' : numberText(statistic, 3),
    df === null ? '–' : String(Number(df.toFixed(2))),
    pText(p),
    lack ?? (different ? 'different' : 'no significant difference'),
  ]);
  const facts = [
    `${first} − ${second}: ${numberText(report.difference, digits)}${points} over ${report.repeats} common repeats`,
    `95% interval with the variance of Nadeau and Bengio ${intervalText(report.correctedInterval, digits)}; as if repeats were independent ${intervalText(report.interval, digits)}`,
    `Cohen's d ${estimateText(report.cohenD)} (Hedges' g ${estimateText(report.hedgesG)}), of the differences ${estimateText(report.cohenDz)}; Cliff's delta ${numberText(report.cliffDelta)}`,
  ];
  if (isUnavailable(report.rope)) {
    facts.push(`Probabilities of better, practically equal, worse: ${report.rope}`);
  } else {
    const { less, equivalent, greater, halfWidth, decision } = report.rope;
    const [wins, loses] = better === 'lower' ? [less, greater] : [greater, less];
    const outcomes = {
      less: better === 'lower' ? 'better' : 'worse',
      equivalent: 'practically equal',
      greater: better === 'lower' ? 'worse' : 'better',
    };
    facts.push(
      `Probability that ${first} is better ${wins.toFixed(3)}, practically equal (within ${halfWidth}) ` +
        `${equivalent.toFixed(3)}, worse ${loses.toFixed(3)}: ${decision ? outcomes[decision] : 'undecided'}`,
    );
  }
  if (!isUnavailable(report.equivalence)) {
    const { margin, statistic, df, p, equivalent } = report.equivalence;
    facts.push(
      `Equivalence within ${margin}${points} (two one-sided corrected t-tests): t ${numberText(statistic, 3)}, df ${df}, ` +
        `${pText(p)}: ${equivalent ? 'equivalent' : 'not significant'}`,
    );
  }
  const tests = columns(['two-sided test', '>statistic', '>df', '>p', `at α = ${report.alpha}`], rows);
  const verdict = pairVerdict(report, context).join('\n');
  return `${verdict}\n\n${tests}${facts.join('\n')}\n\nWhy they differ:\n${report.explanation.map((text) => `  ${text}`).join('\n')}\n`;
}

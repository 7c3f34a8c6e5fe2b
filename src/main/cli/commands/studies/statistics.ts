import { estimateText, intervalText, numberText, pText } from '../../../../core/report/numbers.ts';
import { isUnavailable } from '../../../../core/stats/tests/testResult.ts';
import { requestedMargin, differenceUnit } from '../../../../core/measures/practicalMargin.ts';
import type { PairReport } from '../../../../core/compare/pairReport.ts';
import { rowDifference } from '../../../../core/study/comparison/compareMethods.ts';
import { pairVerdict, type VerdictContext } from '../../../../core/report/pairVerdict.ts';
import { print, printJson } from '../../terminal.ts';
import { UsageError } from '../../errors.ts';
import { findLabels, findStudy, withEngine, findStudies } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareCompare, declarePower, declareRanks, declareConfusion } from '../../declarations/tableCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { pairPower, type PairPower } from '../../../../core/compare/pairPower.ts';
import type { SplitDisagreement } from '../../../../core/compare/pairTest.ts';
import type { Measure } from '../../../../core/measures/measures.ts';
import { powerSentences } from '../../../../core/report/prose/powerSentences.ts';
import { rankSentences } from '../../../../core/report/prose/rankSentences.ts';
import { blockTest } from '../../../../core/compare/blockTests.ts';
import type { PracticalPairs } from '../../../../core/study/comparison/practicalPairs.ts';
import type { RankReport } from '../../../../core/study/comparison/ranks.ts';
import { shapeText } from '../../../../core/methods/latent/latentShape.ts';

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
    `95 % interval with the variance of Nadeau and Bengio ${intervalText(report.correctedInterval, digits)}; as if repeats were independent ${intervalText(report.interval, digits)}`,
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
  if (!answer) return '  Fewer than two common repeats, or all differences are equal: no variance to test.\n';
  return powerSentences(answer, measure, disagreement)
    .map((line) => `  ${line}\n`)
    .join('');
}

/** eigenbench ranks: average ranks over the conditions of a study, or over the datasets of several, with tests. */
export async function ranksCommand(names: readonly string[], options: OptionsOf<typeof declareRanks>): Promise<void> {
  const { measure, selection, alpha, rope: requestedRope, bayes: practicalTest, per, json, ...where } = options;
  const rope = requestedRope === true ? 'default' : requestedRope;
  const report = await withEngine(where, async (engine) => {
    const ids = await findStudies(engine, names);
    const blocks = per ?? (ids.length > 1 ? 'dataset' : 'condition');
    return engine.client.studies.ranks({ ids, per: blocks, measure, selection, alpha, rope, practicalTest });
  });
  if (json) printJson(report);
  else print(ranksText(report));
}

function ranksText(report: RankReport): string {
  const { methods, blocks, nemenyi, wilcoxon, practical, measure } = report;
  const digits = measure.digits + 1;
  const ranked = columns(
    ['method', '>rank', ...blocks.map(({ title }) => `>${title}`)],
    methods.map(({ label, averageRank }, m) => [
      label,
      numberText(averageRank),
      ...blocks.map(({ values, ranks }) => `${values[m].toFixed(digits)} (${ranks[m]})`),
    ]),
  );
  const pairs = methods.flatMap((first, a) =>
    methods.slice(a + 1).map((second, i) => {
      const b = a + 1 + i;
      return [
        `${first.label} – ${second.label}`,
        numberText((second.averageRank ?? 0) - (first.averageRank ?? 0)),
        nemenyi ? pText(nemenyi.p[a][b]) : '–',
        pText(wilcoxon[a][b]),
      ];
    }),
  );
  const compared =
    methods.length < 2 ? '' : `\n${columns(['pair', '>ranks apart', '>Nemenyi', '>Wilcoxon, Holm'], pairs)}`;
  return `${ranked}\n${rankSentences(report).join('\n')}\n${compared}${practical ? `\n${practicalText(practical, methods, measure)}` : ''}`;
}

function practicalText(
  { test, halfWidth, draws, pairs }: PracticalPairs,
  methods: RankReport['methods'],
  measure: RankReport['measure'],
): string {
  const within = `±${`${halfWidth} ${differenceUnit(measure)}`.trim()}`;
  const rows = pairs.map(({ first, second, firstBetter, equivalent, secondBetter }) => [
    `${methods[first].label} – ${methods[second].label}`,
    ...[firstBetter, equivalent, secondBetter].map((share) => share.toFixed(3)),
  ]);
  const head = `${blockTest(test).phrase}, practically equal within ${within}, ${draws} draws of the posterior:`;
  return `${head}\n${columns(['pair', '>first better', '>equal', '>second better'], rows)}`;
}

/** eigenbench confusion: lists the subjects that a method confuses, most frequent first. */
export async function confusionCommand(
  name: string,
  method: string,
  { condition, json, ...options }: OptionsOf<typeof declareConfusion>,
): Promise<void> {
  const { confusion, label } = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    const [label] = await findLabels(engine, id, [method]);
    return { label, confusion: await engine.client.studies.confusion({ id, label, condition }) };
  });
  if (json) {
    printJson(confusion);
    return;
  }
  const { pairs, subjects, shape, repeats } = confusion;
  const rows = pairs.map(({ truth, predicted, count, tests }) => [
    subjects[truth],
    subjects[predicted],
    String(count),
    String(tests),
  ]);
  const where = shape?.length ? ` at ${shapeText(shape)}` : '';
  print(`${label}, ${condition}${where}, ${repeats} repeats\n`);
  print(columns(['subject', 'misclassified as', '>times', '>of'], rows));
}

/** Sections on effect sizes, practical relevance and power. */
import { blockTest } from '../../compare/blockTests.ts';
import { differenceUnit } from '../../measures/practicalMargin.ts';
import { isUnavailable } from '../../stats/tests/testResult.ts';
import type { ComparedPair, ComparisonFindings } from './findings.ts';
import { paragraph, type ProseBlock, type Section } from '../blocks.ts';
import { numbersOf } from './tracedNumbers.ts';
import { named, prose, type Prose } from './tracedProse.ts';

/** A table per condition with its pairs; conditions without pairs are left out. */
function perCondition(
  { conditions, reference }: ComparisonFindings,
  head: readonly Prose[],
  cells: (pair: ComparedPair, of: { condition: string; methods: string[] }) => readonly Prose[],
): ProseBlock {
  const rows = conditions.flatMap(({ key, title, pairs }) =>
    pairs.map((pair): readonly Prose[] => [
      [named(title)],
      prose`${named(pair.label)} − ${named(reference!)}`,
      ...cells(pair, { condition: key, methods: [pair.label, reference!] }),
    ]),
  );
  return { kind: 'table', head: [['Condition'], ['Pair'], ...head], rows };
}

const LEVEL = 0.95;

export function effects(findings: ComparisonFindings): Section<ProseBlock> {
  const { fixed, stated } = numbersOf(findings);
  const { table, comparison } = findings;
  const digits = (table.options.digits ?? table.measure.digits) + 1;
  const about = prose`Differences are method − ${named(findings.reference ?? '')} over the repeats that both have. Intervals have level ${stated('level', LEVEL)} and the variance of Nadeau and Bengio, which counts that repeats share training images.`;
  const block = perCondition(
    findings,
    [['Difference'], ['Interval'], ['d_z'], ['Cliff’s δ'], ['Two-sided p']],
    ({ report }, of) => {
      const { correctedInterval: range } = report;
      const test = report.tests.find(({ name }) => name === comparison.test)!;
      return [
        fixed('difference', report.difference, digits, of),
        isUnavailable(range)
          ? [range]
          : prose`${fixed('interval-low', range.low, digits, of)} to ${fixed('interval-high', range.high, digits, of)}`,
        fixed('d-z', report.cohenDz, 2, of),
        fixed('cliff-delta', report.cliffDelta, 2, of),
        fixedP(findings, test.lack ?? test.p, { ...of, test: comparison.test }),
      ];
    },
  );
  return { title: 'Effect sizes', blocks: [paragraph(about), block] };
}

function fixedP(
  findings: ComparisonFindings,
  p: Parameters<ReturnType<typeof numbersOf>['bareP']>[1],
  of: object,
): Prose {
  return numbersOf(findings).bareP('test-p', p, of);
}

export function practical(findings: ComparisonFindings): Section<ProseBlock> {
  const { stated, fixed, bareP, count } = numbersOf(findings);
  const { options, conditions, table } = findings;
  const margin = stated('margin', options.rope);
  const unit = differenceUnit(table.measure);
  const settings = { margin: options.rope };
  const about = prose`Differences within ±${margin}${unit === '' ? '' : prose` ${named(unit)}`} count as practically equal. Within a condition the probabilities come from the Bayesian correlated t-test [${named('benavoli2017')}]; equivalence is tested by two one-sided corrected t-tests.`;
  const block = perCondition(
    findings,
    [['P(better)'], ['P(practically equal)'], ['P(worse)'], ['p of equivalence']],
    ({ report }, of) => {
      const { rope, equivalence } = report;
      const tail = [
        bareP('equivalence-p', isUnavailable(equivalence) ? equivalence : equivalence.p, { ...of, settings }),
      ];
      if (isUnavailable(rope)) return [[rope], ['–'], ['–'], ...tail];
      const [better, worse] = table.measure.better === 'lower' ? [rope.less, rope.greater] : [rope.greater, rope.less];
      const from = { ...of, test: 'correlated-t', settings };
      return [
        fixed('first-better', better, 3, from),
        fixed('practically-equal', rope.equivalent, 3, from),
        fixed('second-better', worse, 3, from),
        ...tail,
      ];
    },
  );
  const decided = conditions
    .flatMap(({ pairs }) => pairs)
    .filter(({ report: { rope } }) => !isUnavailable(rope) && rope.decision);
  const equal = decided.filter(({ report: { rope } }) => !isUnavailable(rope) && rope.decision === 'equivalent');
  const least = stated('1 − alpha', 1 - findings.comparison.alpha);
  const summary = prose`One of the three has a probability of ${least} or more for ${count('count', decided.length, { settings: { of: 'decided pairs', ...settings } })} pairs; ${count('count', equal.length, { settings: { of: 'practically equal pairs', ...settings } })} of them are practically equal.`;
  return { title: 'Practical relevance', blocks: [paragraph(about, summary), block, ...acrossBlocks(findings)] };
}

/** Results over the conditions or datasets, by each Bayesian test over blocks. */
function acrossBlocks(findings: ComparisonFindings): ProseBlock[] {
  const { fixed, count } = numbersOf(findings);
  const { ranks, hierarchical, reference, options } = findings;
  const { methods, blocks, per } = ranks;
  const index = methods.findIndex(({ label }) => label === reference);
  return [ranks.practical, hierarchical].flatMap((analysis): ProseBlock[] => {
    if (!analysis || index < 0) return [];
    const { phrase, citation, remark } = blockTest(analysis.test);
    const referencePairs = analysis.pairs.filter(({ first, second }) => first === index || second === index);
    const rows = referencePairs.map(({ first, second, firstBetter, equivalent, secondBetter }): Prose[] => {
      const [rival, better, worse] =
        second === index ? [first, firstBetter, secondBetter] : [second, secondBetter, firstBetter];
      const { label } = methods[rival];
      const source = { methods: [label, reference!], test: analysis.test, settings: { margin: options.rope } };
      return [
        [named(label)],
        fixed('first-better', better, 3, source),
        fixed('practically-equal', equivalent, 3, source),
        fixed('second-better', worse, 3, source),
      ];
    });
    const about = prose`Over ${count('blocks', blocks.length)} ${named(per)}s, by the ${named(phrase)} [${named(citation.key)}].`;
    const lacking =
      referencePairs.length < methods.length - 1
        ? prose`Pairs without a row have no answer: too few repeats, no spread in some ${named(per)}, or a sampler that did not converge.`
        : [];
    const head = [['Against ', named(reference!)], ['P(better)'], ['P(practically equal)'], ['P(worse)']];
    const said = paragraph(about, [{ kind: 'quote', text: remark, from: 'test' }], lacking);
    return rows.length === 0 ? [said] : [said, { kind: 'table', head, rows }];
  });
}

export function power(findings: ComparisonFindings): Section<ProseBlock> {
  const { stated, count, fixed, amount } = numbersOf(findings);
  const { options, conditions } = findings;
  const { difference } = options;
  const about = prose`Power of the two-sided corrected resampled t-test by the spread of the finished repeats, for a true difference of ${amount('setting', difference, { settings: { name: 'difference' } })}, and the smallest difference that is found with power ${stated('power', options.power)}.`;
  const settings = { difference, power: options.power };
  const block = perCondition(
    findings,
    [['Power'], ['Smallest difference found'], ['Repeats needed']],
    ({ power: estimate }, of) => {
      if (!estimate) return [['no spread'], ['–'], ['–']];
      const from = { ...of, settings };
      return [
        fixed('power', estimate.power, 2, from),
        amount('detectable', estimate.detectable, from),
        estimate.repeatsNeeded === null ? ['no number'] : [count('repeats-needed', estimate.repeatsNeeded, from)],
      ];
    },
  );
  const short = conditions
    .flatMap(({ pairs }) => pairs)
    .filter((pair) => pair.power && pair.power.power < options.power);
  const verdict = prose`For ${count('count', short.length, { settings: { of: 'pairs below the wanted power', ...settings } })} pairs the design does not reach the wanted power; finding no difference there says little.`;
  return { title: 'What the design could show', blocks: [paragraph(about, verdict), block] };
}

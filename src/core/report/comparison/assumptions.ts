/** Assumptions of the tests, how far they hold here, and the limits of the results. */
import { pairTest } from '../../compare/tests/registry.ts';
import type { ComparisonFindings } from './findings.ts';
import type { ProseBlock, Section } from '../blocks.ts';
import { numbersOf } from './tracedNumbers.ts';
import { named, prose, type Prose } from './tracedProse.ts';

export function assumptions(findings: ComparisonFindings): Section<ProseBlock> {
  const items = [
    shared(findings),
    shape(findings),
    blocks(findings),
    few(findings),
    missing(findings),
    chosen(findings),
  ].filter((item): item is Prose => item !== null);
  return { title: 'Assumptions and deviations', blocks: [{ kind: 'list', items }] };
}

/** Repeats are not independent. */
function shared(findings: ComparisonFindings): Prose {
  const { conditions, testToTrain, comparison } = findings;
  const { fixed } = numbersOf(findings);
  const ratios = conditions.flatMap(({ key, sides }) => {
    const side = sides.find((one) => one !== null);
    return side ? [{ key, ratio: testToTrain(key, side.repeats) }] : [];
  });
  const test = pairTest(comparison.test);
  const counted = test.needsRatio
    ? prose`the study’s test counts this by n_test/n_train`
    : prose`the study’s test (${named(test.phrase)}) takes them as independent, which finds differences too readily`;
  if (ratios.length === 0) return prose`Repeats share images: ${counted}.`;
  const [low, high] = [ratios, ratios].map((all, last) =>
    all.reduce((a, b) => ((last === 1 ? b.ratio > a.ratio : b.ratio < a.ratio) ? b : a)),
  );
  const of = (end: (typeof ratios)[number]): Prose => fixed('test-to-train', end.ratio, 2, { condition: end.key });
  const range = low.ratio === high.ratio ? of(low) : prose`${of(low)} to ${of(high)}`;
  return prose`Repeats share images: ${counted} (here ${range}).`;
}

/** t-tests assume normal differences; checks whether Wilcoxon's test agrees. */
function shape(findings: ComparisonFindings): Prose | null {
  const { count } = numbersOf(findings);
  const all = findings.conditions.flatMap(({ pairs }) => pairs);
  const answers = all.flatMap(({ report }) => {
    const of = (kind: string) => report.tests.find(({ name }) => name === kind)?.different ?? null;
    const [t, ranked] = [of('paired-t'), of('wilcoxon')];
    return t === null || ranked === null ? [] : [t === ranked];
  });
  if (answers.length === 0) return null;
  const differing = answers.filter((same) => !same).length;
  const settings = { of: 'pairs where t and Wilcoxon disagree' };
  return prose`t-tests take the differences as normal. As a check, Wilcoxon’s signed-rank test, which does not, disagrees with the paired t-test for ${count('count', differing, { settings })} of ${count('count', answers.length, { settings: { of: 'pairs that both tests answer' } })} pairs.`;
}

/** Tests over blocks assume independent blocks. */
function blocks({ ranks, table, datasets }: ComparisonFindings): Prose | null {
  if (ranks.blocks.length < 2) return null;
  if (ranks.per === 'dataset') return prose`Tests over datasets take these as a sample of independent problems.`;
  const where = new Set(datasets.map(({ dataset }) => dataset)).size > 1 ? 'the same dataset' : named(table.dataset);
  return prose`Tests over conditions take these as independent; conditions on ${where} share images, so these tests find differences too readily.`;
}

/** Approximations of the tests over blocks. */
function few(findings: ComparisonFindings): Prose | null {
  const { count, fixed } = numbersOf(findings);
  const n = findings.ranks.blocks.length;
  if (n < 2 || n > 10) return null;
  const least = prose`Wilcoxon’s test cannot give less than p = ${fixed('least-p', 2 ** (1 - n), 3)} before its correction`;
  return prose`With ${count('blocks', n)} ${named(findings.ranks.per)}s the χ² of Friedman’s test is an approximation, and its F form is the one to read; ${least}.`;
}

function missing(findings: ComparisonFindings): Prose {
  const { table, conditions } = findings;
  const { count } = numbersOf(findings);
  const cells = prose`${count('cells-done', table.done)} of ${count('cells-planned', table.total)} cells have finished`;
  const short = conditions.reduce(
    (sum, { sides, planned }) => sum + sides.filter((side) => (side?.values.length ?? 0) < planned).length,
    0,
  );
  if (short === 0) return prose`No repeat is missing: ${cells}.`;
  return prose`${cells}; ${count('count', short, { settings: { of: 'entries with missing repeats' } })} entries rest on fewer repeats than planned, and comparisons look at the repeats that the methods have in common.`;
}

function chosen({ selection, isBaseline, reference }: ComparisonFindings): Prose | null {
  const optimistic =
    selection === 'oracle'
      ? prose`Latent shapes were chosen on the test images: a deviation from what a system could do. `
      : [];
  const same =
    isBaseline || reference === null
      ? []
      : prose`${named(reference)} was chosen as the reference by the results themselves; the study’s own test is one-sided against the best of each condition.`;
  const both = [...optimistic, ...same];
  return both.length === 0 ? null : both;
}

/** Limits of the results. */
export function limits(findings: ComparisonFindings): Section<ProseBlock> {
  const { datasets, ranks } = findings;
  const { count } = numbersOf(findings);
  const names = new Set(datasets.map(({ dataset }) => dataset)).size;
  const items: Prose[] = [
    names === 1
      ? prose`The results are of one dataset: repeats are other splits of the same images, not other subjects or cameras, and intervals hold for these images.`
      : prose`The results are of ${count('datasets', names)} datasets; that they stand for others is an assumption, not a result.`,
    prose`Methods were compared with the settings and latent shapes of the study; another choice may change their order.`,
    prose`A test that finds no difference does not show that there is none; equivalence is shown only within the stated margin.`,
  ];
  if (ranks.blocks.length > 1) {
    items.push(
      prose`Average ranks depend on which methods take part: a further method may change the order of the others.`,
    );
  }
  return { title: 'Limits', blocks: [{ kind: 'list', items }] };
}

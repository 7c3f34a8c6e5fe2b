/** Sections on means, ranks, and the tests over all methods. */
import { rankDiagram } from '../../figures/rankDiagram.ts';
import { figureSvg } from '../../figures/drawing/svg.ts';
import { drawRankDiagram } from '../../figures/painters/rankDiagram.ts';
import { appearancesOf } from '../../methods/appearance.ts';
import type { ComparisonFindings } from './findings.ts';
import { paragraph, type ProseBlock, type Section } from '../blocks.ts';
import { numbersOf } from './tracedNumbers.ts';
import { listedProse } from '../../text/proseTags.ts';
import { named, prose, type Prose } from './tracedProse.ts';

/** Mean ± standard deviation of every method in every condition, with the average rank. */
export function descriptive(findings: ComparisonFindings): Section<ProseBlock> {
  const { table, conditions, ranks } = findings;
  const { fixed, count } = numbersOf(findings);
  const digits = table.options.digits ?? table.measure.digits;
  const ranked = ranks.blocks.length > 1 && ranks.methods.length > 1;
  const rows = table.rows.map(({ label }, row): Prose[] => {
    const cells = conditions.map(({ key, sides, planned }): Prose => {
      const side = sides[row];
      if (!side) return ['–'];
      const source = { condition: key, methods: [label] };
      const spread = side.std === null ? '' : prose` ± ${fixed('deviation', side.std, digits, source)}`;
      const n = side.values.length;
      const part =
        n < planned
          ? prose` [${count('repeats', n, source)} of ${count('planned-repeats', planned, { condition: key })}]`
          : '';
      return prose`${fixed('mean', side.mean, digits, source)}${spread}${part}`;
    });
    const rank = ranks.methods.find((method) => method.label === label)?.averageRank ?? null;
    return [[named(label)], ...cells, ...(ranked ? [fixed('average-rank', rank, 2, { methods: [label] })] : [])];
  });
  const head = [
    ['Method'],
    ...conditions.map(({ title }): Prose => [named(title)]),
    ...(ranked ? [['Average rank']] : []),
  ];
  const unit = table.measure.unit === '' ? '' : prose` in ${named(table.measure.unit)}`;
  return {
    title: 'Results',
    blocks: [
      paragraph(prose`${named(table.measure.title)}${unit}, mean ± standard deviation over the repeats.`),
      { kind: 'table', head, rows },
    ],
  };
}

/** Friedman's test over the conditions or datasets, and its F form. */
export function omnibus(findings: ComparisonFindings): Section<ProseBlock> {
  const { table, ranks, comparison } = findings;
  const { fixed, count, p, stated } = numbersOf(findings);
  const { friedman, imanDavenport, blocks, methods, per } = ranks;
  if (!friedman) {
    const reason =
      methods.length < 2 || blocks.length < 2
        ? prose`A test over all methods needs two methods and two ${named(per)}s that all have finished; there are ${count('blocks', blocks.length)}.`
        : prose`All methods are equal in every ${named(per)}: there is nothing to test.`;
    return { title: 'All methods together', blocks: [paragraph(reason)] };
  }
  const over = prose`Over ${count('blocks', blocks.length)} ${named(per)}s`;
  const chi = prose`${over} Friedman’s test gives χ² = ${fixed('friedman', friedman.statistic, 2)} with ${count('friedman-df', friedman.df)} degrees of freedom (${p('friedman-p', friedman.p)}).`;
  const f = imanDavenport
    ? prose`Its F form by Iman and Davenport, less conservative, gives F = ${fixed('iman-davenport', imanDavenport.statistic, 2)} with ${count('iman-davenport-df', imanDavenport.df[0], { settings: { of: 'numerator' } })} and ${count('iman-davenport-df', imanDavenport.df[1], { settings: { of: 'denominator' } })} degrees of freedom (${p('iman-davenport-p', imanDavenport.p)}).`
    : prose`The F form by Iman and Davenport is not defined: every ${named(per)} ranks the methods alike.`;
  const decisive = imanDavenport ?? friedman;
  const alpha = stated('alpha', comparison.alpha);
  const verdict =
    decisive.p < comparison.alpha
      ? prose`At α = ${alpha} the methods differ.`
      : prose`At α = ${alpha} the ranks leave undecided whether the methods differ; comparisons of pairs below are not supported by a test over all.`;
  const figure: ProseBlock = {
    kind: 'figure',
    caption: prose`Average ranks over ${count('blocks', blocks.length)} ${named(per)}s; bars join methods that Nemenyi’s test does not tell apart.`,
    svg: figureSvg(drawRankDiagram(rankDiagram(ranks, appearancesOf(table.rows)), 'reader')),
  };
  return { title: 'All methods together', blocks: [paragraph(chi, f, verdict), figure] };
}

/** Differing pairs: over the blocks by Nemenyi's and Wilcoxon's tests, within conditions by the study's test. */
export function postHoc(findings: ComparisonFindings): Section<ProseBlock> {
  const { ranks, reference, conditions, comparison, table } = findings;
  const { fixed, bareP, stated, count } = numbersOf(findings);
  const blocks: ProseBlock[] = [];
  const { nemenyi, methods, wilcoxon } = ranks;
  const index = methods.findIndex(({ label }) => label === reference);
  if (nemenyi && index >= 0) {
    const critical = prose`Average ranks differ by Nemenyi’s test if they are more than ${fixed('critical-difference', nemenyi.criticalDifference, 2)} apart (α = ${stated('alpha', comparison.alpha)}, all pairs).`;
    const apart = methods.flatMap(({ label }, m): Prose[] =>
      m !== index && nemenyi.p[index][m] < comparison.alpha ? [[named(label)]] : [],
    );
    const sentence =
      apart.length === 0
        ? prose`No method differs from ${named(reference!)}.`
        : prose`These differ from ${named(reference!)}: ${listedProse(apart)}.`;
    const rows = methods.flatMap(({ label, averageRank }, m): Prose[][] => {
      if (m === index) return [];
      const source = { methods: [label, reference!] };
      return [
        [
          [named(label)],
          fixed('average-rank', averageRank, 2, { methods: [label] }),
          bareP('nemenyi-p', nemenyi.p[m][index], source),
          bareP('wilcoxon-p', wilcoxon[m][index], source),
        ],
      ];
    });
    const head = [['Against ', named(reference!)], ['Average rank'], ['p, Nemenyi'], ['p, Wilcoxon with Holm']];
    blocks.push(paragraph(critical, sentence), { kind: 'table', head, rows });
  }
  const family = prose`Within a condition p comes from the study’s test, at α = ${stated('alpha', comparison.alpha)}.`;
  const sides = findings.isBaseline
    ? prose`It is two-sided, against ${named(reference!)}.`
    : prose`It is one-sided, against the best of each condition.`;
  const rows = table.rows.map(({ label }, row): Prose[] => [
    [named(label)],
    ...conditions.map(({ key, sides: here }): Prose => {
      const side = here[row];
      if (!side) return ['–'];
      if (side.p === null) return [side.standing === 'best' && !findings.isBaseline ? 'best' : (side.untested ?? '–')];
      const mark = side.standing === 'worse' ? ' *' : '';
      return prose`${bareP('study-p', side.p, { condition: key, methods: [label], test: comparison.test })}${mark}`;
    }),
  ]);
  const worse = conditions.reduce(
    (sum, { sides: here }) => sum + here.filter((s) => s?.standing === 'worse').length,
    0,
  );
  const total = prose`Entries marked * are significantly worse: ${count('count', worse, { settings: { of: 'significantly worse entries' } })}.`;
  const head = [['Method'], ...conditions.map(({ title }): Prose => [named(title)])];
  blocks.push(paragraph(family, sides, total), { kind: 'table', head, rows });
  return { title: 'Pairs of methods', blocks };
}

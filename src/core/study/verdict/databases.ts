/** The verdict over three databases or more, the only independent conditions: Friedman's test and Nemenyi's. */
import type { Condition } from '../../protocols/split.ts';
import { rankReport, type RankReport } from '../comparison/ranks.ts';
import type { Finding, VerdictContext } from './contests.ts';
import { allOf, decidedP, named } from './wording.ts';

/** Fewest databases over which mean ranks are tested. */
export const FEWEST_DATABASES = 3;

/** Number of databases of a joined table; conditions of the same images count once. */
export function databasesOf(conditions: readonly Condition[]): number {
  return new Set(conditions.flatMap(({ parts }) => parts?.images ?? parts?.dataset ?? [])).size;
}

/** null if fewer than two methods have results on every database. */
export function overDatabases(context: VerdictContext): Finding | null {
  const { table, comparison, validated, measure, contests } = context;
  const selection = validated ? 'validated' : 'oracle';
  const report = rankReport(table, { per: 'dataset', selection, alpha: comparison.alpha });
  const { methods, blocks } = report;
  if (methods.length < 2 || blocks.length < FEWEST_DATABASES) return null;
  const best = methods[0].averageRank!;
  const leaders = methods.flatMap(({ label, averageRank }) => (averageRank === best ? [label] : []));
  const bestRank = ({ ranks }: RankReport['blocks'][number]): number => Math.min(...ranks);
  const others = blocks.filter((block) => block.ranks[0] !== bestRank(block));
  const elsewhere = [...Map.groupBy(others, (block) => methods[block.ranks.indexOf(bestRank(block))].label)].map(
    ([label, led]) =>
      `on ${named(
        led.map(({ title }) => title),
        'databases',
      )} ${label} leads`,
  );
  const over = `over ${blocks.length} databases (mean rank ${rankText(best)}`;
  const led = blocks.length - others.length;
  const first =
    leaders.length > 1
      ? [`${named(leaders)} share the best rank ${over})`]
      : [
          `${leaders[0]} ranks best ${over}, ${measure.best} ${measure.name} on ${led === blocks.length ? allOf(led) : led})`,
          ...elsewhere,
        ];
  return {
    first,
    others: [ranksDiffer(context, report, leaders)],
    leading: { leader: leaders[0], next: methods[1].label, contest: contests[0] },
    tested: false,
  };
}

/** What Nemenyi's test says of the best, if Friedman's test finds that the methods differ. */
function ranksDiffer(
  { comparison: { alpha } }: VerdictContext,
  { methods, blocks, friedman, imanDavenport, nemenyi }: RankReport,
  leaders: readonly string[],
): string {
  const test = imanDavenport ?? friedman;
  const count = blocks.length;
  if (test === null || nemenyi === null || !(test.p < alpha)) {
    const p = test === null ? '' : ` (p ${decidedP(test.p, alpha)})`;
    return `Over ${count} databases, Friedman's test leaves all methods undecided${p}.`;
  }
  const rivals = methods.flatMap(({ label }, m) => (leaders.includes(label) ? [] : [{ label, p: nemenyi.p[0][m] }]));
  const split = (significant: boolean): string[] =>
    rivals.flatMap(({ label, p }) => (p < alpha === significant ? [label] : []));
  const [worse, undecided] = [split(true), split(false)];
  const be = (labels: readonly string[]): string => (labels.length === 1 ? 'is' : 'are');
  const clauses = [
    ...(worse.length > 0
      ? [`${named(leaders)} ${be(leaders)} significantly better than ${named(worse, 'others')}`]
      : []),
    ...(undecided.length > 0 ? [`${named(undecided)} ${be(undecided)} undecided`] : []),
  ];
  // Rounded down: a necessary condition.
  const critical = (Math.floor(nemenyi.criticalDifference * 100) / 100).toFixed(2);
  return `With ${count} databases, mean ranks must differ by more than ${critical}: ${clauses.join('; ')}.`;
}

/** Two decimals as the critical difference has, without a final 0: "1.25", "1.5". */
function rankText(rank: number): string {
  return String(Number(rank.toFixed(2)));
}

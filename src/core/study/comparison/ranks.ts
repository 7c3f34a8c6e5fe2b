/** Several methods over several datasets or conditions: ranks, and whether they differ (Demšar, JMLR 7, 2006). */
import { holm } from '../../stats/tests/corrections.ts';
import { mean, differences } from '../../stats/describe.ts';
import { fractionNumber, meanOf, minus, type Fraction, meanFraction } from '../../stats/rates.ts';
import { friedman, criticalDifference, nemenyi } from '../../stats/tests/friedman.ts';
import { averagedRatio } from '../../stats/resampledSplits.ts';
import { averageRanks } from '../../stats/ranks.ts';
import { isUnavailable } from '../../stats/tests/testResult.ts';
import { wilcoxonSignedRank } from '../../stats/tests/wilcoxon.ts';
import { blockOf } from '../table/joinTables.ts';
import type { StudyTable, TableEntry } from '../table/table.ts';
import { blockTest, type BlockTestName } from '../../compare/blockTests.ts';
import type { CorrelatedDifferences } from '../../stats/tests/hierarchicalT.ts';
import { comparedRepeats, meanOfRepeats, onRepeats, pairSamples } from '../../compare/repeatValues.ts';
import { listed, plural } from '../../text/phrases.ts';
import { practicalPairs, type PracticalPairs } from './practicalPairs.ts';

/** Blocks over which methods are ranked: every condition, or every dataset by its mean over the conditions. */
export type RankBlocks = 'condition' | 'dataset';

export interface RankReport {
  readonly per: RankBlocks;
  readonly measure: StudyTable['measure'];
  readonly alpha: number;
  /** Methods that all studies have, the best average rank first. */
  readonly methods: readonly {
    readonly label: string;
    readonly methodId: string;
    /** Rank 1 is the best, equal means share ranks; null without blocks. */
    readonly averageRank: number | null;
  }[];
  readonly blocks: readonly {
    readonly title: string;
    /** The mean of the measure over the repeats that all methods have in common, one per method. */
    readonly values: readonly number[];
    readonly ranks: readonly number[];
  }[];
  /** χ²_F with the correction for ties; null below two blocks or methods, or if all are equal everywhere. */
  readonly friedman: { readonly statistic: number; readonly df: number; readonly p: number } | null;
  /** The F form of Iman and Davenport; also null if all blocks rank the methods alike, which leaves it undefined. */
  readonly imanDavenport: {
    readonly statistic: number;
    readonly df: readonly [number, number];
    readonly p: number;
  } | null;
  /** Nemenyi's test of all pairs. */
  readonly nemenyi: {
    readonly criticalDifference: number;
    /** `p[a][b]`, adjusted for all pairs. */
    readonly p: readonly (readonly number[])[];
    /** Maximal runs of methods, as first and last index, within which no pair differs. */
    readonly groups: readonly (readonly [number, number])[];
  } | null;
  /** p of Wilcoxon's signed-rank test of every pair over the blocks, by Holm's correction; null if no block differs. */
  readonly wilcoxon: readonly (readonly (number | null)[])[];
  /** Only if a region of practical equivalence was requested. */
  readonly practical: PracticalPairs | null;
  /** Sentences on what was ranked, and caveats. */
  readonly remarks: readonly string[];
}

export interface RankOptions {
  readonly per: RankBlocks;
  readonly selection: 'oracle' | 'validated';
  readonly alpha: number;
  /** Half the width of the region of practical equivalence, in the unit of the measure; absent: not requested. */
  readonly rope?: number;
  /** The test of practical equivalence. @default 'signed-rank' */
  readonly practicalTest?: BlockTestName;
  /** Label of the method whose pairs alone are tested. Absent: all pairs. */
  readonly practicalAgainst?: string;
  /** Seed of the draws of that test. @default 1 */
  readonly seed?: number;
  /**
   * n_test/n_train of the given repeats of a condition of the table, for tests that use repeats. Absent: 0, repeats are
   * independent.
   */
  readonly testToTrain?: (condition: string, repeats: readonly number[]) => number;
  /** A key that conditions with the same splits share. Absent: each has its own splits. */
  readonly splitsOf?: (condition: string) => string;
  /** Whether the ranks are tested, by Friedman, Nemenyi and Wilcoxon, or only described. @default true */
  readonly tested?: boolean;
}

/** Ranks the methods of a table (of joined tables: the methods that all of them have). */
export function rankReport(table: StudyTable, options: RankOptions): RankReport {
  const { per, selection, alpha, rope, practicalTest = 'signed-rank', seed = 1, tested = true } = options;
  const sides = table.rows.map(({ entries }) =>
    entries.map((entry) => (selection === 'oracle' ? entry : entry.validated) ?? NOTHING),
  );
  const decides = (r: number): boolean => !sides[r].some((side) => side.degenerate);
  const kept = table.rows
    .map((_, r) => r)
    .filter((r) => everyStudyHas(table, r) && sides[r].some(({ values }) => values.length > 0) && decides(r));
  const columns = table.conditions.map((_, column) => rankedColumn(kept.map((r) => sides[r][column])));
  const blocks = blocksOf(table, per).flatMap(({ title, columns: all }) => {
    const complete = all.flatMap((column) => columns[column] ?? []);
    if (complete.length === 0 || kept.length === 0) return [];
    const scores = kept.map((_, m) => blockScore(complete.map(({ scores }) => scores[m])));
    return [
      {
        title,
        scores,
        columns: all.filter((column) => columns[column] !== null),
        uneven: complete.some(({ uneven }) => uneven),
      },
    ];
  });
  const sign = table.measure.better === 'lower' ? 1 : -1;
  const ranked = blocks.map((block) => ({
    ...block,
    ranks: averageRanks(block.scores.map(({ value }) => sign * value)),
  }));
  const average = kept.map((_, m) => (ranked.length === 0 ? null : mean(ranked.map(({ ranks }) => ranks[m]))));
  const label = (m: number): string => table.rows[kept[m]].label;
  const order = kept
    .map((_, m) => m)
    .sort((a, b) => (average[a] ?? 0) - (average[b] ?? 0) || (label(a) < label(b) ? -1 : 1));
  const ordered = ranked.map(({ title, scores, ranks }) => ({
    title,
    values: order.map((m) => scores[m].value),
    ranks: order.map((m) => ranks[m]),
  }));
  const ranks = order.map((m) => average[m] ?? 0);
  /** Differences of two methods in the repeats of a block, each the mean over the conditions of the block. */
  const repeatsOf = (a: number, b: number, of: readonly number[]): CorrelatedDifferences => {
    const samples = of.map((column) => {
      const [first, second] = [order[a], order[b]].map((m) => sides[kept[m]][column]);
      const { differences: values, repeats } = pairSamples(first, second);
      const { key } = table.conditions[column];
      const ratio = options.testToTrain?.(key, repeats) ?? 0;
      return {
        byRepeat: new Map(repeats.map((repeat, i) => [repeat, values[i]])),
        ratio,
        split: options.splitsOf?.(key) ?? key,
      };
    });
    const common = [...samples[0].byRepeat.keys()].filter((repeat) =>
      samples.every(({ byRepeat }) => byRepeat.has(repeat)),
    );
    const ratio = averagedRatio(samples);
    return {
      differences: common.map((repeat) => mean(samples.map(({ byRepeat }) => byRepeat.get(repeat)!))),
      correlation: ratio / (1 + ratio),
    };
  };
  const tests = tested ? friedman(ordered.map(({ values }) => values.map((value) => sign * value))) : null;
  const k = ranks.length;
  const n = ordered.length;
  const scored = ranked.map(({ scores }) => order.map((m) => scores[m]));
  const practical =
    rope === undefined
      ? null
      : practicalPairs(
          { methods: k, blocks: n },
          (a, b) => ({
            means: pairDifferences(scored, a, b),
            repeats: () => ranked.map(({ columns }) => repeatsOf(a, b, columns)),
          }),
          table.measure.better,
          {
            test: practicalTest,
            halfWidth: rope,
            seed,
            against: order.findIndex((m) => label(m) === options.practicalAgainst),
          },
        );
  return {
    per,
    measure: table.measure,
    alpha,
    methods: order.map((m) => {
      const { methodId } = table.rows[kept[m]];
      return { label: label(m), methodId, averageRank: average[m] };
    }),
    blocks: ordered,
    friedman: tests && { statistic: tests.friedman.statistic, df: k - 1, p: tests.friedman.p },
    imanDavenport: tests?.imanDavenport
      ? { statistic: tests.imanDavenport.statistic, df: [k - 1, (k - 1) * (n - 1)], p: tests.imanDavenport.p }
      : null,
    nemenyi: tested ? nemenyiPairs(ranks, n, alpha) : null,
    wilcoxon: tested ? wilcoxonPairs(scored) : order.map(() => order.map(() => null)),
    practical,
    remarks: [
      ...remarks(table, per, n, kept, blocks, tested),
      ...(tests && !tests.imanDavenport ? [undefinedF(per)] : []),
      ...(rope !== undefined && practical === null ? [noPractical(per, practicalTest)] : []),
    ],
  };
}

function nemenyiPairs(ranks: readonly number[], blocks: number, alpha: number): RankReport['nemenyi'] {
  if (blocks < 2 || ranks.length < 2) return null;
  const critical = criticalDifference(ranks.length, blocks, alpha);
  return { criticalDifference: critical, p: nemenyi(ranks, blocks), groups: indifferentRuns(ranks, critical) };
}

/** Whether a method has an entry of any kind in the conditions of every study. */
function everyStudyHas(table: StudyTable, row: number): boolean {
  const { entries } = table.rows[row];
  const touched = ({ values, failed, pending }: TableEntry): boolean => values.length + failed + pending > 0;
  return table.conditions.every((_, column) => touched(entries[column]));
}

const NOTHING: Pick<TableEntry, 'values' | 'repeats' | 'counts' | 'degenerate'> = { values: [], repeats: [] };

/** A method in a condition or a block: its mean, and, if it is a rate, the same as a fraction. */
interface Score {
  readonly value: number;
  readonly exact: Fraction | null;
}

/**
 * Scores of the ranked methods in one condition, over the repeats that all of them have; null if some method has none,
 * or too few to be compared. `uneven`: some method has further repeats.
 */
function rankedColumn(
  entries: readonly Pick<TableEntry, 'values' | 'repeats' | 'counts'>[],
): { readonly scores: readonly Score[]; readonly uneven: boolean } | null {
  const { takesPart, repeats } = comparedRepeats(entries);
  if (repeats.length === 0 || takesPart.includes(false)) return null;
  const scores = entries.map((entry): Score => {
    const there = onRepeats(entry, repeats);
    return { value: meanOfRepeats(there)!, exact: there.counts ? meanFraction(there.counts) : null };
  });
  return { scores, uneven: entries.some(({ values }) => values.length > repeats.length) };
}

/** The mean over the conditions of a block. */
function blockScore(scores: readonly Score[]): Score {
  const fractions = scores.flatMap(({ exact }) => exact ?? []);
  if (fractions.length < scores.length) return { value: mean(scores.map(({ value }) => value)), exact: null };
  const exact = meanOf(fractions);
  return { value: scores.length === 1 ? scores[0].value : fractionNumber(exact, 100), exact };
}

/** Conditions or datasets; the same images count once, whichever studies they are in. */
function blocksOf({ conditions, dataset }: StudyTable, per: RankBlocks): { title: string; columns: number[] }[] {
  const name = (column: number): string => {
    const { parts } = conditions[column];
    return per === 'condition' ? blockOf(conditions[column]) : (parts?.images ?? parts?.dataset ?? dataset);
  };
  return [...Map.groupBy(conditions.keys(), name).values()].map((columns) => {
    const names = columns.map((column) => conditions[column].parts?.dataset ?? dataset);
    return { title: per === 'condition' ? conditions[columns[0]].title : [...new Set(names)].join(' + '), columns };
  });
}

/** The longest runs of ascending ranks that span less than the critical difference, of two methods or more. */
function indifferentRuns(ranks: readonly number[], critical: number): [number, number][] {
  const runs: [number, number][] = [];
  ranks.forEach((rank, first) => {
    let last = first;
    while (last + 1 < ranks.length && ranks[last + 1] - rank < critical) last++;
    if (last > first && (runs.length === 0 || last > runs[runs.length - 1][1])) runs.push([first, last]);
  });
  return runs;
}

/** Holm-adjusted p of every pair of columns. */
function wilcoxonPairs(blocks: readonly (readonly Score[])[]): (number | null)[][] {
  const k = blocks[0]?.length ?? 0;
  const table = Array.from({ length: k }, () => new Array<number | null>(k).fill(null));
  const pairs: { a: number; b: number; p: number }[] = [];
  for (let a = 0; a < k; a++) {
    for (let b = a + 1; b < k; b++) {
      const answer = wilcoxonSignedRank(pairDifferences(blocks, a, b));
      if (!isUnavailable(answer)) pairs.push({ a, b, p: answer.p });
    }
  }
  const adjusted = holm(pairs.map(({ p }) => p));
  pairs.forEach(({ a, b }, i) => (table[a][b] = table[b][a] = adjusted[i]));
  return table;
}

/** Differences of two columns. */
function pairDifferences(blocks: readonly (readonly Score[])[], a: number, b: number): Float64Array {
  return scoreDifferences(
    blocks.map((scores) => scores[a]),
    blocks.map((scores) => scores[b]),
  );
}

/** One difference per block, for rates without intermediate rounding: equal differences share their rank. */
function scoreDifferences(first: readonly Score[], second: readonly Score[]): Float64Array {
  const exact = first.flatMap((score, i) => {
    const other = second[i].exact;
    return score.exact && other ? fractionNumber(minus(score.exact, other), 100) : [];
  });
  if (exact.length === first.length) return Float64Array.from(exact);
  return differences(
    first.map(({ value }) => value),
    second.map(({ value }) => value),
  );
}

/** By either selection of shapes. */
function isDegenerate({ degenerate, validated }: TableEntry): boolean {
  return (degenerate ?? validated?.degenerate) === true;
}

function undefinedF(per: RankBlocks): string {
  return `Iman and Davenport’s F is undefined: every ${per} ranks the methods identically.`;
}

function noPractical(per: RankBlocks, test: BlockTestName): string {
  return `No ${blockTest(test).phrase}: it needs two methods with results in two ${per}s.`;
}

function remarks(
  { rows, conditions, dataset, done, total }: StudyTable,
  per: RankBlocks,
  blocks: number,
  kept: readonly number[],
  ranked: readonly { readonly title: string; readonly uneven: boolean }[],
  tested: boolean,
): string[] {
  const what = per === 'condition' ? 'condition' : 'dataset';
  const sentences = [
    ...(done < total ? [`Incomplete: ${done} of ${total} cells.`] : []),
    `Ranks over ${plural(blocks, what)} with results of every method, each by the mean over the ` +
      'repeats common to all methods.',
  ];
  const uneven = ranked.filter((block) => block.uneven).map(({ title }) => title);
  if (uneven.length > 0) sentences.push(`Repeats missing for some methods were left out in: ${uneven.join(', ')}.`);
  const left = rows.filter((_, r) => !kept.includes(r));
  const decideNothing = left.filter(({ entries }) => entries.some(isDegenerate)).map(({ label }) => label);
  if (decideNothing.length > 0) {
    sentences.push(`Not ranked (every test image assigned to one subject): ${decideNothing.join(', ')}.`);
  }
  const missing = left.filter(({ entries }) => !entries.some(isDegenerate)).map(({ label }) => label);
  if (missing.length > 0) sentences.push(`Not ranked (no result in some conditions): ${missing.join(', ')}.`);
  if (per === 'dataset') sentences.push('Each dataset enters as the mean over its conditions.');
  const databases = Map.groupBy(conditions, ({ parts }) => parts?.images ?? parts?.dataset ?? dataset);
  for (const [images, databaseConditions] of databases) {
    const studies = [...new Set(databaseConditions.map(({ parts }) => parts?.dataset ?? images))];
    if (studies.length > 1) sentences.push(`${listed(studies)} are the same images and count once.`);
  }
  if (!tested)
    return [
      ...sentences,
      'They describe the study: conditions of one database share images, and are not tested together.',
    ];
  if (per === 'condition' && blocks > 1 && databases.size < blocks) {
    sentences.push(
      `These tests assume independent conditions; those of one dataset (${dataset}) share images, so p is ` +
        'too small.',
    );
  }
  if (blocks > 1 && blocks < 6) {
    const least = 2 ** (1 - blocks);
    sentences.push(`With ${blocks} ${what}s, Wilcoxon’s p cannot fall below ${least}, even before correction.`);
  }
  return sentences;
}

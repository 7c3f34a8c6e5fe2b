/** The input of a verdict: in every condition of a table the leader, its rivals, and the results of their tests. */
import { comparedRepeats, onRepeats, type RepeatValues } from '../../compare/repeatValues.ts';
import { isUnavailable } from '../../stats/tests/testResult.ts';
import { averageRanks } from '../../stats/ranks.ts';
import { mean, sampleStd } from '../../stats/describe.ts';
import { runPairTest } from '../../compare/tests/registry.ts';
import { splitByFamily } from '../../compare/testFamilies.ts';
import type { Condition } from '../../protocols/split.ts';
import { baselineOf } from '../comparison/compareMethods.ts';
import type { Study } from '../study.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from '../table/table.ts';
import { blockOf } from '../table/joinTables.ts';
import { tableComparison } from '../table/tableOptions.ts';
import { measureWording, placesOf, type MeasureWording, type Places } from './terms.ts';

/** Facts about a study that neither itself nor its table has. */
export interface VerdictFacts {
  /** n_test/n_train of the given repeats of a condition (key). */
  readonly testToTrain: (condition: string, repeats: readonly number[]) => number;
  /** Labels of the methods that were trained on other photographs. */
  readonly trainedElsewhere?: readonly string[];
  /**
   * Groups of images, identical or nearly so, that the splits separate into training and test images. `dataset`: one of
   * several.
   */
  readonly copies?: { readonly groups: number; readonly identical: boolean; readonly dataset?: string };
  /** How many latent shapes and settings a method (label) was chosen from; 0: unknown. */
  readonly candidates?: (label: string) => number;
  /** Numbers per code of a method (label) at a latent shape; null: unknown. */
  readonly codeSize?: (label: string, shape: readonly number[]) => number | null;
}

/** A method that was compared in a condition. */
export interface Contender extends Pick<TableEntry, 'shape' | 'p' | 'untested'> {
  readonly label: string;
  /** Over the compared repeats. */
  readonly mean: number;
  readonly values: RepeatValues;
}

/** A condition in which at least two methods were compared. */
export interface Contest {
  readonly condition: Condition;
  readonly column: number;
  /** The best first; all other lists have the order of the table, except that the first leader represents the best. */
  readonly contenders: readonly Contender[];
  /** Those with the best mean; the first represents them in tests. */
  readonly leaders: readonly Contender[];
  /** Tested against the leader, or against the baseline. */
  readonly tested: readonly Contender[];
  /** Of these, in a comparison with the best: significantly worse, and not. */
  readonly worse: readonly Contender[];
  readonly undecided: readonly Contender[];
  readonly repeats: readonly number[];
  readonly planned: number;
}

/** Everything that the sentences of a verdict are made of. */
export interface VerdictContext {
  readonly study: Study;
  readonly table: StudyTable;
  readonly facts: VerdictFacts;
  readonly comparison: Study['spec']['comparison'];
  readonly baseline: string | null;
  readonly validated: boolean;
  /** Labels with results in some condition. */
  readonly methods: readonly string[];
  /** Conditions of the same images under the same perturbation count once. */
  readonly contests: readonly Contest[];
  /** Repeats without a result yet. */
  readonly pending: number;
  readonly measure: MeasureWording;
  readonly places: Places;
}

/** The leader of the verdict, and the next method. */
export interface Leading {
  readonly leader: string;
  readonly next: string | null;
  /** The condition that the verdict quotes. */
  readonly contest: Contest;
}

/** What a case of the decision table says, before it becomes sentences. */
export interface Finding {
  /** Clauses of the first sentence, the most important first; without the full stop. */
  readonly first: readonly string[];
  /** The same without numbers of images, where the first clause alone is too long for a headline. */
  readonly brief?: readonly string[];
  /** Further sentences. */
  readonly others: readonly string[];
  /** null: no method leads. */
  readonly leading: Leading | null;
  /** Whether it rests on the test of the study. */
  readonly tested: boolean;
}

/** The numbers of an entry that a verdict uses: validated ones if the study has them, else the oracle's. */
export function sideOf(entry: TableEntry, validated: boolean): TableEntry | ValidatedEntry | null {
  return validated ? (entry.validated ?? null) : entry;
}

export function verdictContext(study: Study, table: StudyTable, facts: VerdictFacts): VerdictContext {
  const comparison = tableComparison(study.spec, table.options);
  const entries = table.rows.flatMap((row) => row.entries);
  const validated = table.options.selection !== 'oracle' && entries.some((entry) => entry.validated !== undefined);
  const results = table.rows.filter((row) =>
    row.entries.some((entry) => (sideOf(entry, validated)?.values.length ?? 0) > 0),
  );
  const all = table.conditions.flatMap((_, column) => contestAt(table, column, validated, comparison));
  return {
    study,
    table,
    facts,
    comparison,
    baseline: baselineOf(comparison),
    validated,
    methods: results.map(({ label }) => label),
    contests: [...Map.groupBy(all, ({ condition }) => blockOf(condition)).values()].map(fullest),
    pending: entries.reduce((sum, { pending }) => sum + pending, 0),
    measure: measureWording(study, table),
    places: placesOf(study, table.conditions),
  };
}

/** The one with the most methods, the first among equals; it represents conditions of the same images. */
function fullest(contests: readonly Contest[]): Contest {
  return contests.reduce((best, contest) => (contest.contenders.length > best.contenders.length ? contest : best));
}

function contestAt(
  { rows, conditions, measure }: StudyTable,
  column: number,
  validated: boolean,
  comparison: Study['spec']['comparison'],
): Contest[] {
  const compared = rows.flatMap(({ label, entries }) => {
    const side = sideOf(entries[column], validated);
    return side && side.compared !== null ? [{ label, side, mean: side.compared.mean }] : [];
  });
  if (compared.length < 2) return [];
  const { repeats } = comparedRepeats(compared.map(({ side }) => side));
  const sign = measure.better === 'lower' ? 1 : -1;
  const contenders = compared
    .map(({ label, side, mean }): Contender => {
      const { shape, p, untested } = side;
      return { label, mean, shape, p, untested, values: onRepeats(side, repeats) };
    })
    // The order of compareMethods, whose first method represents the best in tests.
    .sort((a, b) => sign * (a.mean - b.mean) || spread(a) - spread(b) || (a.label < b.label ? -1 : 1));
  const leaders = contenders.filter(({ mean }) => mean === contenders[0].mean);
  const ordered = compared.map(({ label }) => contenders.find((contender) => contender.label === label)!);
  const tested = ordered.filter(({ p }) => p !== null);
  const isWorse = ({ p }: Contender): boolean => p! < comparison.alpha;
  return [
    {
      condition: conditions[column],
      column,
      contenders,
      leaders,
      tested,
      worse: tested.filter(isWorse),
      undecided: tested.filter((contender) => !isWorse(contender)),
      repeats,
      planned: Math.max(...rows.map(({ entries }) => entries[column].planned)),
    },
  ];
}

function spread({ values: { values } }: Contender): number {
  return values.length < 2 ? 0 : sampleStd(values);
}

/** Whether a method has the best mean of a condition. */
export function leads(label: string, { leaders }: Contest): boolean {
  return leaders.some((leader) => leader.label === label);
}

/** The best method that does not lead; null if all lead. */
export function runnerUp({ contenders, leaders }: Contest): Contender | null {
  return contenders[leaders.length] ?? null;
}

/** Whether all methods have the same value in every repeat. */
export function isIdentical({ contenders }: Contest): boolean {
  const [first, ...others] = contenders.map(({ values }) => values.values);
  return others.every((values) => values.every((value, i) => value === first[i]));
}

/** Whether every condition has a single repeat, on which nothing can be tested. */
export function hasOneRepeat(contests: readonly Contest[]): boolean {
  return contests.every(({ repeats }) => repeats.length === 1);
}

/** Mean ranks of the methods that were compared in all of these conditions, the best first. */
export function meanRanks(contests: readonly Contest[], better: 'lower' | 'higher'): { label: string; rank: number }[] {
  const everywhere = contests[0].contenders
    .map(({ label }) => label)
    .filter((label) => contests.every(({ contenders }) => contenders.some((contender) => contender.label === label)));
  const sign = better === 'lower' ? 1 : -1;
  const ranks = contests.map(({ contenders }) =>
    averageRanks(everywhere.map((label) => sign * contenders.find((contender) => contender.label === label)!.mean)),
  );
  return everywhere
    .map((label, i) => ({ label, rank: mean(ranks.map((column) => column[i])) }))
    .sort((a, b) => a.rank - b.rank);
}

/** A test of a rival in a condition. */
export interface RivalTest {
  readonly contest: Contest;
  readonly rival: Contender;
}

/** The tests that are corrected together with those of a condition. */
export function familyOf({ comparison, contests }: VerdictContext, contest: Contest): readonly RivalTest[] {
  const tests = contests.map((each) => each.tested.map((rival): RivalTest => ({ contest: each, rival })));
  const families = splitByFamily(tests, comparison.family);
  return families.find((family) => family.some((test) => test.contest === contest)) ?? [];
}

/** p before any correction. */
export function uncorrectedP(context: VerdictContext, { contest, rival }: RivalTest): number {
  const { comparison, facts, table, baseline } = context;
  const samples = [rival.values, referenceOf(context, contest)!.values] as const;
  const [first, second] = table.measure.better === 'lower' ? samples : [samples[1], samples[0]];
  const ratio = facts.testToTrain(contest.condition.key, contest.repeats);
  const answer = runPairTest(comparison.test, first, second, baseline === null ? 'greater' : 'two-sided', ratio);
  return answer === null || isUnavailable(answer) ? 1 : answer.p;
}

/** What the methods of a condition are tested against: the best, or the baseline if it has results. */
export function referenceOf({ baseline }: Pick<VerdictContext, 'baseline'>, contest: Contest): Contender | undefined {
  return baseline === null ? contest.leaders[0] : contest.contenders.find(({ label }) => label === baseline);
}

/** Which methods of a condition are best, and which differ significantly from the best or from a named baseline. */
import { sampleStd } from '../../stats/describe.ts';
import { isUnavailable, type TestOutcome } from '../../stats/tests/testResult.ts';
import { correctionOf } from '../../compare/corrections.ts';
import { splitByFamily } from '../../compare/testFamilies.ts';
import { runPairTest, pairTest } from '../../compare/tests/registry.ts';
import { comparedRepeats, meanOfRepeats, onRepeats, type RepeatValues } from '../../compare/repeatValues.ts';
import type { TableEntry } from '../table/table.ts';
import type { StudySpec } from '../spec/spec.ts';
import { featureTitle } from '../../features/registry.ts';
import { canonicalJson } from '../../hash.ts';
import { listed } from '../../text/phrases.ts';
import { planStudy, rowLists, rowName, rowSettings, type MethodRow } from '../study.ts';
import { classifierPhrase } from '../spec/classifierGrid.ts';

/** One method of a condition at its selected shape; smaller values are better. */
export interface Contender extends RepeatValues {
  readonly label: string;
}

export type Verdict = Pick<TableEntry, 'standing' | 'significant' | 'p' | 'untested' | 'compared'>;

type Comparison = StudySpec['comparison'];

/** A contender on the repeats of the comparison. */
interface Compared extends Contender {
  readonly mean: number;
  readonly std: number;
}

/** The methods of a condition. */
export interface ComparedCondition {
  readonly contenders: readonly Contender[];
  /** n_test/n_train of the given repeats; null: unknown. */
  readonly testToTrain: (repeats: readonly number[]) => number | null;
}

/**
 * Verdicts on the methods of one condition, over the repeats of `comparedRepeats`: a method that failed on the hard
 * splits is compared with the others on the splits where it did not fail. All methods that share the lowest mean there
 * are 'best'; a method that is not compared is 'none'.
 *
 * Without a baseline the best method is tested against each other method (one-sided). Of several best the one with the
 * lowest deviation, then the first by label, represents them in the tests, so verdicts are independent of the order of
 * methods.
 *
 * With a baseline every other method is tested against it (two-sided): 'worse' and `significant` (better) are relative
 * to it.
 *
 * The tests of one condition are one family for the correction. `testToTrain`: n_test/n_train of the given repeats.
 */
export function compareMethods(
  contenders: readonly Contender[],
  comparison: Comparison,
  testToTrain: ComparedCondition['testToTrain'] = () => null,
): Verdict[] {
  return compareConditions([{ contenders, testToTrain }], comparison)[0];
}

/**
 * Verdicts of `compareMethods` for several conditions, in their order. The tests that gave a p are one family for the
 * correction per condition, or over all conditions if the comparison says so.
 */
export function compareConditions(conditions: readonly ComparedCondition[], comparison: Comparison): Verdict[][] {
  const conditionTests = conditions.map(({ contenders, testToTrain }) => runTests(contenders, comparison, testToTrain));
  const answers = conditionTests.map((each) => each.answers);
  const adjusted = splitByFamily(answers, comparison.family).flatMap((family) => correct(family, comparison));
  let next = 0;
  return conditionTests.map((each) =>
    verdictsOf(each, adjusted.slice(next, (next += each.answers.length)), comparison),
  );
}

/** The tests of one condition, before any correction. */
interface ConditionTests {
  readonly compared: readonly (Compared | null)[];
  /** The one that represents the best; absent if no method is compared. */
  readonly best: Compared | undefined;
  readonly repeats: number;
  /** One per contender; null if nothing is tested. */
  readonly answers: readonly (TestOutcome | null)[];
}

function runTests(
  contenders: readonly Contender[],
  comparison: Comparison,
  testToTrain: ComparedCondition['testToTrain'],
): ConditionTests {
  const { takesPart, repeats } = comparedRepeats(contenders);
  const compared = contenders.map((contender, index): Compared | null => {
    if (!takesPart[index] || repeats.length === 0) return null;
    const there = onRepeats(contender, repeats);
    const std = there.values.length < 2 ? 0 : sampleStd(there.values);
    return { ...there, label: contender.label, mean: meanOfRepeats(there)!, std };
  });
  const best = compared.filter((contender) => contender !== null).sort(byRank)[0];
  const ratio = best && pairTest(comparison.test).needsRatio ? testToTrain(repeats) : null;
  const baseline = baselineOf(comparison);
  const base = baseline === null ? null : baseContender(compared, baseline);
  const answers = compared.map((contender) => {
    if (contender === null) return null;
    if (baseline === null) {
      return contender.mean === best.mean ? null : runPairTest(comparison.test, contender, best, 'greater', ratio);
    }
    if (base === null || contender === base) return null;
    return runPairTest(comparison.test, contender, base, 'two-sided', ratio);
  });
  return { compared, best, repeats: repeats.length, answers };
}

function verdictsOf(
  { compared, best, repeats }: ConditionTests,
  adjusted: readonly Adjusted[],
  comparison: Comparison,
): Verdict[] {
  if (!best) return compared.map(() => NONE);
  const baseline = baselineOf(comparison);
  const verdicts =
    baseline === null
      ? againstBest(compared, best, adjusted, comparison)
      : againstBaseline(compared, best, baseContender(compared, baseline), adjusted, comparison);
  return verdicts.map((verdict, index) => {
    const contender = compared[index];
    return contender ? { ...verdict, compared: { mean: contender.mean, repeats } } : NONE;
  });
}

const NONE: Verdict = { standing: 'none', significant: false, p: null, compared: null };

/** The label of the baseline; null: the best method of each condition. */
export function baselineOf(comparison: Comparison): string | null {
  const { baseline } = comparison;
  return baseline === undefined || baseline === 'best' ? null : baseline;
}

type Bare = Omit<Verdict, 'compared'>;
type Adjusted = Pick<Verdict, 'p' | 'untested'>;

function againstBest(
  contenders: readonly (Compared | null)[],
  best: Compared,
  adjusted: readonly Adjusted[],
  { alpha }: Comparison,
): Bare[] {
  const verdicts = contenders.map((contender, index): Bare => {
    if (contender === null) return NONE;
    if (contender.mean === best.mean) return { standing: 'best', significant: false, p: null };
    const { p } = adjusted[index];
    return { standing: p !== null && p < alpha ? 'worse' : 'tie', significant: false, ...adjusted[index] };
  });
  const others = verdicts.filter((_, index) => contenders[index] !== best && contenders[index] !== null);
  const beatsAll = others.length > 0 && others.every((verdict) => verdict.standing === 'worse');
  return verdicts.map((verdict, index) =>
    contenders[index] === best ? { ...verdict, significant: beatsAll } : verdict,
  );
}

function baseContender(contenders: readonly (Compared | null)[], label: string): Compared | null {
  return contenders.find((contender) => contender?.label === label) ?? null;
}

function againstBaseline(
  contenders: readonly (Compared | null)[],
  best: Compared,
  base: Compared | null,
  adjusted: readonly Adjusted[],
  { alpha }: Comparison,
): Bare[] {
  return contenders.map((contender, index): Bare => {
    if (contender === null) return NONE;
    const { p } = adjusted[index];
    const differs = base !== null && p !== null && p < alpha && contender.mean !== base.mean;
    const worse = differs && contender.mean > base.mean;
    const standing = contender.mean === best.mean ? 'best' : worse ? 'worse' : 'tie';
    return { standing, significant: differs && !worse, ...adjusted[index] };
  });
}

/** Corrects the p-values of one family together; other entries keep the reason why they have none. */
function correct(answers: readonly (TestOutcome | null)[], { correction = 'none' }: Comparison): Adjusted[] {
  const adjusted = correctionOf(correction).adjust(
    answers.flatMap((answer) => (answer === null || isUnavailable(answer) ? [] : [answer.p])),
  );
  let next = 0;
  return answers.map((answer) => {
    if (answer === null) return { p: null };
    return isUnavailable(answer) ? { p: null, untested: answer } : { p: adjusted[next++] };
  });
}

function byRank(a: Compared, b: Compared): number {
  return a.mean - b.mean || a.std - b.std || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
}

/**
 * One sentence on features, classifier and, for one method, the settings that differ, as in "PCA and PCA (cosine)
 * differ in the classifier (nearest neighbour; nearest neighbour by the cosine)."; null if none of these differ, or a
 * label is not in the study.
 */
export function rowDifference(spec: StudySpec, first: string, second: string): string | null {
  // Only these rows are planned: planning all of 40 methods, each of which is hashed, took the page 10 ms. A program
  // may have a title of its own.
  const methods = spec.methods.filter((entry) => entry.program || [first, second].includes(rowName(entry)));
  const rows = planStudy({ ...spec, methods }).rows;
  const [a, b] = [first, second].map((label) => rows.find((row) => row.label === label));
  if (!a || !b) return null;
  const differences = [
    difference('features', featuresOf(spec, a), featuresOf(spec, b)),
    ...(a.methodId === b.methodId ? settingsOf(a, b) : []),
    difference('classifier', classifierOf(spec, a), classifierOf(spec, b)),
  ].filter((part) => part !== null);
  return differences.length === 0 ? null : `${first} and ${second} differ in ${listed(differences)}.`;
}

function difference(what: string, a: string, b: string): string | null {
  return a === b ? null : `the ${what} (${a}; ${b})`;
}

function settingsOf(a: MethodRow, b: MethodRow): (string | null)[] {
  const [one, other] = [rowSettings(a), rowSettings(b)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) =>
    difference(`setting ${name}`, canonicalJson(one[name] ?? null), canonicalJson(other[name] ?? null)),
  );
}

function featuresOf({ features: common = [] }: StudySpec, { methods: [{ features = common }] }: MethodRow): string {
  return features.map(featureTitle).join(', ') || 'grey values';
}

/** For a row that chooses among parameters of its classifier, the values that it chooses from. */
function classifierOf(spec: StudySpec, row: MethodRow): string {
  const [{ classifier = spec.classifier }] = row.methods;
  const lists = rowLists(row).filter(([name]) => name.startsWith('classifier '));
  const chosen = lists.map(([name, values]) => `${name.replace('classifier ', '')} from ${listed(values.map(String))}`);
  return [lists.length > 0 ? classifier.kind : classifierPhrase(classifier), ...chosen].join(', ');
}

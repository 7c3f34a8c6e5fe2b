/** Which methods of a condition are best, and which differ significantly from the best or from a named baseline. */
import { bonferroni, holm } from '../../stats/corrections.ts';
import { pairP, type RepeatValues } from './pairTests.ts';
import type { TableEntry } from '../result.ts';
import type { StudySpec } from '../spec/spec.ts';

/** What the comparison looks at: one method at its selected shape. */
export interface Contender extends RepeatValues {
  readonly label: string;
  /** null when nothing has finished. */
  readonly mean: number | null;
  readonly std: number | null;
}

export type Verdict = Pick<TableEntry, 'standing' | 'significant' | 'p'>;

type Comparison = StudySpec['comparison'];

/**
 * Verdicts on the methods of one condition. All methods that share the least mean error are 'best'.
 *
 * Without a baseline the best method is tested against each other method (one-tailed; with the defaults as in Zhao, Yu,
 * Kwok, Table IV). Of several best the one with the least deviation, then the first by label, stands for them in the
 * tests, so that verdicts do not depend on the order of methods.
 *
 * With a baseline every other method is tested against it (two-sided): 'worse' and `significant` (better) are
 * relative to it.
 *
 * The tests of one condition are one family for the correction. `testToTrain` is n_test/n_train.
 */
export function compareMethods(
  contenders: readonly Contender[],
  comparison: Comparison,
  testToTrain: number | null = null,
): Verdict[] {
  const best = contenders.filter((c) => c.mean !== null).sort(byRank)[0];
  if (!best) return contenders.map(() => ({ standing: 'none', significant: false, p: null }));
  const baseline = baselineOf(comparison);
  return baseline === null
    ? againstBest(contenders, best, comparison, testToTrain)
    : againstBaseline(contenders, best, baseline, comparison, testToTrain);
}

/** The label of the baseline; null: the best method of each condition. */
export function baselineOf(comparison: Comparison): string | null {
  const { baseline } = comparison;
  return baseline === undefined || baseline === 'best' ? null : baseline;
}

function againstBest(
  contenders: readonly Contender[],
  best: Contender,
  comparison: Comparison,
  testToTrain: number | null,
): Verdict[] {
  const raw = contenders.map((contender) =>
    contender.mean === null || contender.mean === best.mean
      ? null
      : pairP(comparison.test, contender, best, 'greater', testToTrain),
  );
  const adjusted = correct(raw, comparison);
  const verdicts = contenders.map((contender, index): Verdict => {
    if (contender.mean === null) return { standing: 'none', significant: false, p: null };
    if (contender.mean === best.mean) return { standing: 'best', significant: false, p: null };
    const p = adjusted[index];
    return { standing: p !== null && p < comparison.alpha ? 'worse' : 'tie', significant: false, p };
  });
  const others = verdicts.filter((_, index) => contenders[index] !== best && verdicts[index].standing !== 'none');
  const beatsAll = others.length > 0 && others.every((verdict) => verdict.standing === 'worse');
  return verdicts.map((verdict, index) =>
    contenders[index] === best ? { ...verdict, significant: beatsAll } : verdict,
  );
}

function againstBaseline(
  contenders: readonly Contender[],
  best: Contender,
  label: string,
  comparison: Comparison,
  testToTrain: number | null,
): Verdict[] {
  const base = contenders.find((contender) => contender.label === label && contender.mean !== null);
  const raw = contenders.map((contender) =>
    !base || contender === base || contender.mean === null
      ? null
      : pairP(comparison.test, contender, base, 'two-sided', testToTrain),
  );
  const adjusted = correct(raw, comparison);
  return contenders.map((contender, index): Verdict => {
    if (contender.mean === null) return { standing: 'none', significant: false, p: null };
    const p = adjusted[index];
    const differs = base !== undefined && p !== null && p < comparison.alpha && contender.mean !== base.mean;
    const worse = differs && contender.mean > base.mean!;
    const standing = contender.mean === best.mean ? 'best' : worse ? 'worse' : 'tie';
    return { standing, significant: differs && !worse, p };
  });
}

/** The p that there are, corrected together. */
function correct(raw: readonly (number | null)[], { correction = 'none' }: Comparison): (number | null)[] {
  if (correction === 'none') return [...raw];
  const places = raw.flatMap((p, index) => (p === null ? [] : [index]));
  const values = places.map((index) => raw[index]!);
  const adjusted = correction === 'holm' ? holm(values) : bonferroni(values);
  const result: (number | null)[] = raw.map(() => null);
  places.forEach((index, position) => (result[index] = adjusted[position]));
  return result;
}

function byRank(a: Contender, b: Contender): number {
  return (
    (a.mean ?? Infinity) - (b.mean ?? Infinity) ||
    (a.std ?? Infinity) - (b.std ?? Infinity) ||
    (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)
  );
}

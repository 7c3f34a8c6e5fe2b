/** Which methods of a condition are best, tied with the best, or significantly worse. */
import { twoSampleT } from '../stats/twoSampleT.ts';
import type { TableEntry } from './result.ts';
import type { StudySpec } from './spec.ts';

/** What the comparison looks at: one method at its selected shape. */
export interface Contender {
  readonly label: string;
  /** null when nothing has finished. */
  readonly mean: number | null;
  readonly std: number | null;
  readonly errors: readonly number[];
}

export type Verdict = Pick<TableEntry, 'standing' | 'significant' | 'p'>;

/**
 * The method with the least mean error is tested against each other method (one-tailed, at level α, uncorrected as in
 * Zhao, Yu, Kwok, Table IV). All methods that share the least mean are 'best'; the one with the least deviation among
 * them, then the first by label, stands for them in the tests, so that verdicts do not depend on the order of methods.
 */
export function compareMethods(contenders: readonly Contender[], comparison: StudySpec['comparison']): Verdict[] {
  const best = contenders.filter((c) => c.mean !== null).sort(byRank)[0];
  const verdicts = contenders.map((contender): Verdict => {
    if (contender.mean === null) return { standing: 'none', significant: false, p: null };
    if (contender.mean === best.mean) return { standing: 'best', significant: false, p: null };
    const p = twoSampleT(contender.errors, best.errors, 'greater')?.p ?? null;
    return { standing: p !== null && p < comparison.alpha ? 'worse' : 'tie', significant: false, p };
  });
  const others = verdicts.filter((_, index) => contenders[index] !== best && verdicts[index].standing !== 'none');
  const beatsAll = others.length > 0 && others.every((verdict) => verdict.standing === 'worse');
  return verdicts.map((verdict, index) =>
    contenders[index] === best ? { ...verdict, significant: beatsAll } : verdict,
  );
}

function byRank(a: Contender, b: Contender): number {
  return (
    (a.mean ?? Infinity) - (b.mean ?? Infinity) ||
    (a.std ?? Infinity) - (b.std ?? Infinity) ||
    (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)
  );
}

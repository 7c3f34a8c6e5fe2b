/** Families of tests that are corrected together. */
import { choiceOf } from '../choice.ts';
import { correctionOf, type CorrectionName } from './corrections.ts';

interface FamilyDeclaration<Kind extends string = string> {
  /** Name in specs. */
  readonly kind: Kind;
  /** Title in forms. */
  readonly title: string;
  /** Scope of a correction, within sentences. */
  readonly phrase: string;
  /** The families of a table, from the test results of each of its conditions; joined, they keep that order. */
  readonly split: <Answer>(conditions: readonly (readonly Answer[])[]) => readonly (readonly Answer[])[];
}

export const families = [
  {
    kind: 'condition',
    title: 'Each condition',
    phrase: 'the comparisons within each condition',
    split: (conditions) => conditions,
  },
  {
    kind: 'table',
    title: 'Whole table',
    phrase: 'all comparisons in the table',
    split: (conditions) => [conditions.flat()],
  },
] as const satisfies readonly FamilyDeclaration[];

export const familyNames = families.map(({ kind }) => kind);

export type FamilyName = (typeof families)[number]['kind'];

/** The default: the tests of one condition. */
export const DEFAULT_FAMILY: FamilyName = 'condition';

/** The families of a table, by default one per condition. */
export function splitByFamily<Answer>(
  conditions: readonly (readonly Answer[])[],
  family: FamilyName = DEFAULT_FAMILY,
): readonly (readonly Answer[])[] {
  return choiceOf<FamilyDeclaration>(families, family).split(conditions);
}

/** Phrase for the tests that are corrected together: "the comparisons within each condition". */
export function familyPhrase(family: FamilyName = DEFAULT_FAMILY): string {
  return choiceOf<FamilyDeclaration>(families, family).phrase;
}

/** Phrase for a correction with its family; without a correction the family is omitted. */
export function correctionPhrase(correction: CorrectionName = 'none', family: FamilyName = DEFAULT_FAMILY): string {
  const { phrase } = correctionOf(correction);
  return correction === 'none' ? phrase : `${phrase} over ${familyPhrase(family)}`;
}

/** Which tests of a table a correction for several tests takes together. */
import { choiceOf } from '../choice.ts';
import { correctionOf, type CorrectionName } from './corrections.ts';

interface FamilyDeclaration<Kind extends string = string> {
  /** How specs name it. */
  readonly kind: Kind;
  /** As a form lists it. */
  readonly title: string;
  /** As sentences name what a correction is over. */
  readonly phrase: string;
  /** The families of a table, from the answers of each of its conditions; in the same order when joined. */
  readonly split: <Answer>(conditions: readonly (readonly Answer[])[]) => readonly (readonly Answer[])[];
}

export const families = [
  {
    kind: 'condition',
    title: 'Each condition',
    phrase: 'the methods of a condition',
    split: (conditions) => conditions,
  },
  {
    kind: 'table',
    title: 'Whole table',
    phrase: 'all methods in all conditions',
    split: (conditions) => [conditions.flat()],
  },
] as const satisfies readonly FamilyDeclaration[];

export const familyNames = families.map(({ kind }) => kind);

export type FamilyName = (typeof families)[number]['kind'];

/** The tests of one condition, where a study does not say. */
export const DEFAULT_FAMILY: FamilyName = 'condition';

/** The families of a table; of each condition if none is named. */
export function splitByFamily<Answer>(
  conditions: readonly (readonly Answer[])[],
  family: FamilyName = DEFAULT_FAMILY,
): readonly (readonly Answer[])[] {
  return choiceOf<FamilyDeclaration>(families, family).split(conditions);
}

/** As sentences name a correction with its family; what a correction of nothing is over does not matter. */
export function correctionPhrase(correction: CorrectionName = 'none', family: FamilyName = DEFAULT_FAMILY): string {
  const { phrase } = correctionOf(correction);
  return correction === 'none' ? phrase : `${phrase} over ${choiceOf<FamilyDeclaration>(families, family).phrase}`;
}

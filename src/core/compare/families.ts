/** Which tests of a table a correction for several tests takes together. */
import { choiceOf } from '../choice.ts';
import { correctionOf, type CorrectionName } from './corrections/registry.ts';

interface FamilyDeclaration<Kind extends string = string> {
  /** How specs name it. */
  readonly kind: Kind;
  /** As a form lists it. */
  readonly title: string;
  /** As sentences name what a correction is over. */
  readonly phrase: string;
}

export const families = [
  { kind: 'condition', title: 'Each condition', phrase: 'the methods of a condition' },
  { kind: 'table', title: 'Whole table', phrase: 'all methods in all conditions' },
] as const satisfies readonly FamilyDeclaration[];

export const familyNames = families.map(({ kind }) => kind);

export type FamilyName = (typeof families)[number]['kind'];

/** The tests of one condition, where a study does not say. */
export const DEFAULT_FAMILY: FamilyName = 'condition';

/** As sentences name a correction with its family; what a correction of nothing is over does not matter. */
export function correctionPhrase(correction: CorrectionName = 'none', family: FamilyName = DEFAULT_FAMILY): string {
  const { phrase } = correctionOf(correction);
  return correction === 'none' ? phrase : `${phrase} over ${choiceOf<FamilyDeclaration>(families, family).phrase}`;
}

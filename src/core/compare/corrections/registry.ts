/** The corrections for several tests on offer, in the order in which forms list them. */
import { choiceOf } from '../../choice.ts';
import { bonferroni } from './bonferroni.ts';
import type { CorrectionDeclaration } from './correction.ts';
import { holm } from './holm.ts';
import { none } from './none.ts';

export const corrections = [none, holm, bonferroni] as const;

export const correctionNames = corrections.map(({ kind }) => kind);

export type CorrectionName = (typeof corrections)[number]['kind'];

/** The declaration of a correction. */
export function correctionOf(name: CorrectionName): CorrectionDeclaration {
  return choiceOf<CorrectionDeclaration>(corrections, name);
}

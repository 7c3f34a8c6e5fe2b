/** Registry of corrections for multiple tests, in the order of forms. */
import { choiceOf } from '../choice.ts';
import type { Citation } from '../methods/method.ts';
import { bonferroni, holm } from '../stats/tests/corrections.ts';

/** Declaration of a correction for multiple tests. */
export interface CorrectionDeclaration<Kind extends string = string> {
  /** Name in specs. */
  readonly kind: Kind;
  /** Title in forms. */
  readonly title: string;
  /** Name within sentences, without its family (testFamilies.ts). */
  readonly phrase: string;
  /** Publication of the correction. */
  readonly citation?: Citation;
  /** Adjusted p-values of the tests of one family, in their order. */
  readonly adjust: (p: readonly number[]) => readonly number[];
}

export const corrections = [
  { kind: 'none', title: 'None', phrase: 'no correction for multiple comparisons', adjust: (p) => p },
  {
    kind: 'holm',
    title: 'Holm',
    phrase: "Holm's correction",
    citation: {
      key: 'holm1979',
      type: 'article',
      authors: ['Sture Holm'],
      title: 'A Simple Sequentially Rejective Multiple Test Procedure',
      venue: 'Scandinavian Journal of Statistics',
      year: 1979,
      volume: '6',
      number: '2',
      pages: '65–70',
    },
    adjust: holm,
  },
  { kind: 'bonferroni', title: 'Bonferroni', phrase: "Bonferroni's correction", adjust: bonferroni },
] as const satisfies readonly CorrectionDeclaration[];

export const correctionNames = corrections.map(({ kind }) => kind);

export type CorrectionName = (typeof corrections)[number]['kind'];

export function correctionOf(name: CorrectionName): CorrectionDeclaration {
  return choiceOf<CorrectionDeclaration>(corrections, name);
}

import type { Citation } from '../../methods/method.ts';

/** What a correction for several tests is; one declaration per file, one line in registry.ts. */
export interface CorrectionDeclaration<Kind extends string = string> {
  /** How specs name it. */
  readonly kind: Kind;
  /** As a form lists it. */
  readonly title: string;
  /** As sentences name it, without what it is over (families.ts). */
  readonly phrase: string;
  /** The publication behind it. */
  readonly citation?: Citation;
  /** Adjusted p of the tests of one family, in their order. */
  readonly adjust: (p: readonly number[]) => readonly number[];
}

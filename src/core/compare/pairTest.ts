/**
 * Declarations of tests of two methods. To add one, add a file with its declaration to tests/ and a line to the
 * registry there; the schema of specs, the form, the table and its footer, the pair report, the command line and the
 * documentation follow.
 */
import type { Disagreement } from '../stats/tests/mcnemar.ts';
import type { Citation } from '../methods/method.ts';
import type { Alternative, TestOutcome } from '../stats/tests/testResult.ts';
import type { ComparedScores } from '../stats/rocAreas.ts';
import type { PairSamples } from './repeatValues.ts';
import type { Prose } from '../text/proseTags.ts';

/** Test images of one split that only one of the methods gets wrong. */
export interface SplitDisagreement extends Disagreement {
  readonly repeat: number;
  /** Test images of the split. */
  readonly tests: number;
}

/** Input of a test's explanation. */
export interface PairFacts {
  readonly samples: PairSamples;
  readonly alpha: number;
  /** n_test/n_train of the repeats. */
  readonly testToTrain: number;
  /** Whether the differences have a spread; without one their mean has no interval. */
  readonly hasInterval: boolean;
  /** For one split; null without predictions. */
  readonly disagreement: SplitDisagreement | null;
}

interface Declared<Kind extends string> {
  /** Name in specs. */
  readonly kind: Kind;
  /** Title in forms. */
  readonly title: string;
  /** Name within sentences: "paired t-test". */
  readonly phrase: string;
  /** Compares the values repeat by repeat. Other tests take the same repeats as two independent samples. */
  readonly paired: boolean;
  /** Caveat about its assumptions. */
  readonly remark: string;
  /** Publication of the test. Absent: textbook knowledge. */
  readonly citation?: Citation;
  /** One sentence on its result compared with those of other tests; null: none. */
  readonly explain?: (facts: PairFacts) => string | null;
}

/** A one-sided or two-sided test over the common repeats of two methods; studies use these tests. */
export interface PairTestDeclaration<Kind extends string = string> extends Declared<Kind> {
  /** Name in papers, with the article: "the paired t-test". */
  readonly prose: Prose;
  /** Heading of its column in the report on a study. Absent: no column. */
  readonly column?: string;
  /** Needs n_test/n_train: it takes into account that repeats share images. */
  readonly needsRatio?: true;
  /** How it handles repeats with test and training sets of unequal sizes. */
  readonly unequalSizes?: string;
  /** The smallest p that it can give over this number of repeats. Absent: any p above 0. */
  readonly leastP?: (repeats: number, side: Alternative) => number;
  /** 'greater' is the alternative that the first has the larger values; `ratio`: n_test/n_train, 0 if not needed. */
  readonly run: (samples: PairSamples, side: Alternative, ratio: number) => TestOutcome;
}

/** A two-sided test of the predictions for the test images of one split. */
export interface SplitTestDeclaration<Kind extends string = string> extends Declared<Kind> {
  readonly run: (counts: Disagreement) => TestOutcome;
}

/** A two-sided test of the scores of two methods for the pairs of verification, split by split. */
export interface AreaTestDeclaration<Kind extends string = string> extends Declared<Kind> {
  readonly run: (splits: readonly ComparedScores[]) => TestOutcome;
}

/** The smallest p of a test by the signs of the differences: all 2ⁿ assignments of signs are equally probable. */
export function leastOfSigns(repeats: number, side: Alternative): number {
  return 2 ** (side === 'two-sided' ? 1 - repeats : -repeats);
}

/** Caveats shared by several tests. */
export const INDEPENDENT_SAMPLES =
  'The test takes repeats as independent samples; they share images, so it finds differences too readily.';

export const INDEPENDENT_PAIRS =
  'It pairs the repeats but takes them as independent; they share images, so it finds differences too readily.';

/**
 * What a test of two methods is. Adding one means adding one file to tests/ with one declaration and one line in its
 * registry; the schema of specs, the form, the table and its footer, the pair report, the command line and the
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

/** What the explanation of a test's answer may look at. */
export interface PairFacts {
  readonly samples: PairSamples;
  readonly alpha: number;
  /** n_test/n_train of the repeats. */
  readonly testToTrain: number;
  /** Whether the differences have a spread, so that there are intervals of their mean. */
  readonly hasInterval: boolean;
  /** For one split; null without predictions. */
  readonly disagreement: SplitDisagreement | null;
}

interface Declared<Kind extends string> {
  /** How specs name it. */
  readonly kind: Kind;
  /** As a form lists it. */
  readonly title: string;
  /** As sentences name it: "paired t-test". */
  readonly phrase: string;
  /** Compares the values repeat by repeat. Other tests take the same repeats as two independent samples. */
  readonly paired: boolean;
  /** What the reader should know of its assumption. */
  readonly remark: string;
  /** The publication behind it. Absent: textbooks have it. */
  readonly citation?: Citation;
  /** One sentence on its answer next to those of other tests; null: nothing to say. */
  readonly explain?: (facts: PairFacts) => string | null;
}

/** A test over the repeats that two methods have in common, one-sided or two-sided: what studies compare by. */
export interface PairTestDeclaration<Kind extends string = string> extends Declared<Kind> {
  /** As papers name it, with the article: "the paired t-test". */
  readonly prose: Prose;
  /** Heading of its column in the report on a study. Absent: it has none. */
  readonly column?: string;
  /** Needs n_test/n_train: it takes into account that repeats share images. */
  readonly needsRatio?: true;
  /** What it does where repeats have test and training sets of unequal sizes. */
  readonly unequalSizes?: string;
  /** 'greater' is the alternative that the first has the larger values; `ratio`: n_test/n_train, 0 where not needed. */
  readonly run: (samples: PairSamples, side: Alternative, ratio: number) => TestOutcome;
}

/** A two-sided test of the predictions for the test images of one split. */
export interface SplitTestDeclaration<Kind extends string = string> extends Declared<Kind> {
  readonly run: (counts: Disagreement) => TestOutcome;
}

/** A two-sided test of the scores of two methods for the pairs of a study of verification, split by split. */
export interface AreaTestDeclaration<Kind extends string = string> extends Declared<Kind> {
  readonly run: (splits: readonly ComparedScores[]) => TestOutcome;
}

/** What several tests take for granted. */
export const INDEPENDENT_SAMPLES =
  'The test takes repeats as independent samples; they share images, so it finds differences too readily.';

export const INDEPENDENT_PAIRS =
  'It pairs the repeats but takes them as independent; they share images, so it finds differences too readily.';

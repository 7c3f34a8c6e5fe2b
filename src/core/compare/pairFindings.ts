/** Findings about two methods in one condition. */
import type { RopeProbabilities } from '../stats/tests/bayesianCorrelatedT.ts';
import type { Interval } from '../stats/interval.ts';
import type { TestUnavailable, TestResult } from '../stats/tests/testResult.ts';
import type { SplitDisagreement } from './pairTest.ts';
import type { AreaTestName, PairTestName, SplitTestName } from './tests/registry.ts';

export interface PairTestReport {
  readonly name: PairTestName | SplitTestName | AreaTestName;
  readonly title: string;
  readonly paired: boolean;
  /** null if the test is undefined; `lack` gives the reason. */
  readonly p: number | null;
  readonly statistic: number | null;
  readonly df: number | null;
  /** Why there is no p; null if there is one. */
  readonly lack: TestUnavailable | null;
  /** Whether p is below α; null without p. */
  readonly different: boolean | null;
  readonly remark: string;
}

export interface EquivalenceReport extends TestResult {
  /** In the unit of the measure. */
  readonly margin: number;
  readonly equivalent: boolean;
}

/** Results of the tests, without their explanation. */
export interface PairFindings {
  /** Repeats that both methods have finished. */
  readonly repeats: number;
  /** Compared values in these repeats, and first − second. */
  readonly samples: {
    readonly repeats: readonly number[];
    readonly first: readonly number[];
    readonly second: readonly number[];
    readonly differences: readonly number[];
  };
  /** Mean of first − second over these, in the unit of the measure; null without any. */
  readonly difference: number | null;
  /** 95% interval of that mean, with repeats taken as independent; here and below, or the reason why there is none. */
  readonly interval: Interval | TestUnavailable;
  /** The same with the variance of Nadeau and Bengio. */
  readonly correctedInterval: Interval | TestUnavailable;
  /** n_test/n_train of these repeats. */
  readonly testToTrain: number;
  readonly alpha: number;
  /** Two-sided p of every test. */
  readonly tests: readonly PairTestReport[];
  readonly cohenD: number | TestUnavailable;
  /** Cohen's d without most of its bias in small samples. */
  readonly hedgesG: number | TestUnavailable;
  readonly cohenDz: number | TestUnavailable;
  readonly cliffDelta: number | null;
  /** Probabilities that the first value is smaller, practically equal, or larger. */
  readonly rope:
    | (RopeProbabilities & {
        readonly halfWidth: number;
        /** The outcome with a probability of at least 1 − α; null: none. */
        readonly decision: keyof RopeProbabilities | null;
      })
    | TestUnavailable;
  /** Two one-sided corrected tests of a difference of ± the margin or more; p below α: equivalent within the margin. */
  readonly equivalence: EquivalenceReport | TestUnavailable;
  /** Counts of McNemar's test; null without predictions. */
  readonly mcnemar: SplitDisagreement | null;
}

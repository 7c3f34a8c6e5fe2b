/** What every test says about the same two methods, how large their difference is, and why the answers differ. */
import { bayesianCorrelatedT, type RopeProbabilities } from '../stats/bayesianCorrelatedT.ts';
import { mean } from '../stats/describe.ts';
import { cliffDelta, cohenD, cohenDz } from '../stats/effectSize.ts';
import { meanInterval, type Interval } from '../stats/interval.ts';
import { commonRepeats, pairTestNames, pairTests, type PairTestName, type RepeatValues } from './pairTests.ts';

export interface PairTestReport {
  readonly name: PairTestName;
  readonly title: string;
  readonly paired: boolean;
  /** null where the test cannot be had: too few repeats, or no pair that differs. */
  readonly p: number | null;
  /** null also for a difference without any spread, where it is infinite. */
  readonly statistic: number | null;
  readonly df: number | null;
  readonly remark: string;
}

export interface PairReport {
  /** Repeats that both methods have finished. */
  readonly repeats: number;
  /** Mean of first − second over these, in percentage points; null without any. */
  readonly difference: number | null;
  /** 95 % interval of that mean, repeats taken as independent. */
  readonly interval: Interval | null;
  /** The same with the variance of Nadeau and Bengio. */
  readonly correctedInterval: Interval | null;
  readonly testToTrain: number;
  /** Two-sided p of every test. */
  readonly tests: readonly PairTestReport[];
  readonly cohenD: number | null;
  readonly cohenDz: number | null;
  readonly cliffDelta: number | null;
  /** Probabilities that the first has the smaller, a practically equal, the larger error. */
  readonly rope: (RopeProbabilities & { readonly halfWidth: number }) | null;
}

/**
 * Compares the error rates (per cent) of two methods in one condition. `testToTrain` is n_test/n_train of its splits;
 * differences within ± `halfWidth` percentage points count as practically equal.
 */
export function pairReport(
  first: RepeatValues,
  second: RepeatValues,
  testToTrain: number,
  halfWidth: number,
): PairReport {
  const [x, y] = commonRepeats(first, second);
  const differences = x.map((value, i) => value - y[i]);
  const rope = bayesianCorrelatedT(x, y, testToTrain / (1 + testToTrain), halfWidth);
  return {
    repeats: x.length,
    difference: differences.length === 0 ? null : mean(differences),
    interval: meanInterval(differences, 0.95),
    correctedInterval: meanInterval(differences, 0.95, testToTrain),
    testToTrain,
    tests: pairTestNames.map((name) => {
      const { title, paired, remark, run } = pairTests[name];
      const result = paired
        ? run(x, y, 'two-sided', testToTrain)
        : run(first.values, second.values, 'two-sided', testToTrain);
      const { p = null, df = null } = result ?? {};
      return { name, title, paired, p, statistic: finite(result?.statistic), df, remark };
    }),
    cohenD: finite(cohenD(first.values, second.values)),
    cohenDz: finite(cohenDz(x, y)),
    cliffDelta: cliffDelta(first.values, second.values),
    rope: rope && { ...rope, halfWidth },
  };
}

function finite(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : value;
}

/** What every test says about the same two methods, how large their difference is, and why the answers differ. */
import { bayesianCorrelatedT, type RopeProbabilities } from '../../stats/bayesianCorrelatedT.ts';
import { mean } from '../../stats/describe.ts';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../../stats/effectSize.ts';
import { meanInterval, type Interval } from '../../stats/interval.ts';
import { mcnemarExact, type Disagreement } from '../../stats/mcnemar.ts';
import { explainPair } from './pairExplanation.ts';
import type { TestResult } from '../../stats/testResult.ts';
import { commonRepeats, pairTestNames, pairTests, type PairTestName, type RepeatValues } from './pairTests.ts';

export interface PairTestReport {
  readonly name: PairTestName | 'mcnemar';
  readonly title: string;
  readonly paired: boolean;
  /** null where the test cannot be had: too few repeats, or no pair that differs. */
  readonly p: number | null;
  /** null also for a difference without any spread, where it is infinite. */
  readonly statistic: number | null;
  readonly df: number | null;
  /** Whether p is below α; null without p. */
  readonly different: boolean | null;
  readonly remark: string;
}

export interface PairReport {
  /** Repeats that both methods have finished. */
  readonly repeats: number;
  /** Mean of first − second over these, in the unit of the measure; null without any. */
  readonly difference: number | null;
  /** 95 % interval of that mean, repeats taken as independent. */
  readonly interval: Interval | null;
  /** The same with the variance of Nadeau and Bengio. */
  readonly correctedInterval: Interval | null;
  readonly testToTrain: number;
  readonly alpha: number;
  /** Two-sided p of every test. */
  readonly tests: readonly PairTestReport[];
  readonly cohenD: number | null;
  /** Cohen's d without most of its bias in small samples. */
  readonly hedgesG: number | null;
  readonly cohenDz: number | null;
  readonly cliffDelta: number | null;
  /** Probabilities that the first has the smaller, a practically equal, the larger value. */
  readonly rope:
    | (RopeProbabilities & {
        readonly halfWidth: number;
        /** What has a probability of at least 1 − α; null: none of them. */
        readonly decision: keyof RopeProbabilities | null;
      })
    | null;
  /** What McNemar's test counts; null where the predictions are not at hand. */
  readonly mcnemar: SplitDisagreement | null;
  /** Why the answers differ, a sentence each. */
  readonly explanation: readonly string[];
}

/** Test images of one split that only one of the methods gets wrong. */
export interface SplitDisagreement extends Disagreement {
  readonly repeat: number;
  /** Test images of the split. */
  readonly tests: number;
}

export interface PairOptions {
  /** n_test/n_train of the splits. */
  readonly testToTrain: number;
  /** Differences within ± this count as practically equal; in the unit of the values. */
  readonly halfWidth: number;
  readonly alpha: number;
  readonly mcnemar?: SplitDisagreement | null;
}

/** Compares two methods in one condition by the values of their repeats. */
export function pairReport(first: RepeatValues, second: RepeatValues, options: PairOptions): PairReport {
  const { testToTrain, halfWidth, alpha, mcnemar = null } = options;
  const [x, y] = commonRepeats(first, second);
  const differences = x.map((value, i) => value - y[i]);
  const rope = bayesianCorrelatedT(x, y, testToTrain / (1 + testToTrain), halfWidth);
  const tests = pairTestNames.map((name): PairTestReport => {
    const { title, paired, remark, run } = pairTests[name];
    const result = paired
      ? run(x, y, 'two-sided', testToTrain)
      : run(first.values, second.values, 'two-sided', testToTrain);
    return { name, title, paired, remark, ...outcome(result, alpha) };
  });
  if (mcnemar) tests.push(mcnemarReport(mcnemar, alpha));
  const report = {
    repeats: x.length,
    difference: differences.length === 0 ? null : mean(differences),
    interval: meanInterval(differences, 0.95),
    correctedInterval: meanInterval(differences, 0.95, testToTrain),
    testToTrain,
    alpha,
    tests,
    cohenD: finite(cohenD(first.values, second.values)),
    hedgesG: finite(hedgesG(first.values, second.values)),
    cohenDz: finite(cohenDz(x, y)),
    cliffDelta: cliffDelta(first.values, second.values),
    rope: rope && { ...rope, halfWidth, decision: decided(rope, alpha) },
    mcnemar,
  };
  return { ...report, explanation: explainPair(report, x, y) };
}

function mcnemarReport(counts: SplitDisagreement, alpha: number): PairTestReport {
  return {
    name: 'mcnemar',
    title: `McNemar's exact test, repeat ${counts.repeat}`,
    paired: true,
    remark: 'It compares the predictions for the test images of one split; how results vary over splits is not in it.',
    ...outcome(mcnemarExact(counts), alpha),
  };
}

function outcome(
  result: TestResult | null,
  alpha: number,
): Pick<PairTestReport, 'p' | 'statistic' | 'df' | 'different'> {
  if (!result) return { p: null, statistic: null, df: null, different: null };
  return { p: result.p, statistic: finite(result.statistic), df: result.df, different: result.p < alpha };
}

function decided(rope: RopeProbabilities, alpha: number): keyof RopeProbabilities | null {
  return (['less', 'equivalent', 'greater'] as const).find((side) => rope[side] >= 1 - alpha) ?? null;
}

function finite(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : value;
}

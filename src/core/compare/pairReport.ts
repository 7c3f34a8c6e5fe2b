/** What every test says about the same two methods, how large their difference is, and why the answers differ. */
import { bayesianCorrelatedT, type RopeProbabilities } from '../stats/bayesianCorrelatedT.ts';
import { mean } from '../stats/describe.ts';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../stats/effectSize.ts';
import { meanInterval, type Interval } from '../stats/interval.ts';
import { mcnemarExact, mcnemarMidP, type Disagreement } from '../stats/mcnemar.ts';
import { explainPair } from './pairExplanation.ts';
import { isLack, type Lack, type TestAnswer } from '../stats/testResult.ts';
import { pairTestNames, pairTests, type PairTestName } from './pairTests.ts';
import { pairSamples, type RepeatValues } from './repeatValues.ts';

export interface PairTestReport {
  readonly name: PairTestName | 'mcnemar' | 'mcnemar-mid-p';
  readonly title: string;
  readonly paired: boolean;
  /** null where the test cannot be had; see `lack`. */
  readonly p: number | null;
  readonly statistic: number | null;
  readonly df: number | null;
  /** Why there is no p; null where there is one. */
  readonly lack: Lack | null;
  /** Whether p is below α; null without p. */
  readonly different: boolean | null;
  readonly remark: string;
}

export interface PairReport {
  /** Repeats that both methods have finished. */
  readonly repeats: number;
  /** Mean of first − second over these, in the unit of the measure; null without any. */
  readonly difference: number | null;
  /** 95 % interval of that mean, repeats taken as independent; here and below, else the reason why there is none. */
  readonly interval: Interval | Lack;
  /** The same with the variance of Nadeau and Bengio. */
  readonly correctedInterval: Interval | Lack;
  /** n_test/n_train of these repeats. */
  readonly testToTrain: number;
  readonly alpha: number;
  /** Two-sided p of every test. */
  readonly tests: readonly PairTestReport[];
  readonly cohenD: number | Lack;
  /** Cohen's d without most of its bias in small samples. */
  readonly hedgesG: number | Lack;
  readonly cohenDz: number | Lack;
  readonly cliffDelta: number | null;
  /** Probabilities that the first has the smaller, a practically equal, the larger value. */
  readonly rope:
    | (RopeProbabilities & {
        readonly halfWidth: number;
        /** What has a probability of at least 1 − α; null: none of them. */
        readonly decision: keyof RopeProbabilities | null;
      })
    | Lack;
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
  /** n_test/n_train of some repeats. */
  readonly testToTrain: (repeats: readonly number[]) => number;
  /** Differences within ± this count as practically equal; in the unit of the values. */
  readonly halfWidth: number;
  readonly alpha: number;
  readonly mcnemar?: SplitDisagreement | null;
}

/** Compares two methods in one condition by the values of the repeats that both have. */
export function pairReport(first: RepeatValues, second: RepeatValues, options: PairOptions): PairReport {
  const { halfWidth, alpha, mcnemar = null } = options;
  const samples = pairSamples(first, second);
  const { first: x, second: y, differences, repeats } = samples;
  const testToTrain = options.testToTrain(repeats);
  const rope = bayesianCorrelatedT(differences, testToTrain / (1 + testToTrain), halfWidth);
  const tests = pairTestNames.map((name): PairTestReport => {
    const { title, paired, remark, run } = pairTests[name];
    return { name, title, paired, remark, ...outcome(run(samples, 'two-sided', testToTrain), alpha) };
  });
  if (mcnemar) tests.push(...mcnemarReports(mcnemar, alpha));
  const report = {
    repeats: x.length,
    difference: differences.length === 0 ? null : mean(differences),
    interval: meanInterval(differences, 0.95),
    correctedInterval: meanInterval(differences, 0.95, testToTrain),
    testToTrain,
    alpha,
    tests,
    cohenD: cohenD(x, y),
    hedgesG: hedgesG(x, y),
    cohenDz: cohenDz(differences),
    cliffDelta: cliffDelta(x, y),
    rope: isLack(rope) ? rope : { ...rope, halfWidth, decision: decided(rope, alpha) },
    mcnemar,
  };
  return { ...report, explanation: explainPair(report, samples) };
}

function mcnemarReports(counts: SplitDisagreement, alpha: number): PairTestReport[] {
  const { repeat } = counts;
  return [
    {
      name: 'mcnemar',
      title: `McNemar's exact test, repeat ${repeat}`,
      paired: true,
      remark:
        'It compares the predictions for the test images of one split; how results vary over splits is not in it.',
      ...outcome(mcnemarExact(counts), alpha),
    },
    {
      name: 'mcnemar-mid-p',
      title: `McNemar's test with mid-p, repeat ${repeat}`,
      paired: true,
      remark: 'The same with half the probability of the counts observed: less cautious than the exact test, near α.',
      ...outcome(mcnemarMidP(counts), alpha),
    },
  ];
}

function outcome(
  answer: TestAnswer,
  alpha: number,
): Pick<PairTestReport, 'p' | 'statistic' | 'df' | 'lack' | 'different'> {
  if (isLack(answer)) return { p: null, statistic: null, df: null, lack: answer, different: null };
  const { p, statistic, df } = answer;
  return { p, statistic, df, lack: null, different: p < alpha };
}

function decided(rope: RopeProbabilities, alpha: number): keyof RopeProbabilities | null {
  return (['less', 'equivalent', 'greater'] as const).find((side) => rope[side] >= 1 - alpha) ?? null;
}

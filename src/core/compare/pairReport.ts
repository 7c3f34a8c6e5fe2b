/** What every test says about the same two methods, how large their difference is, and why the answers differ. */
import { bayesianCorrelatedT, type RopeProbabilities } from '../stats/bayesianCorrelatedT.ts';
import { mean } from '../stats/describe.ts';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../stats/effectSize.ts';
import { meanInterval } from '../stats/interval.ts';
import { mcnemarExact, mcnemarMidP } from '../stats/mcnemar.ts';
import { explainPair } from './pairExplanation.ts';
import type { PairFindings, PairTestReport, SplitDisagreement } from './pairFindings.ts';
import { isLack, type TestAnswer } from '../stats/testResult.ts';
import { pairTestNames, pairTests } from './pairTests.ts';
import { pairSamples, type RepeatValues } from './repeatValues.ts';

/** The findings, and why tests answer differently. */
export interface PairReport extends PairFindings {
  /** Why the answers differ, a sentence each. */
  readonly explanation: readonly string[];
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

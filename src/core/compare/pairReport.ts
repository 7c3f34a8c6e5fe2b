/** What every test says about the same two methods, how large their difference is, and why the answers differ. */
import { bayesianCorrelatedT, type RopeProbabilities } from '../stats/tests/bayesianCorrelatedT.ts';
import { mean } from '../stats/describe.ts';
import { equivalenceT } from '../stats/tests/equivalence.ts';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../stats/effectSize.ts';
import { meanInterval } from '../stats/interval.ts';
import { explainPair } from './pairExplanation.ts';
import type { PairFindings, PairTestReport } from './pairFindings.ts';
import type { SplitDisagreement } from './pairTest.ts';
import type { ComparedScores } from '../stats/rocAreas.ts';
import { isUnavailable, type TestOutcome } from '../stats/tests/testResult.ts';
import { areaTests, pairTests, splitTests } from './tests/registry.ts';
import { pairSamples, type RepeatValues } from './repeatValues.ts';

/** The findings, and why tests answer differently. */
export interface PairReport extends PairFindings {
  /** Why the answers differ, a sentence each. */
  readonly explanation: readonly string[];
}

export interface PairOptions {
  /** n_test/n_train of some repeats. */
  readonly testToTrain: (repeats: readonly number[]) => number;
  /** Differences within ± this count as practically equal, in the unit of the values; null: nothing is said of that. */
  readonly halfWidth: number | null;
  readonly alpha: number;
  /** 'rates only': nothing is known of single images. */
  readonly mcnemar?: SplitDisagreement | 'rates only' | null;
  /** Scores of both for the pairs of every common repeat, of verification. */
  readonly scores?: readonly ComparedScores[] | null;
}

/** Compares two methods in one condition by the values of the repeats that both have. */
export function pairReport(first: RepeatValues, second: RepeatValues, options: PairOptions): PairReport {
  const { halfWidth, alpha } = options;
  const mcnemar = isUnavailable(options.mcnemar) ? null : (options.mcnemar ?? null);
  const samples = pairSamples(first, second);
  const { first: x, second: y, differences, repeats } = samples;
  const testToTrain = options.testToTrain(repeats);
  const practical = practicalEquality(differences, testToTrain, halfWidth, alpha);
  const tests = pairTests.map(({ kind, phrase, paired, remark, run }): PairTestReport => {
    const answer = run(samples, 'two-sided', testToTrain);
    return { name: kind, title: phrase, paired, remark, ...outcome(answer, alpha) };
  });
  if (mcnemar) tests.push(...splitReports(mcnemar, alpha));
  if (options.mcnemar === 'rates only') tests.push(...splitTests.map((test) => withoutImages(test, alpha)));
  const { scores } = options;
  if (scores) {
    for (const { kind, phrase, paired, remark, run } of areaTests) {
      tests.push({ name: kind, title: phrase, paired, remark, ...outcome(run(scores), alpha) });
    }
  }
  const report = {
    repeats: x.length,
    samples: { repeats, first: x, second: y, differences: Array.from(differences) },
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
    ...practical,
    mcnemar,
  };
  return { ...report, explanation: explainPair(report, samples) };
}

/** Whether the difference lies within the margin, by the two tests that answer it. */
function practicalEquality(
  differences: ArrayLike<number>,
  testToTrain: number,
  halfWidth: number | null,
  alpha: number,
): Pick<PairFindings, 'rope' | 'equivalence'> {
  if (halfWidth === null) return { rope: 'no margin', equivalence: 'no margin' };
  const rope = bayesianCorrelatedT(differences, testToTrain / (1 + testToTrain), halfWidth);
  const tost = equivalenceT(differences, testToTrain, halfWidth);
  return {
    rope: isUnavailable(rope) ? rope : { ...rope, halfWidth, decision: decided(rope, alpha) },
    equivalence: isUnavailable(tost) ? tost : { ...tost, margin: halfWidth, equivalent: tost.p < alpha },
  };
}

function splitReports(counts: SplitDisagreement, alpha: number): PairTestReport[] {
  return splitTests.map(({ kind, phrase, paired, remark, run }) => {
    const title = `${phrase}, repeat ${counts.repeat}`;
    return { name: kind, title, paired, remark, ...outcome(run(counts), alpha) };
  });
}

function withoutImages({ kind, phrase, paired, remark }: (typeof splitTests)[number], alpha: number): PairTestReport {
  return { name: kind, title: phrase, paired, remark, ...outcome('rates only', alpha) };
}

function outcome(
  answer: TestOutcome,
  alpha: number,
): Pick<PairTestReport, 'p' | 'statistic' | 'df' | 'lack' | 'different'> {
  if (isUnavailable(answer)) return { p: null, statistic: null, df: null, lack: answer, different: null };
  const { p, statistic, df } = answer;
  return { p, statistic, df, lack: null, different: p < alpha };
}

function decided(rope: RopeProbabilities, alpha: number): keyof RopeProbabilities | null {
  return (['less', 'equivalent', 'greater'] as const).find((side) => rope[side] >= 1 - alpha) ?? null;
}

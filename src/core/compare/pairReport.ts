/** Report on two methods: the result of every test, the size of their difference, and why the tests disagree. */
import { bayesianCorrelatedT, type RopeProbabilities } from '../stats/tests/bayesianCorrelatedT.ts';
import { mean } from '../stats/describe.ts';
import { equivalenceT } from '../stats/tests/equivalence.ts';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../stats/effectSize.ts';
import { meanInterval } from '../stats/interval.ts';
import type { PairFindings, PairTestReport } from './pairFindings.ts';
import type { SplitDisagreement } from './pairTest.ts';
import type { ComparedScores } from '../stats/rocAreas.ts';
import { isUnavailable, type TestOutcome } from '../stats/tests/testResult.ts';
import { areaTests, pairTests, splitTests } from './tests/registry.ts';
import { pairSamples, type RepeatValues, type PairSamples } from './repeatValues.ts';

// Sentences on why the tests disagree, with the numbers behind it.

function explainPair(report: PairFindings, samples: PairSamples): string[] {
  return [agreement(report), spread(report), pairing(samples), ...ofTests(report, samples)].filter(
    (sentence) => sentence !== null,
  );
}

function agreement({ tests, alpha, repeats }: Pick<PairFindings, 'tests' | 'alpha' | 'repeats'>): string {
  const answered = tests.filter(({ different }) => different !== null);
  if (answered.length === 0 && repeats < 2) {
    return 'Not tested: a test needs at least two repeats of both methods.';
  }
  if (answered.length === 0) return 'Not tested: both methods have identical results in every repeat.';
  const significant = answered.filter(({ different }) => different);
  const level = `at α = ${alpha}`;
  if (significant.length === 0) return `No test finds a difference ${level}.`;
  if (significant.length === answered.length) return `All ${answered.length} tests find a difference ${level}.`;
  const others = answered.filter(({ different }) => !different).map(({ title }) => title);
  return `${significant.length} of ${answered.length} tests find a difference ${level}; not: ${others.join(', ')}.`;
}

function spread({ tests, difference }: Pick<PairFindings, 'tests' | 'difference'>): string | null {
  const without = tests.filter(({ lack }) => lack === 'no spread').map(({ title }) => title);
  if (without.length === 0) return null;
  const same = difference === 0 ? 'the two are equal in every repeat' : 'it is the same in every repeat';
  return `No spread, so no answer from: ${without.join(', ')}. These tests need a variance; ${same}.`;
}

function pairing({ first: x, second: y }: PairSamples): string | null {
  const r = correlation(x, y);
  if (r === null) return null;
  const strength = `Over the repeats the values of the two correlate by ${r.toFixed(2)}`;
  return r > 0.1
    ? `${strength}: paired tests remove what the splits share; two-sample tests count it as noise.`
    : `${strength}: pairing removes nothing here.`;
}

/** Explanations by individual tests. */
function ofTests({ alpha, testToTrain, interval, mcnemar }: PairFindings, samples: PairSamples): (string | null)[] {
  const facts = { samples, alpha, testToTrain, hasInterval: !isUnavailable(interval), disagreement: mcnemar };
  return [...pairTests, ...splitTests].map((test) => test.explain?.(facts) ?? null);
}

/** Pearson's correlation; null below three pairs, as two always lie on a line, or without spread. */
function correlation(x: readonly number[], y: readonly number[]): number | null {
  if (x.length < 3) return null;
  const [a, b] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((value, i) => {
    xy += (value - a) * (y[i] - b);
    xx += (value - a) ** 2;
    yy += (y[i] - b) ** 2;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}

/** The findings, with an explanation if the tests disagree. */
export interface PairReport extends PairFindings {
  /** Why the tests disagree, one sentence each. */
  readonly explanation: readonly string[];
}

export interface PairOptions {
  /** n_test/n_train of the given repeats. */
  readonly testToTrain: (repeats: readonly number[]) => number;
  /** Differences within ± this count as practically equal, in the unit of the values; null: no test of equivalence. */
  readonly halfWidth: number | null;
  readonly alpha: number;
  /** 'rates only': results of single images are unknown. */
  readonly mcnemar?: SplitDisagreement | 'rates only' | null;
  /** Verification: scores of both methods for the pairs of every common repeat. */
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

/** Results of the two tests of practical equivalence. */
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

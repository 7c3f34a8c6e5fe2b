/** Verdict on the comparison of two methods: a few sentences before its tests. */
import { attainableFloor } from '../compare/attainable.ts';
import { differenceLimit, requiredDifference } from '../compare/power.ts';
import { exceedsAnyDifference } from '../measures/practicalMargin.ts';
import type { Measure } from '../measures/measures.ts';
import { mean, sampleStd } from '../stats/describe.ts';
import { isUnavailable, type TestUnavailable } from '../stats/tests/testResult.ts';
import { decidedP, valueWording } from '../study/verdict/wording.ts';
import { plural, uncapitalised } from '../text/phrases.ts';
import type { PairFindings } from '../compare/pairFindings.ts';
import { pairTests, type PairTestName } from '../compare/tests/registry.ts';

export interface VerdictContext {
  /** Labels of the two methods. */
  readonly first: string;
  readonly second: string;
  readonly measure: Pick<Measure, 'id' | 'title' | 'unit' | 'digits' | 'better'>;
  /** Test of the study. */
  readonly test: PairTestName;
}

export interface PairVerdict {
  /** Size of the difference. */
  readonly headline: string;
  /** Whether the test of the study confirms it, and whether it is relevant. */
  readonly answers: readonly string[];
}

const said = (...sentences: readonly (string | null)[]) => sentences.filter((sentence) => sentence !== null);

/** The parts of the verdict, most important first. */
export function pairVerdictParts(findings: PairFindings, context: VerdictContext): PairVerdict {
  return {
    headline: size(findings, context),
    answers: said(confirmed(findings, context), otherwise(findings, context), relevance(findings, context)),
  };
}

/**
 * Whether the test of the study could have confirmed the difference, and whether it shows equivalence. Separate from
 * the verdict, because the search for the required number of repeats is slow.
 */
export function pairDesign(findings: PairFindings, context: VerdictContext): string[] {
  return said(power(findings, context), equivalence(findings, context));
}

/** The complete verdict as sentences. */
export function pairVerdict(findings: PairFindings, context: VerdictContext): string[] {
  const { headline, answers } = pairVerdictParts(findings, context);
  return [headline, ...answers, ...pairDesign(findings, context)];
}

/** The means, if the two are equivalent within the margin; else the size of their difference. */
function size({ difference, samples, equivalence: result, alpha }: PairFindings, context: VerdictContext): string {
  const { first, second, measure } = context;
  if (difference === null) return `${first} and ${second} share no finished repeat.`;
  const wording = valueWording(context.measure);
  if (!isUnavailable(result) && result.margin > 0 && result.equivalent) {
    const [one, other] = [samples.first, samples.second].map((values) => wording.value(mean(values)));
    const means = one === other ? `both means are ${one}` : `the means are ${one} and ${other}`;
    return `Equivalent within ${marginText(result.margin, measure)} (${EQUIVALENCE}, p ${decidedP(result.p, alpha)}); ${means}.`;
  }
  const { differences } = samples;
  const over = `over ${plural(differences.length, 'repeat')}`;
  const name = uncapitalised(measure.title);
  if (difference === 0) return `${first} and ${second} have equal means of the ${name} ${over}.`;
  const lower = difference < 0;
  const inFavour = differences.filter((d) => d !== 0 && d < 0 === lower).length;
  const share = `in ${inFavour === differences.length ? 'all' : `${inFavour} of`} ${plural(differences.length, 'repeat')}`;
  const by = wording.difference(Math.abs(difference));
  const direction = lower ? 'lower' : 'higher';
  const sentence = `The ${name} of ${first} is ${by} ${direction} than that of ${second}`;
  return differences.length === 1 ? `${sentence} ${over}.` : `${sentence} on average, and ${direction} ${share}.`;
}

const EQUIVALENCE = 'two one-sided corrected t-tests';

/** "±1 point", "±0.5 grey levels" */
function marginText(margin: number, measure: Pick<Measure, 'unit'>): string {
  const unit = measure.unit === '%' ? (margin === 1 ? 'point' : 'points') : measure.unit;
  return `±${`${margin} ${unit}`.trim()}`;
}

const LACKS: Readonly<Record<TestUnavailable, string>> = {
  'too few repeats': 'Not tested: a test needs at least two repeats of both methods.',
  'no spread': 'Not tested: the difference is identical in every repeat.',
  'rates only': 'This test needs predictions; one of the two methods has only error rates.',
  'no margin': 'The test needs a margin of practical equivalence.',
  'not converged': 'The sampler of the test did not converge.',
  'no difference': 'Not tested: both methods have identical results in every repeat.',
};

function confirmed({ tests, alpha }: PairFindings, { test }: VerdictContext): string | null {
  const studyTest = tests.find(({ name }) => name === test);
  if (!studyTest) return null;
  if (studyTest.lack) return LACKS[studyTest.lack];
  const answer = studyTest.different ? 'finds a significant difference' : 'leaves the difference undecided';
  return `The ${studyTest.title} ${answer} (p ${decidedP(studyTest.p!, alpha)}, α = ${alpha}).`;
}

/** If the corrected test leaves a difference undecided that others find: why the corrected one counts. */
function otherwise({ tests }: PairFindings, { test }: VerdictContext): string | null {
  if (test !== 'corrected-resampled-t' || tests.find(({ name }) => name === test)?.different !== false) return null;
  const independent = pairTests.filter(({ needsRatio }) => !needsRatio).map(({ kind }) => kind);
  const applicable = tests.filter(({ name, lack }) => !lack && independent.some((kind) => kind === name));
  const significant = applicable.filter(({ different }) => different).length;
  if (significant === 0) return null;
  const which = significant === applicable.length ? `All ${significant}` : `${significant} of the ${applicable.length}`;
  return `${which} tests that assume independent repeats call it significant, but these repeats share training images.`;
}

/** Most repeats that a sentence counts. */
const MANY = 1_000_000;

/** If the difference is undecided: whether the test could have decided it, and with how many repeats. */
function power(findings: PairFindings, context: VerdictContext): string | null {
  const studyTest = findings.tests.find(({ name }) => name === context.test);
  if (studyTest?.different !== false || findings.difference === null) return null;
  if (context.test === 'corrected-resampled-t') return correctedPower(findings, context);
  const differing = findings.samples.differences.filter((d) => d !== 0).length;
  const floor = attainableFloor({ ...findings, test: context.test }, [{ repeats: differing, tests: 1 }], 'two-sided');
  if (floor === null) return null;
  return (
    `With ${plural(differing, 'differing repeat')} this test cannot fall below p = ${floor.least}` +
    (floor.needed === null ? '.' : `; it takes at least ${floor.needed}.`)
  );
}

/** The corrected test needs |d̄| > t · s · √(1/n + r), r = n_test/n_train; more repeats reach z · s · √r at best. */
function correctedPower({ samples, testToTrain: ratio, alpha, difference }: PairFindings, context: VerdictContext) {
  const n = samples.differences.length;
  const s = sampleStd(samples.differences);
  const { difference: text, bound } = valueWording(context.measure);
  const needed = (repeats: number): number => s * requiredDifference(alpha / 2, repeats, ratio);
  const observed = Math.abs(difference!);
  const impossible = (value: number): boolean => exceedsAnyDifference(value, context.measure);
  const requires = impossible(needed(n))
    ? 'cannot make any difference significant'
    : `require a difference above ${bound(needed(n)) ?? text(0)}`;
  const limit = s * differenceLimit(alpha / 2, ratio);
  if (observed <= limit) {
    const least = impossible(limit) ? 'one' : `any below ${bound(limit) ?? text(0)}`;
    return (
      `More repeats will not settle this: ${plural(n, 'repeat')} ${requires}, and no number of repeats can establish ` +
      `${least}. Each split has ${ratio.toFixed(1)} test images per training image, so ` +
      `the standard error never falls below ${Math.sqrt(ratio).toFixed(1)} s of the differences ` +
      `(s = ${text(s)}); more training images per subject lower it.`
    );
  }
  let [low, high] = [n, MANY];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (observed > needed(middle)) high = middle;
    else low = middle;
  }
  return `${n} repeats ${requires}; at this spread, about ${plural(high, 'repeat')} would make this difference significant.`;
}

/** That equivalence is not shown, by two one-sided tests with the corrected variance; the headline says if it is. */
function equivalence({ equivalence: result, alpha }: PairFindings, { measure }: VerdictContext): string | null {
  if (isUnavailable(result) || result.margin === 0 || result.equivalent) return null;
  const within = `within ${marginText(result.margin, measure)}`;
  return `Equivalence ${within} is not shown (${EQUIVALENCE}, p ${decidedP(result.p, alpha)}, α = ${alpha}).`;
}

/** By the Bayesian correlated t-test. */
function relevance({ rope }: PairFindings, context: VerdictContext): string | null {
  if (isUnavailable(rope)) return null;
  const { equivalent, halfWidth, decision, less, greater } = rope;
  const within = `within ${marginText(halfWidth, context.measure)}`;
  const share = (probability: number): string => `${(100 * probability).toFixed(1)}%`;
  if (decision === 'equivalent') {
    return `Practically equivalent: the difference lies ${within} with ${share(equivalent)} probability.`;
  }
  const firstBetter = context.measure.better === 'lower' ? less : greater;
  const chances =
    `${context.first} is better by more than that with ${share(firstBetter)}, ` +
    `${context.second} with ${share(context.measure.better === 'lower' ? greater : less)}`;
  // If the repeats vary widely, neither method is likely to be better, even if equivalence is improbable.
  return decision !== null
    ? `The difference matters: only ${share(equivalent)} probability that it lies ${within}; ${chances}.`
    : `Practical relevance is undecided: ${share(equivalent)} probability that the difference lies ${within}; ${chances}.`;
}

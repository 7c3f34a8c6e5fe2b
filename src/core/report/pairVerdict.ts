/** Verdict on the comparison of two methods: a few sentences before its tests. */
import { differenceUnit, exceedsAnyDifference } from '../measures/practicalMargin.ts';
import type { Measure } from '../measures/measures.ts';
import { numberText, pText } from './numbers.ts';
import { sampleStd } from '../stats/describe.ts';
import { studentTUpperQuantile } from '../stats/distributions/studentT.ts';
import { isUnavailable, type TestUnavailable } from '../stats/tests/testResult.ts';
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

function amount(value: number, { measure }: VerdictContext): string {
  return `${numberText(value, measure.digits)} ${differenceUnit(measure)}`.trim();
}

function size({ difference, samples }: PairFindings, context: VerdictContext): string {
  const { first, second, measure } = context;
  if (difference === null) return `${first} and ${second} have no finished repeat in common.`;
  const { differences } = samples;
  const over = `over ${plural(differences.length, 'repeat')}`;
  const name = uncapitalised(measure.title);
  if (difference === 0) return `${first} and ${second} have the same mean ${name} ${over}.`;
  const lower = difference < 0;
  const inFavour = differences.filter((d) => d !== 0 && d < 0 === lower).length;
  const share =
    inFavour === differences.length ? 'in every one' : `in ${inFavour} of ${plural(differences.length, 'repeat')}`;
  const by = amount(Math.abs(difference), context);
  const direction = lower ? 'lower' : 'higher';
  const mean =
    measure.id === 'error-rate'
      ? `${first} errs ${by} ${lower ? 'less' : 'more'} than ${second} on average ${over}`
      : `The mean ${name} of ${first} is ${by} ${direction} than that of ${second} ${over}`;
  return differences.length === 1 ? `${mean}.` : `${mean}; ${direction} ${share}.`;
}

const LACKS: Readonly<Record<TestUnavailable, string>> = {
  'too few repeats': 'No test is possible: it needs two repeats that both methods have finished.',
  'no spread': 'The test of the study is not possible: the difference is the same in every repeat.',
  'rates only': 'The test needs to know which images are misclassified; one of the two methods has error rates only.',
  'no margin': 'The test needs a margin of practical equality.',
  'not converged': 'The sampler of the test did not converge.',
  'no difference': 'No test is possible: the two are equal in every repeat.',
};

function confirmed({ tests, alpha }: PairFindings, { test }: VerdictContext): string | null {
  const studyTest = tests.find(({ name }) => name === test);
  if (!studyTest) return null;
  if (studyTest.lack) return LACKS[studyTest.lack];
  const answer = studyTest.different ? 'finds a significant difference' : 'finds no significant difference';
  return `The ${studyTest.title} ${answer} (${pText(studyTest.p)}, α = ${alpha}).`;
}

/** If the corrected test finds no difference and others do: why the corrected one counts. */
function otherwise({ tests }: PairFindings, { test }: VerdictContext): string | null {
  if (test !== 'corrected-resampled-t' || tests.find(({ name }) => name === test)?.different !== false) return null;
  const independent = pairTests.filter(({ needsRatio }) => !needsRatio).map(({ kind }) => kind);
  const applicable = tests.filter(({ name, lack }) => !lack && independent.some((kind) => kind === name));
  const significant = applicable.filter(({ different }) => different).length;
  if (significant === 0) return null;
  const which = significant === applicable.length ? `All ${significant}` : `${significant} of the ${applicable.length}`;
  return `${which} tests that take repeats as independent find one, but repeats share training images.`;
}

/** Number of repeats taken as the limit: the standard error is within 0.1 % of its limit. */
const MANY = 1_000_000;

/** If no difference was found: whether the test could have found it, and with how many repeats. */
function power(findings: PairFindings, context: VerdictContext): string | null {
  const studyTest = findings.tests.find(({ name }) => name === context.test);
  if (studyTest?.different !== false || findings.difference === null) return null;
  if (context.test === 'corrected-resampled-t') return correctedPower(findings, context);
  const differing = findings.samples.differences.filter((d) => d !== 0).length;
  const least = 2 ** (1 - differing);
  if (!RANDOMISED.includes(context.test) || least < findings.alpha) return null;
  const needed = Math.floor(1 - Math.log2(findings.alpha)) + 1;
  return (
    `The test cannot find one: with ${plural(differing, 'differing repeat')} its p is never below ${numberText(least, 3)}; ` +
    `it needs at least ${needed}.`
  );
}

/** Tests based on signs or their permutations: with n differing pairs the two-sided p is at least 2^(1 − n). */
const RANDOMISED: readonly PairTestName[] = ['wilcoxon', 'sign', 'permutation'];

/**
 * The corrected test needs |d̄| > t · s · √(1/n + r), r = n_test/n_train. The right side decreases with n, but never
 * below z · s · √r.
 */
function correctedPower({ samples, testToTrain: ratio, alpha, difference }: PairFindings, context: VerdictContext) {
  const n = samples.differences.length;
  const s = sampleStd(samples.differences);
  const needed = (repeats: number): number =>
    studentTUpperQuantile(alpha / 2, repeats - 1) * s * Math.sqrt(1 / repeats + ratio);
  const observed = Math.abs(difference!);
  const detects = exceedsAnyDifference(needed(n), context.measure)
    ? 'cannot detect any difference'
    : `detect differences above ${amount(needed(n), context)}`;
  if (observed <= needed(MANY)) {
    const limit = needed(MANY);
    const least = exceedsAnyDifference(limit, context.measure) ? 'one' : `any below ${amount(limit, context)}`;
    return (
      `The test cannot find this difference at this spread: ${plural(n, 'repeat')} ${detects}, and ` +
      `no number of repeats detects ${least}. ` +
      `Splits test on ${ratio.toFixed(1)} times as many images as they train on, so ` +
      `the standard error never falls below ${Math.sqrt(ratio).toFixed(1)} s of the differences ` +
      `(s = ${amount(s, context)}); more training images per subject lower it.`
    );
  }
  let [low, high] = [n, MANY];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (observed > needed(middle)) high = middle;
    else low = middle;
  }
  return `${n} repeats ${detects}; a difference of this size and spread takes ${plural(high, 'repeat')}.`;
}

/** By two one-sided tests with the corrected variance. */
function equivalence({ equivalence: result, alpha }: PairFindings, context: VerdictContext): string | null {
  if (isUnavailable(result) || result.margin === 0) return null;
  const within = `within ±${`${result.margin} ${differenceUnit(context.measure)}`.trim()}`;
  const outcome = result.equivalent ? 'show equivalence' : 'do not show equivalence';
  return `Two one-sided tests with the corrected variance ${outcome} ${within} (${pText(result.p)}, α = ${alpha}).`;
}

/** By the Bayesian correlated t-test. */
function relevance({ rope }: PairFindings, context: VerdictContext): string | null {
  if (isUnavailable(rope)) return null;
  const { equivalent, halfWidth, decision, less, greater } = rope;
  const within = `within ±${`${halfWidth} ${differenceUnit(context.measure)}`.trim()}`;
  const share = (probability: number): string => `${(100 * probability).toFixed(1)} %`;
  if (decision === 'equivalent')
    return `The two are practically equal: ${within} with probability ${share(equivalent)}.`;
  const firstBetter = context.measure.better === 'lower' ? less : greater;
  const chances =
    `${context.first} is better by more than that with probability ${share(firstBetter)}, ` +
    `${context.second} with ${share(context.measure.better === 'lower' ? greater : less)}`;
  // If the repeats vary widely, neither method is likely to be better, even if equivalence is improbable.
  return decision !== null
    ? `The difference is large enough to matter: ${within} only with probability ${share(equivalent)}; ${chances}.`
    : `Whether it matters is open: ${within} with probability ${share(equivalent)}; ${chances}.`;
}

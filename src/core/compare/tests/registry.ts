/** Registry of tests of two methods, in the order of forms and reports. */
import { choiceOf } from '../../choice.ts';
import type { Alternative, TestOutcome } from '../../stats/tests/testResult.ts';
import type { PairTestDeclaration } from '../pairTest.ts';
import { pairSamples, type RepeatValues } from '../repeatValues.ts';
import { correctedResampledT } from './correctedResampledT.ts';
import { delong } from './delong.ts';
import { mcnemar, mcnemarWithMidP } from './mcnemar.ts';
import { pairedT } from './pairedT.ts';
import { permutation } from './permutation.ts';
import { sign } from './sign.ts';
import { subjectBootstrap } from './subjectBootstrap.ts';
import { twoSampleT } from './twoSampleT.ts';
import { welch } from './welch.ts';
import { wilcoxon } from './wilcoxon.ts';

/** Over repeats; studies use these. */
export const pairTests = [twoSampleT, welch, pairedT, correctedResampledT, wilcoxon, sign, permutation] as const;

/** On one split, in the report on two methods. */
export const splitTests = [mcnemar, mcnemarWithMidP] as const;

/** For verification, in the report on two methods. */
export const areaTests = [delong, subjectBootstrap] as const;

export const pairTestNames = pairTests.map(({ kind }) => kind);

export type PairTestName = (typeof pairTests)[number]['kind'];

export type AreaTestName = (typeof areaTests)[number]['kind'];

export type SplitTestName = (typeof splitTests)[number]['kind'];

/** The declaration of a test over repeats. */
export function pairTest(name: PairTestName): PairTestDeclaration<PairTestName> {
  return choiceOf<PairTestDeclaration<PairTestName>>(pairTests, name);
}

/**
 * Tests `first` against `second` over the repeats that both have; 'greater' is the alternative that the first has the
 * larger values. Null if the test needs n_test/n_train and it is unknown.
 */
export function runPairTest(
  name: PairTestName,
  first: RepeatValues,
  second: RepeatValues,
  alternative: Alternative,
  testToTrain: number | null,
): TestOutcome | null {
  const { run, needsRatio } = pairTest(name);
  if (needsRatio && testToTrain === null) return null;
  return run(pairSamples(first, second), alternative, testToTrain ?? 0);
}

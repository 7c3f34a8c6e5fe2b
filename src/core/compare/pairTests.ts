/** The tests that a study may compare two methods with. */
import { correctedResampledT, pairedT } from '../stats/pairedT.ts';
import { signTest } from '../stats/signTest.ts';
import type { Alternative, TestAnswer } from '../stats/testResult.ts';
import { twoSampleT } from '../stats/twoSampleT.ts';
import { welchT } from '../stats/welchT.ts';
import { wilcoxonSignedRank } from '../stats/wilcoxon.ts';
import { pairSamples, type PairSamples, type RepeatValues } from './repeatValues.ts';

export const pairTestNames = [
  'two-sample-t',
  'welch',
  'paired-t',
  'corrected-resampled-t',
  'wilcoxon',
  'sign',
] as const;

export type PairTestName = (typeof pairTestNames)[number];

interface PairTest {
  readonly title: string;
  /** Compares the values repeat by repeat. Other tests take the same repeats as two independent samples. */
  readonly paired: boolean;
  /** What the reader should know of its assumption. */
  readonly remark: string;
  readonly run: (samples: PairSamples, side: Alternative, ratio: number) => TestAnswer;
}

const PAIRED_REMARK =
  'It pairs the repeats but takes them as independent; they share images, so it finds differences too readily.';

export const pairTests: Readonly<Record<PairTestName, PairTest>> = {
  'two-sample-t': {
    title: 't-test with pooled variance',
    paired: false,
    remark: 'The test takes repeats as independent samples; they share images, so it finds differences too readily.',
    run: ({ first, second }, side) => twoSampleT(first, second, side),
  },
  welch: {
    title: "Welch's t-test",
    paired: false,
    remark: 'The test takes repeats as independent samples; they share images, so it finds differences too readily.',
    run: ({ first, second }, side) => welchT(first, second, side),
  },
  'paired-t': {
    title: 'paired t-test',
    paired: true,
    remark: PAIRED_REMARK,
    run: ({ differences }, side) => pairedT(differences, side),
  },
  'corrected-resampled-t': {
    title: 'corrected resampled t-test of Nadeau and Bengio',
    paired: true,
    remark:
      'The variance of a difference is taken as (1/n + n_test/n_train) s², because repeats share training images.',
    run: ({ differences }, side, ratio) => correctedResampledT(differences, ratio, side),
  },
  wilcoxon: {
    title: "Wilcoxon's signed-rank test",
    paired: true,
    remark: PAIRED_REMARK,
    run: ({ differences }, side) => wilcoxonSignedRank(differences, side),
  },
  sign: {
    title: 'sign test',
    paired: true,
    remark: PAIRED_REMARK,
    run: ({ differences }, side) => signTest(differences, side),
  },
};

/**
 * `first` against `second` over the repeats that both have; 'greater' is the alternative that the first has the larger
 * values. null where the corrected test is not told n_test/n_train.
 */
export function pairAnswer(
  name: PairTestName,
  first: RepeatValues,
  second: RepeatValues,
  alternative: Alternative,
  testToTrain: number | null,
): TestAnswer | null {
  if (name === 'corrected-resampled-t' && testToTrain === null) return null;
  return pairTests[name].run(pairSamples(first, second), alternative, testToTrain ?? 0);
}

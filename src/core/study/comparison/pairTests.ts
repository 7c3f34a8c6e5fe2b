/** The tests that a study may compare two methods with. */
import { correctedResampledT, pairedT } from '../../stats/pairedT.ts';
import { signTest } from '../../stats/signTest.ts';
import type { Alternative, TestResult } from '../../stats/testResult.ts';
import { twoSampleT } from '../../stats/twoSampleT.ts';
import { welchT } from '../../stats/welchT.ts';
import { wilcoxonSignedRank } from '../../stats/wilcoxon.ts';

export const pairTestNames = [
  'two-sample-t',
  'welch',
  'paired-t',
  'corrected-resampled-t',
  'wilcoxon',
  'sign',
] as const;

export type PairTestName = (typeof pairTestNames)[number];

/** Values of one method, such as error rates, and the repeats they belong to. */
export interface RepeatValues {
  readonly values: readonly number[];
  /** One number a value; absent: the values of two methods belong together one by one. */
  readonly repeats?: readonly number[];
}

interface PairTest {
  readonly title: string;
  /** Compares the values repeat by repeat: only repeats that both methods have finished count. */
  readonly paired: boolean;
  /** What the reader should know of its assumption. */
  readonly remark: string;
  readonly run: (x: ArrayLike<number>, y: ArrayLike<number>, side: Alternative, ratio: number) => TestResult | null;
}

const PAIRED_REMARK =
  'It pairs the repeats but takes them as independent; they share images, so it finds differences too readily.';

export const pairTests: Readonly<Record<PairTestName, PairTest>> = {
  'two-sample-t': {
    title: 't-test with pooled variance',
    paired: false,
    remark: 'The test takes repeats as independent samples; they share images, so it finds differences too readily.',
    run: twoSampleT,
  },
  welch: {
    title: "Welch's t-test",
    paired: false,
    remark: 'The test takes repeats as independent samples; they share images, so it finds differences too readily.',
    run: welchT,
  },
  'paired-t': { title: 'paired t-test', paired: true, remark: PAIRED_REMARK, run: pairedT },
  'corrected-resampled-t': {
    title: 'corrected resampled t-test of Nadeau and Bengio',
    paired: true,
    remark:
      'The variance of a difference is taken as (1/n + n_test/n_train) s², because repeats share training images.',
    run: (x, y, side, ratio) => correctedResampledT(x, y, ratio, side),
  },
  wilcoxon: {
    title: "Wilcoxon's signed-rank test",
    paired: true,
    remark: PAIRED_REMARK,
    run: (x, y, side) => wilcoxonSignedRank(x, y, side),
  },
  sign: { title: 'sign test', paired: true, remark: PAIRED_REMARK, run: signTest },
};

/**
 * p of `first` against `second`; 'greater' is the alternative that the first has the larger values. null where the
 * test needs more repeats, no pair differs, or the corrected test is not told n_test/n_train.
 */
export function pairP(
  name: PairTestName,
  first: RepeatValues,
  second: RepeatValues,
  alternative: Alternative,
  testToTrain: number | null,
): number | null {
  if (name === 'corrected-resampled-t' && testToTrain === null) return null;
  const { paired, run } = pairTests[name];
  const [x, y] = paired ? commonRepeats(first, second) : [first.values, second.values];
  return run(x, y, alternative, testToTrain ?? 0)?.p ?? null;
}

/** The values of both in the repeats that both have. */
export function commonRepeats(first: RepeatValues, second: RepeatValues): [number[], number[]] {
  const place = (side: RepeatValues, index: number): number => side.repeats?.[index] ?? index + 1;
  const other = new Map(second.values.map((value, index) => [place(second, index), value]));
  const x: number[] = [];
  const y: number[] = [];
  first.values.forEach((value, index) => {
    const match = other.get(place(first, index));
    if (match === undefined) return;
    x.push(value);
    y.push(match);
  });
  return [x, y];
}

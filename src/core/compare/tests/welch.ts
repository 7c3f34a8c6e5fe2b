import { welchT } from '../../stats/twoSampleT.ts';
import type { PairTestDeclaration } from '../pairTest.ts';
import { INDEPENDENT_SAMPLES } from './remarks.ts';

export const welch: PairTestDeclaration<'welch'> = {
  kind: 'welch',
  title: 'Two-sample t, Welch',
  phrase: "Welch's t-test",
  paired: false,
  remark: INDEPENDENT_SAMPLES,
  run: ({ first, second }, side) => welchT(first, second, side),
};

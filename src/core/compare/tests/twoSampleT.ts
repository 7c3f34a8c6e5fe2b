import { twoSampleT as run } from '../../stats/tests/pairedT.ts';
import { type PairTestDeclaration, INDEPENDENT_SAMPLES } from '../pairTest.ts';
import { math, prose } from '../../text/proseTags.ts';

export const twoSampleT: PairTestDeclaration<'two-sample-t'> = {
  kind: 'two-sample-t',
  title: 'Two-sample t, pooled variance',
  phrase: 't-test with pooled variance',
  prose: prose`the two-sample ${math('t')}-test with pooled variance`,
  paired: false,
  remark: INDEPENDENT_SAMPLES,
  run: ({ first, second }, side) => run(first, second, side),
};

import { pairedT as run } from '../../stats/tests/pairedT.ts';
import { type PairTestDeclaration, INDEPENDENT_PAIRS } from '../pairTest.ts';
import { math, prose } from '../../text/proseTags.ts';

export const pairedT: PairTestDeclaration<'paired-t'> = {
  kind: 'paired-t',
  title: 'Paired t',
  phrase: 'paired t-test',
  prose: prose`the paired ${math('t')}-test`,
  paired: true,
  remark: INDEPENDENT_PAIRS,
  run: ({ differences }, side) => run(differences, side),
};

import { wilcoxonSignedRank } from '../../stats/wilcoxon.ts';
import type { PairTestDeclaration } from '../pairTest.ts';
import { INDEPENDENT_PAIRS } from './remarks.ts';

export const wilcoxon: PairTestDeclaration<'wilcoxon'> = {
  kind: 'wilcoxon',
  title: 'Wilcoxon signed-rank',
  phrase: "Wilcoxon's signed-rank test",
  paired: true,
  column: 'Wilcoxon',
  remark: INDEPENDENT_PAIRS,
  run: ({ differences }, side) => wilcoxonSignedRank(differences, side),
};

import { wilcoxonSignedRank } from '../../stats/tests/wilcoxon.ts';
import { type PairTestDeclaration, INDEPENDENT_PAIRS, leastOfSigns } from '../pairTest.ts';
import { prose } from '../../text/proseTags.ts';

export const wilcoxon: PairTestDeclaration<'wilcoxon'> = {
  kind: 'wilcoxon',
  title: 'Wilcoxon signed-rank',
  phrase: "Wilcoxon's signed-rank test",
  prose: prose`Wilcoxon's signed-rank test`,
  paired: true,
  column: 'Wilcoxon',
  remark: INDEPENDENT_PAIRS,
  citation: {
    key: 'wilcoxon1945',
    type: 'article',
    authors: ['Frank Wilcoxon'],
    title: 'Individual Comparisons by Ranking Methods',
    venue: 'Biometrics Bulletin',
    year: 1945,
    volume: '1',
    number: '6',
    pages: '80–83',
    doi: '10.2307/3001968',
  },
  leastP: leastOfSigns,
  run: ({ differences }, side) => wilcoxonSignedRank(differences, side),
};

import { signTest } from '../../stats/distributions/binomial.ts';
import { type PairTestDeclaration, INDEPENDENT_PAIRS, leastOfSigns } from '../pairTest.ts';
import { prose } from '../../text/proseTags.ts';

export const sign: PairTestDeclaration<'sign'> = {
  kind: 'sign',
  title: 'Sign',
  phrase: 'sign test',
  prose: prose`the sign test`,
  paired: true,
  remark: INDEPENDENT_PAIRS,
  leastP: leastOfSigns,
  run: ({ differences }, side) => signTest(differences, side),
  explain({ samples: { differences }, alpha }) {
    const differing = differences.filter((difference) => difference !== 0);
    const greater = differences.filter((difference) => difference > 0).length;
    if (differing.length === 0) return null;
    const least = 2 ** (1 - differing.length);
    const limit = least > alpha ? `, and cannot give less than p = ${least} with so few` : '';
    return (
      `The sign test counts only that the first is greater in ${greater} of ${differing.length} differing repeats` +
      `${limit}; Wilcoxon’s test ranks the differences as well, and neither takes them as normal.`
    );
  },
};

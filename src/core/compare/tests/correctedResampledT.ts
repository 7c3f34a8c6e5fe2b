import { correctedResampledT as run } from '../../stats/tests/pairedT.ts';
import type { PairTestDeclaration } from '../pairTest.ts';
import { math, prose } from '../../text/proseTags.ts';

export const correctedResampledT: PairTestDeclaration<'corrected-resampled-t'> = {
  kind: 'corrected-resampled-t',
  title: 'Corrected resampled t (Nadeau, Bengio)',
  phrase: 'corrected resampled t-test of Nadeau and Bengio',
  prose: prose`the corrected resampled ${math('t')}-test`,
  paired: true,
  column: 'Corrected resampled t',
  remark: 'The variance of a difference is taken as (1/n + n_test/n_train) s², because repeats share training images.',
  citation: {
    key: 'nadeau2003',
    type: 'article',
    authors: ['Claude Nadeau', 'Yoshua Bengio'],
    title: 'Inference for the Generalization Error',
    venue: 'Machine Learning',
    year: 2003,
    volume: '52',
    number: '3',
    pages: '239–281',
    doi: '10.1023/A:1024068626366',
  },
  needsRatio: true,
  unequalSizes:
    'Where splits have unequal sizes, 1/n_test and 1/(n_train + n_test) are averaged over them, as the derivation asks for; the mean of n_test/n_train or the ratio of the sums would be larger.',
  run: ({ differences }, side, ratio) => run(differences, ratio, side),
  explain({ samples, testToTrain, hasInterval }) {
    const repeats = samples.repeats.length;
    if (repeats < 2 || !hasInterval) return null;
    const factor = Math.sqrt(1 + repeats * testToTrain);
    return (
      `Repeats share training images: the corrected test and its interval take the standard error ${factor.toFixed(1)} ` +
      'times as large as the paired t-test, which takes repeats as independent.'
    );
  },
};

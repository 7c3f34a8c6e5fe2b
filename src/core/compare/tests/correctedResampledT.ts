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
  remark:
    'Because repeats share training images, the variance of the mean of n differences is taken as (1/n + n_test/n_train) s², where s² is their variance.',
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
    'For splits of unequal size, 1/n_test and 1/(n_train + n_test) are averaged, as in the derivation; the mean of n_test/n_train or the ratio of the sums would be larger.',
  run: ({ differences }, side, ratio) => run(differences, ratio, side),
  explain({ samples, testToTrain, hasInterval }) {
    const repeats = samples.repeats.length;
    if (repeats < 2 || !hasInterval) return null;
    const factor = Math.sqrt(1 + repeats * testToTrain);
    return (
      `Repeats share training images: the standard error of the corrected test and its interval is ${factor.toFixed(1)} ` +
      'times that of the paired t-test, which assumes independent repeats.'
    );
  },
};

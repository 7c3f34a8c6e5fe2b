import { stream } from '../../random/stream.ts';
import { RESAMPLES, subjectBootstrapTest } from '../../stats/rocAreas.ts';
import type { AreaTestDeclaration } from '../pairTest.ts';

export const subjectBootstrap: AreaTestDeclaration<'subject-bootstrap'> = {
  kind: 'subject-bootstrap',
  title: 'AUC, bootstrap over subjects',
  phrase: 'bootstrap over subjects and their scores of the verification AUC',
  paired: true,
  remark: `${RESAMPLES} resamples of the claimed subjects, then of the scores of each; with few subjects per split p is rough. In simulated studies of 8 to 40 subjects it called equal methods different in 1 to 6% at α = 0.05.`,
  citation: {
    key: 'poh2007',
    type: 'article',
    authors: ['Norman Poh', 'Alvin Martin', 'Samy Bengio'],
    title: 'Performance Generalization in Biometric Authentication Using Joint User-Specific and Sample Bootstraps',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2007,
    volume: '29',
    number: '3',
    pages: '492–498',
    doi: '10.1109/TPAMI.2007.55',
  },
  run: (splits) => subjectBootstrapTest(splits, stream('bootstrap over subjects', splits.length)),
};

import { welchT } from '../../stats/tests/pairedT.ts';
import { type PairTestDeclaration, INDEPENDENT_SAMPLES } from '../pairTest.ts';
import { math, prose } from '../../text/proseTags.ts';

export const welch: PairTestDeclaration<'welch'> = {
  kind: 'welch',
  title: 'Two-sample t, Welch',
  phrase: "Welch's t-test",
  prose: prose`Welch's ${math('t')}-test`,
  paired: false,
  remark: INDEPENDENT_SAMPLES,
  citation: {
    key: 'welch1947',
    type: 'article',
    authors: ['Bernard L. Welch'],
    title: "The Generalization of 'Student's' Problem When Several Different Population Variances Are Involved",
    venue: 'Biometrika',
    year: 1947,
    volume: '34',
    number: '1–2',
    pages: '28–35',
    doi: '10.1093/biomet/34.1-2.28',
  },
  run: ({ first, second }, side) => welchT(first, second, side),
};

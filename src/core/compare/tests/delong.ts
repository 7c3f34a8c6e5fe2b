import { delongTest } from '../../stats/rocAreas.ts';
import type { AreaTestDeclaration } from '../pairTest.ts';

export const delong: AreaTestDeclaration<'delong'> = {
  kind: 'delong',
  title: 'AUC, DeLong',
  phrase: 'test of DeLong et al. of the verification AUC',
  paired: true,
  remark:
    'It takes all pairs of images as independent, though pairs share subjects: p is too small as a rule: in simulated studies of 8 to 40 subjects it called equal methods different in 7 to 21% at α = 0.05.',
  citation: {
    key: 'delong1988',
    type: 'article',
    authors: ['Elizabeth R. DeLong', 'David M. DeLong', 'Daniel L. Clarke-Pearson'],
    title:
      'Comparing the Areas under Two or More Correlated Receiver Operating Characteristic Curves: A Nonparametric Approach',
    venue: 'Biometrics',
    year: 1988,
    volume: '44',
    number: '3',
    pages: '837–845',
    doi: '10.2307/2531595',
  },
  run: delongTest,
};

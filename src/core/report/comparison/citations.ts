/** The guidelines that a report on a comparison follows, and the tests over several datasets that it uses. */
import type { Citation } from '../../methods/method.ts';

export const guidelines: readonly Citation[] = [
  {
    key: 'demsar2006',
    type: 'article',
    authors: ['Janez Demšar'],
    title: 'Statistical Comparisons of Classifiers over Multiple Data Sets',
    venue: 'Journal of Machine Learning Research',
    year: 2006,
    volume: '7',
    pages: '1–30',
  },
  {
    key: 'benavoli2017',
    type: 'article',
    authors: ['Alessio Benavoli', 'Giorgio Corani', 'Janez Demšar', 'Marco Zaffalon'],
    title: 'Time for a Change: A Tutorial for Comparing Multiple Classifiers through Bayesian Analysis',
    venue: 'Journal of Machine Learning Research',
    year: 2017,
    volume: '18',
    pages: '1–36',
  },
];

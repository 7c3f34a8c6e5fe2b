/** Texts of this folder, by component. */
import { pairTitles } from '../../core/report/prose/panelTitles.ts';

export const practicalDifferences = {
  practicalDifferences: 'Practical differences',
  practicallyEqualWithin: pairTitles.practicallyEqualWithin,
  test: 'Test',
  methods: 'Methods',
  noAnswer: 'No pair has an answer: the differences of each are all equal.',
  whatTheProbabilities: 'the probabilities',
  allPairs: 'All pairs',
  pairsOf: (label: string) => `Pairs of ${label}`,
};

/** Words of this room, by component. */
import { pairTitles } from '../../core/report/prose/panelTitles.ts';

export const rankResults = {
  noneFinished: (per: string) => `No ${per} has results of every method yet.`,
  needsTwo: (per: string) => `Tests over several ${per}s need at least two of them, and two methods.`,
  whatTheRanks: 'the ranks',
  allTests: 'All tests, and what to be careful about',
};

export const margin = {
  notANumber: (text: string) => `Expected a number from 0, found "${text}".`,
  noneOfItsOwn: 'State a margin',
};

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

export const rankPairs = {
  test: 'Test',
  order: 'Order',
  clickOrders: 'A click on a number orders the methods by',
  againstIt: 'against it.',
  caption: (caption: string, alpha: number) => `of every pair: ${caption}; bold below α = ${alpha}`,
  method: 'Method',
  pair: (label: string, methodLabel: string) => `${label} and ${methodLabel}`,
  numbered: (number: number, label: string) => `${number} ${label}`,
  pOfEveryPair: 'p of every pair of methods',
  both: 'Both',
  nemenyi: 'Nemenyi',
  wilcoxon: 'Wilcoxon',
  meanRank: 'Mean rank',
  name: 'Name',
  nemenyisTest: 'Nemenyi’s test',
  wilcoxonsSignedRankTest: 'Wilcoxon’s signed-rank test with Holm’s correction',
  bothTests: (nemenyi: string, wilcoxon: string) => `above the diagonal ${nemenyi}, below it ${wilcoxon}`,
  bothTestsByRank: (nemenyi: string, wilcoxon: string) =>
    `${nemenyi} where the row has the better mean rank, else ${wilcoxon}`,
};

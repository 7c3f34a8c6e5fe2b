/** What the tests over several conditions or datasets come to, for the page, reports and the terminal. */
import type { RankReport } from '../../study/comparison/ranks.ts';
import { plural } from '../../text/words.ts';
import { numberText, pText } from '../numbers.ts';

/** Friedman's test, its F form, Nemenyi's critical difference, as far as there are any, then the remarks. */
export function rankSentences(ranks: RankReport): string[] {
  const { friedman, imanDavenport, nemenyi, alpha, remarks } = ranks;
  return [
    friedman &&
      `Friedman: χ² = ${numberText(friedman.statistic)}, ${plural(friedman.df, 'degree')} of freedom, ${pText(friedman.p)}.`,
    imanDavenport &&
      `Iman and Davenport: F = ${numberText(imanDavenport.statistic)}, ${imanDavenport.df.join(' and ')} degrees of freedom, ${pText(imanDavenport.p)}.`,
    nemenyi &&
      `Nemenyi: average ranks differ if they are more than ${numberText(nemenyi.criticalDifference)} apart (α = ${alpha}).`,
    ...remarks,
  ].filter((sentence) => sentence !== null);
}

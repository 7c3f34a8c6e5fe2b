/** Sentences on the tests over several conditions or datasets, for the page, reports and the terminal. */
import type { RankReport } from '../../study/comparison/ranks.ts';
import { plural, listed } from '../../text/phrases.ts';
import { numberText, pText } from '../numbers.ts';

/** Friedman's test, its F form and Nemenyi's critical difference, as far as available, then the remarks. */
export function rankSentences(ranks: RankReport): string[] {
  const { friedman, imanDavenport, nemenyi, alpha, remarks } = ranks;
  return [
    friedman &&
      `Friedman: χ² = ${numberText(friedman.statistic)}, ${plural(friedman.df, 'degree')} of freedom, ${pText(friedman.p)}.`,
    imanDavenport &&
      `Iman and Davenport: F = ${numberText(imanDavenport.statistic)}, ${imanDavenport.df.join(' and ')} degrees of freedom, ${pText(imanDavenport.p)}.`,
    nemenyi &&
      `Nemenyi: mean ranks more than ${numberText(nemenyi.criticalDifference)} apart differ significantly (α = ${alpha}).`,
    ...remarks,
  ].filter((sentence) => sentence !== null);
}

// One-line verdict on the ranks of several methods.

interface RankVerdict {
  /** Whether the methods differ, by which test. */
  readonly headline: string;
  /** The best-ranked methods, and those they are better than; empty if all ranks are equal. */
  readonly best: string;
}

/** Maximum number of methods listed by name; more are counted. */
const FEW = 2;

/**
 * null without a test, i.e. with fewer than two methods or blocks. Uses the F of Iman and Davenport if it is defined.
 */
export function rankVerdict(report: RankReport): RankVerdict | null {
  const { per, blocks, alpha, friedman, imanDavenport } = report;
  const test = imanDavenport ?? friedman;
  if (test === null) return null;
  const name = imanDavenport ? 'Iman and Davenport' : 'Friedman';
  const finding = test.p < alpha ? 'The methods differ significantly' : 'No significant difference among the methods';
  return {
    headline: `${finding} over ${plural(blocks.length, per)} (${name}, ${pText(test.p)}).`,
    best: bestSentence(report),
  };
}

/** Sentence on the methods with the best average rank and those that Nemenyi's test finds worse. */
function bestSentence({ methods, nemenyi, alpha }: RankReport): string {
  const best = methods.filter(({ averageRank }) => averageRank === methods[0].averageRank);
  const others = methods.slice(best.length);
  if (nemenyi === null || others.length === 0) return '';
  const worse = others.filter((_, i) => nemenyi.p[0][best.length + i] < alpha).map(({ label }) => label);
  const better =
    worse.length === 0
      ? 'undecided against every other method'
      : worse.length === others.length
        ? 'significantly better than all others'
        : `significantly better than ${worse.length <= FEW ? listed(worse) : `${worse.length} of ${others.length} others`}`;
  const verb = best.length === 1 ? 'ranks' : 'rank';
  return `${listed(best.map(({ label }) => label))} ${verb} best, ${better} (Nemenyi).`;
}

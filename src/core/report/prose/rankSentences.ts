/** What the tests over several conditions or datasets come to, for the page, reports and the terminal. */
import type { RankReport } from '../../study/comparison/ranks.ts';
import { plural, listed } from '../../text/phrases.ts';
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

// What the ranks of several methods come to in one line, which the sentences on their tests spell out.

interface RankVerdict {
  /** Whether the methods differ, by which test. */
  readonly headline: string;
  /** Who ranks best, and what that is better than; empty where all rank alike. */
  readonly best: string;
}

/** Methods that are named one by one; of more their number. */
const FEW = 2;

/** Null without a test: of fewer than two methods or blocks. The F of Iman and Davenport counts where it is defined. */
export function rankVerdict(report: RankReport): RankVerdict | null {
  const { per, blocks, alpha, friedman, imanDavenport } = report;
  const test = imanDavenport ?? friedman;
  if (test === null) return null;
  const name = imanDavenport ? 'Iman and Davenport' : 'Friedman';
  const found = test.p < alpha ? 'The methods differ significantly' : 'The methods do not differ significantly';
  return {
    headline: `${found} over ${plural(blocks.length, per)} (${name}, ${pText(test.p)}).`,
    best: bestSentence(report),
  };
}

/** The methods of the best average rank, and those that Nemenyi's test finds to be worse. */
function bestSentence({ methods, nemenyi, alpha }: RankReport): string {
  const best = methods.filter(({ averageRank }) => averageRank === methods[0].averageRank);
  const others = methods.slice(best.length);
  if (nemenyi === null || others.length === 0) return '';
  const worse = others.filter((_, i) => nemenyi.p[0][best.length + i] < alpha).map(({ label }) => label);
  const better =
    worse.length === 0
      ? 'not significantly better than any other'
      : worse.length === others.length
        ? 'better than every other'
        : `better than ${worse.length <= FEW ? listed(worse) : `${worse.length} of ${others.length} others`}`;
  const verb = best.length === 1 ? 'ranks' : 'rank';
  return `${listed(best.map(({ label }) => label))} ${verb} best, ${better} (Nemenyi).`;
}

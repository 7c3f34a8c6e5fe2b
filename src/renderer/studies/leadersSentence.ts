/** One sentence on which method ranks best in each of several studies, among the methods that they share. */
import type { ComparedEntry } from '../../core/study/comparison/compareStudies.ts';
import { mean } from '../../core/stats/describe.ts';
import { listed } from '../words/format.ts';

/** Leaders that are named one by one. */
const NAMED = 3;

const words = {
  throughout: (label: string, studies: string) => `${label} ranks best in ${studies}.`,
  both: 'both studies',
  all: (count: number) => `all ${count} studies`,
  each: (parts: readonly string[]) => `${listed(parts)}.`,
  first: (label: string, study: string) => `${label} ranks best in ${study}`,
  then: (label: string, study: string) => `${label} in ${study}`,
  no: (count: number) => `No method ranks best in all ${count} studies.`,
};

/** null where less than two methods are shared, or a study has no single leader. */
export function leadersSentence(
  studies: readonly { readonly name: string }[],
  entries: readonly ComparedEntry[],
): string | null {
  const labels = [...new Set(entries.map(({ label }) => label))];
  if (labels.length < 2) return null;
  const leaders = studies.map((_, n) => {
    const ranks = labels.flatMap((label) => {
      const ranksHere = entries.flatMap(({ label: of, values }) => (of === label && values[n] ? [values[n].rank] : []));
      return ranksHere.length > 0 ? [{ label, rank: mean(ranksHere) }] : [];
    });
    const best = Math.min(...ranks.map(({ rank }) => rank));
    const leading = ranks.filter(({ rank }) => rank === best);
    return leading.length === 1 ? leading[0].label : null;
  });
  if (leaders.length < 2 || leaders.includes(null)) return null;
  if (new Set(leaders).size === 1) {
    return words.throughout(leaders[0]!, leaders.length === 2 ? words.both : words.all(leaders.length));
  }
  if (leaders.length > NAMED) return words.no(leaders.length);
  return words.each(leaders.map((label, n) => (n === 0 ? words.first : words.then)(label!, studies[n].name)));
}

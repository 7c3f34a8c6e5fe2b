/** What the test of the table says of an entry, in words. */
import { pText } from '../../../core/report/numbers.ts';
import { entryParts, type EntryPlace } from '../../../core/study/table/grid.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';

const words = {
  bestMean: 'Best mean',
  theBest: 'the best',
  theBaseline: 'The baseline',
  significantlyBetterThanAllOthers: (best: string) => `${best}, significantly better than all others`,
  notTested: 'Not tested',
  notTestedBecause: (untested: string) => `Not tested: ${untested}`,
  significantlyBetterThan: 'Significantly better than',
  significantlyWorseThan: 'Significantly worse than',
  oneAnswer: 'Recognises every test image as one subject: neither tested nor ranked',
  notSignificantlyWorseThan: 'Undecided against',
  notSignificantlyDifferentFrom: 'Undecided against',
};

/** `baseline`: the method that all others are compared with; null: the best. */
export function entryVerdict(table: StudyTable, place: EntryPlace, baseline: string | null): string {
  const { standing, significant, p, untested, degenerate } = entryParts(table, place);
  if (degenerate) return words.oneAnswer;
  const best = standing === 'best' ? words.bestMean : null;
  const other = baseline ?? words.theBest;
  if (table.rows[place.method].label === baseline) return [words.theBaseline, best].filter(Boolean).join(', ');
  if (baseline === null && best) return significant ? words.significantlyBetterThanAllOthers(best) : best;
  if (p === null) return best ?? (untested === undefined ? words.notTested : words.notTestedBecause(untested));
  const word = significant ? words.significantlyBetterThan : standing === 'worse' ? words.significantlyWorseThan : null;
  const same = baseline === null ? words.notSignificantlyWorseThan : words.notSignificantlyDifferentFrom;
  return `${word ?? same} ${other}, ${pText(p)}`;
}

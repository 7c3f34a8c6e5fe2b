/** Standings of the methods of a table over all its conditions: counts of verdicts and average ranks. */
import { averageRanks } from '../../stats/ranks.ts';
import type { Measure } from '../../measures/measures.ts';
import type { TableEntry, TableRow, StudyTable } from './table.ts';
import type { TableOptions } from './tableOptions.ts';

type Standing = Required<Pick<TableRow, 'tally' | 'averageRank'>>;

/**
 * For every row of a table, by the validated selection if the table shows nothing else: in how many conditions it is
 * significantly better, the same or significantly worse (than the reference of the table), and its mean rank by the
 * mean over the compared repeats. Rank 1 is the best, equal means share ranks; only conditions in which every method
 * was compared count; null without any. A method that decides nothing in some condition has no rank, and does not keep
 * others from theirs. A rank of unfinished studies needs two repeats; without any test there are no
 * counts.
 */
export function standings(
  rows: readonly { readonly entries: readonly TableEntry[] }[],
  better: Measure['better'] = 'lower',
  selection: TableOptions['selection'] = 'both',
): Standing[] {
  if (selection === 'validated') return standings(rows.map(validatedRow), better);
  const sign = better === 'lower' ? 1 : -1;
  const contenders = rows.filter(({ entries }) => !entries.some(({ degenerate }) => degenerate));
  const complete = (rows[0]?.entries ?? []).flatMap((_, column) =>
    contenders.every((row) => ranked(row.entries[column])) ? [column] : [],
  );
  const ranks = complete.map((column) =>
    averageRanks(contenders.map((row) => sign * row.entries[column].compared!.mean)),
  );
  const tested = rows.some(({ entries }) => entries.some(({ p, significant }) => p !== null || significant));
  return rows.map((row) => {
    const { entries } = row;
    const place = contenders.indexOf(row);
    const wins = entries.filter((entry) => entry.significant).length;
    const losses = entries.filter((entry) => entry.standing === 'worse').length;
    const judged = entries.filter((entry) => entry.standing !== 'none').length;
    return {
      tally: tested ? { better: wins, same: judged - wins - losses, worse: losses } : null,
      averageRank:
        ranks.length === 0 || place < 0 ? null : ranks.reduce((sum, column) => sum + column[place], 0) / ranks.length,
    };
  });
}

/** Compared, and not over the first of several repeats alone. */
function ranked({ compared, planned }: TableEntry): boolean {
  return compared !== null && compared.repeats >= Math.min(2, planned);
}

function validatedRow({ entries }: { readonly entries: readonly TableEntry[] }): { entries: TableEntry[] } {
  return {
    entries: entries.map(({ validated, ...entry }) =>
      validated
        ? { ...entry, ...validated }
        : { ...entry, mean: null, standing: 'none', significant: false, compared: null },
    ),
  };
}

/** Labels of the methods with a mean in a condition, the best first, without those that decide nothing. */
export function standingOrder(
  { rows, measure }: Pick<StudyTable, 'rows' | 'measure'>,
  column: number,
  selection: 'oracle' | 'validated',
): string[] {
  const sign = measure.better === 'lower' ? 1 : -1;
  return rows
    .map(({ label, entries }) => {
      const entry = selection === 'validated' ? entries[column]?.validated : entries[column];
      return { label, mean: entry && !entry.degenerate ? entry.mean : null };
    })
    .filter((method): method is { label: string; mean: number } => method.mean !== null)
    .sort((a, b) => sign * (a.mean - b.mean))
    .map(({ label }) => label);
}

/** How the methods of a table stand over all its conditions: counts of verdicts and average ranks. */
import { averageRanks } from '../../stats/ranks.ts';
import type { Measure } from '../../measures/measures.ts';
import type { TableEntry, TableRow } from './table.ts';
import type { TableOptions } from './tableOptions.ts';

type Standing = Required<Pick<TableRow, 'tally' | 'averageRank'>>;

/**
 * For every row of a table, by the validated selection where that is all it shows: in how many conditions it is
 * significantly better, the same or significantly worse (than what the table compares with), and its mean rank by the
 * mean over the compared repeats. Rank 1 is the best, equal means share ranks; only conditions in which every method
 * was compared count, null where there is none. A rank of unfinished studies needs two repeats; without any test there
 * are no counts.
 */
export function standings(
  rows: readonly { readonly entries: readonly TableEntry[] }[],
  better: Measure['better'] = 'lower',
  selection: TableOptions['selection'] = 'both',
): Standing[] {
  if (selection === 'validated') return standings(rows.map(validatedRow), better);
  const sign = better === 'lower' ? 1 : -1;
  const complete = (rows[0]?.entries ?? []).flatMap((_, column) =>
    rows.every((row) => ranked(row.entries[column])) ? [column] : [],
  );
  const ranks = complete.map((column) => averageRanks(rows.map((row) => sign * row.entries[column].compared!.mean)));
  const tested = rows.some(({ entries }) => entries.some(({ p, significant }) => p !== null || significant));
  return rows.map(({ entries }, row) => {
    const wins = entries.filter((entry) => entry.significant).length;
    const losses = entries.filter((entry) => entry.standing === 'worse').length;
    const judged = entries.filter((entry) => entry.standing !== 'none').length;
    return {
      tally: tested ? { better: wins, same: judged - wins - losses, worse: losses } : null,
      averageRank: ranks.length === 0 ? null : ranks.reduce((sum, column) => sum + column[row], 0) / ranks.length,
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

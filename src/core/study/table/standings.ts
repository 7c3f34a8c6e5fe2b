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
 * was compared count, null where there is none.
 */
export function standings(
  rows: readonly { readonly entries: readonly TableEntry[] }[],
  better: Measure['better'] = 'lower',
  selection: TableOptions['selection'] = 'both',
): Standing[] {
  if (selection === 'validated') return standings(rows.map(validatedRow), better);
  const sign = better === 'lower' ? 1 : -1;
  const complete = (rows[0]?.entries ?? []).flatMap((_, column) =>
    rows.every((row) => row.entries[column].compared !== null) ? [column] : [],
  );
  const ranks = complete.map((column) => averageRanks(rows.map((row) => sign * row.entries[column].compared!.mean)));
  return rows.map(({ entries }, row) => {
    const wins = entries.filter((entry) => entry.significant).length;
    const losses = entries.filter((entry) => entry.standing === 'worse').length;
    const judged = entries.filter((entry) => entry.standing !== 'none').length;
    return {
      tally: { better: wins, same: judged - wins - losses, worse: losses },
      averageRank: ranks.length === 0 ? null : ranks.reduce((sum, column) => sum + column[row], 0) / ranks.length,
    };
  });
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

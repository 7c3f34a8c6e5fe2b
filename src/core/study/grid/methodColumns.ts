/** What tables say of a method after its entries: use of labels, standings over the conditions, rank. */
import type { StudyTable, TableRow } from '../table/table.ts';

export interface MethodColumn {
  readonly title: string;
  readonly text: (row: TableRow) => string;
  /** What rows are sorted by; null: nothing. */
  readonly value: (row: TableRow) => number | null;
  /** Which values come first in a sorted table. */
  readonly first: 'lowest' | 'highest';
}

const LABELS: MethodColumn = {
  title: 'Labels',
  text: ({ usesLabels }) => (usesLabels === undefined ? '' : usesLabels ? 'yes' : 'no'),
  value: ({ usesLabels }) => (usesLabels === undefined ? null : Number(usesLabels)),
  first: 'highest',
};

const STANDINGS: readonly MethodColumn[] = [
  {
    title: '(•/=/*)',
    text: ({ tally }) => (tally ? `(${tally.better}/${tally.same}/${tally.worse})` : '–'),
    value: ({ tally }) => (tally ? tally.better - tally.worse : null),
    first: 'highest',
  },
  {
    title: 'Rank',
    text: ({ averageRank }) => averageRank?.toFixed(2) ?? '–',
    value: ({ averageRank }) => averageRank ?? null,
    first: 'lowest',
  },
];

/** Those that the table has something to say in, under its options. */
export function methodColumns({ rows, options }: Pick<StudyTable, 'rows' | 'options'>): readonly MethodColumn[] {
  const standings = options.standings && rows.some(({ tally }) => tally !== undefined);
  return [...(options.labels && labelsDiffer(rows) ? [LABELS] : []), ...(standings ? STANDINGS : [])];
}

/** Whether some of the rows use the labels of the training images and others do not. */
export function labelsDiffer(rows: readonly Pick<TableRow, 'usesLabels'>[]): boolean {
  return new Set(rows.flatMap(({ usesLabels }) => usesLabels ?? [])).size > 1;
}

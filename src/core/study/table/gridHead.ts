/** The head of a table in several lines: the common level of neighbouring columns appears once, over all of them. */
import type { TableFactor } from './tableOptions.ts';
import type { StudyTable, TableRow } from './table.ts';

/** Factors of columns, the outermost first. */
export type HeadFactor = TableFactor | 'selection';

export interface HeadLevel {
  readonly factor: HeadFactor;
  /** "k = 2", "clean", "oracle" */
  readonly title: string;
}

/** A column of entries by its levels, the outermost first; all columns of a table have the same factors. */
export type GridColumn = readonly HeadLevel[];

export interface Heading extends HeadLevel {
  /** Index of its first column among those that are shown, from 0. */
  readonly from: number;
  /** Number of columns below it. */
  readonly span: number;
}

/**
 * The lines of the head over these columns, outermost first: one per factor; neighbours with equal levels down to it
 * are joined. No lines for columns without levels.
 */
export function headLines(columns: readonly GridColumn[]): Heading[][] {
  const depth = columns[0]?.length ?? 0;
  return Array.from({ length: depth }, (_, level) => {
    const line: Heading[] = [];
    columns.forEach((column, c) => {
      const last = line.at(-1);
      if (last && sameDownTo(columns[c - 1], column, level)) line[line.length - 1] = { ...last, span: last.span + 1 };
      else line.push({ ...column[level], from: c, span: 1 });
    });
    return line;
  });
}

/** Factors with several levels over the columns, each with its levels in the order of the columns. */
export function columnChoices(columns: readonly GridColumn[]): { factor: HeadFactor; titles: string[] }[] {
  return (columns[0] ?? [])
    .map(({ factor }, level) => ({ factor, titles: [...new Set(columns.map((column) => column[level].title))] }))
    .filter(({ titles }) => titles.length > 1);
}

function sameDownTo(a: GridColumn, b: GridColumn, level: number): boolean {
  return b.slice(0, level + 1).every(({ title }, i) => title === a[i].title);
}

// Columns on methods after the entries: use of labels, standings over the conditions, rank.

export interface MethodColumn {
  readonly title: string;
  readonly text: (row: TableRow) => string;
  /** Value by which rows are sorted; null: none. */
  readonly value: (row: TableRow) => number | null;
  /** Values that come first in a sorted table. */
  readonly first: 'lowest' | 'highest';
}

const LABELS: MethodColumn = {
  title: 'Supervised',
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

/** The columns that apply to the table, under its options. */
export function methodColumns({ rows, options }: Pick<StudyTable, 'rows' | 'options'>): readonly MethodColumn[] {
  const standings = options.standings && rows.some(({ tally }) => tally !== undefined);
  return [...(options.labels && labelsDiffer(rows) ? [LABELS] : []), ...(standings ? STANDINGS : [])];
}

/** Whether some of the rows use the labels of the training images and others do not. */
export function labelsDiffer(rows: readonly Pick<TableRow, 'usesLabels'>[]): boolean {
  return new Set(rows.flatMap(({ usesLabels }) => usesLabels ?? [])).size > 1;
}

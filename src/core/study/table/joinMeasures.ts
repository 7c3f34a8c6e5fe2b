/** Tables of the same studies under several measures, as one. */
import type { Measure } from '../../measures/measures.ts';
import { joinedSentences } from './joinTables.ts';
import type { StudyTable } from './table.ts';

/**
 * Each measure of each condition as a column, methods as they are. Comparisons stay within the columns; counts and
 * ranks, which are over columns of one measure, and published numbers are left out.
 */
export function joinMeasures(tables: readonly StudyTable[]): StudyTable {
  if (tables.length === 1) return tables[0];
  const [{ published: _, ...first }] = tables;
  const columns = first.conditions.flatMap((condition, c) => tables.map((table) => ({ condition, c, table })));
  const names = tables.map(({ measure }) => measure.title);
  return {
    ...first,
    conditions: columns.map(({ condition: { key, title, parts }, table: { measure } }) => ({
      key: `${key}, ${measure.id}`,
      title: `${title}, ${measure.title}`,
      parts: { training: title, perturbation: '', ...parts, measure: withUnit(measure) },
    })),
    measures: columns.map(({ table }) => table.measure),
    rows: first.rows.map(({ tally: _tally, averageRank: _rank, ...row }, r) => ({
      ...row,
      entries: columns.map(({ c, table }) => table.rows[r].entries[c]),
    })),
    footer: joinedSentences(tables, names, 'footer'),
    essentials: joinedSentences(tables, names, 'essentials'),
  };
}

/** What the numbers of a column are. */
export function measureAtColumn({ measure, measures }: Pick<StudyTable, 'measure' | 'measures'>, column: number) {
  return measures?.[column] ?? measure;
}

/** "TAR at FAR 1 % (%)" */
function withUnit({ title, unit }: Measure): string {
  return unit === '' ? title : `${title} (${unit})`;
}

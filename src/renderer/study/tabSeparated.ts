import { entryText, STANDING_HEADINGS, standingText } from '../../core/report/entry.ts';
import type { StudyTable, TableEntry } from '../../core/study/result.ts';
import { tableColumns } from './tableColumns.ts';

/** The table as it stands on the screen, for pasting into a spreadsheet; the footer below it. */
export function tabSeparated(table: StudyTable): string {
  const columns = tableColumns(table);
  const lines = [
    [
      'Method',
      ...columns.map(({ condition, selection }) => condition.title + (selection === 'validated' ? ', validated' : '')),
      ...(table.rows.some((row) => row.tally) ? STANDING_HEADINGS : []),
    ],
    ...table.rows.map((row, r) => [
      row.label,
      ...columns.map(({ entries }) => words(entries[r], table)),
      ...standingText(row),
    ]),
  ];
  return [...lines.map((cells) => cells.map(oneLine).join('\t')), '', ...table.footer, ''].join('\n');
}

function words(entry: TableEntry, table: StudyTable): string {
  const { mean, std, shape, mark, instead } = entryText(entry, table);
  if (mean === null) return instead;
  return [mean, std === null ? '' : `± ${std}`, shape, mark].filter((part) => part !== '').join(' ');
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** The table as tab-separated text, as spreadsheets paste it: what is shown, one column a condition. */
import type { StudyTable } from '../study/result.ts';
import { reportColumns, STANDING_HEADINGS, standingText, type EntryText } from './entry.ts';

/** Rows end with \n; the footer follows after an empty line. */
export function tsvTable(table: StudyTable): string {
  const columns = reportColumns(table);
  const standings = table.rows.some((row) => row.tally) ? STANDING_HEADINGS : [];
  const lines = [
    ['Method', ...columns.map(({ title }) => title), ...standings],
    ...table.rows.map((row, index) => [
      row.label,
      ...columns.map(({ entries }) => plainEntry(entries[index])),
      ...standingText(row),
    ]),
  ];
  return [...lines.map((cells) => cells.map(oneLine).join('\t')), '', ...table.footer.map(oneLine), ''].join('\n');
}

/** "18.1 ± 2.2 (10, 3) •" */
export function plainEntry({ mean, std, shape, mark, instead }: EntryText): string {
  if (mean === null) return instead;
  return [std === null ? mean : `${mean} ± ${std}`, shape, mark].filter((part) => part !== '').join(' ');
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

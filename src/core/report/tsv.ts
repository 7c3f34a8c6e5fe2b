/** The table as tab-separated text, as spreadsheets paste it: what is shown, one line a row. */
import type { StudyTable } from '../study/result.ts';
import { cellText } from './entry.ts';
import { tableGrid } from './grid.ts';

/** Rows end with \n; the footer follows after an empty line. */
export function tsvTable(table: StudyTable): string {
  const { head, rows, summary } = tableGrid(table);
  const lines = [head, ...[...rows, ...summary].map(({ title, cells }) => [title, ...cells.map(cellText)])];
  return [...lines.map((cells) => cells.map(oneLine).join('\t')), '', ...table.footer.map(oneLine), ''].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

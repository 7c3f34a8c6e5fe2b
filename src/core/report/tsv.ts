/** The table as tab-separated text, as spreadsheets paste it: what is shown, one line per row. */
import type { StudyTable } from '../study/table/table.ts';
import { cellText } from '../study/grid/entry.ts';
import { escapeFormula } from '../formats/tables/formula.ts';
import { tableGrid } from '../study/grid/grid.ts';

/** Rows end with \n; the footer follows after an empty line. */
export function tsvTable(table: StudyTable): string {
  const { head, rows, summary } = tableGrid(table);
  const lines = [head, ...[...rows, ...summary].map(({ title, cells }) => [title, ...cells.map(cellText)])];
  return [...lines.map((cells) => cells.map(tsvField).join('\t')), '', ...table.footer.map(tsvField), ''].join('\n');
}

/** Text on one line without tabs, defused where it begins like a formula. */
export function tsvField(text: string): string {
  return escapeFormula(text.replace(/[\t\r\n]+/g, ' '));
}

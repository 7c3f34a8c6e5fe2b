/** The displayed table as tab-separated text for spreadsheets, one line per row. */
import type { StudyTable } from '../study/table/table.ts';
import { cellText, countText, joinedWords, type EntryText } from '../study/table/entry.ts';
import { plural } from '../text/phrases.ts';
import { tableNotes, type PageOptions } from './pageOptions.ts';
import { escapeFormula } from '../formats/tables/cellText.ts';
import { tableGrid, finishedText } from '../study/table/grid.ts';

/** Rows end with \n; the footer follows after an empty line. */
export function tsvTable(table: StudyTable): string {
  const { head, rows, summary } = tableGrid(table);
  const lines = [head, ...[...rows, ...summary].map(({ title, cells }) => [title, ...cells.map(cellText)])];
  return [...lines.map((cells) => cells.map(tsvField).join('\t')), '', ...table.footer.map(tsvField), ''].join('\n');
}

/** Text on one line without tabs, escaped if it starts like a formula. */
export function tsvField(text: string): string {
  return escapeFormula(text.replace(/[\t\r\n]+/g, ' '));
}

// Tables for terminals: aligned columns, marks, footer.

/** Marks in place of bold and underlined. */
const BEST = '◦';
const TIE = '≈';

/** The table as plain text; lines end with \n. Short notes say how many more there are. */
export function textTable(table: StudyTable, notes: PageOptions['notes'] = 'full'): string {
  const { head, rows, summary } = tableGrid(table);
  const lines = [...rows, ...summary];
  const columns = [
    ['', ...lines.map((row) => row.title)],
    ...head.slice(1).map((title, c) => [title, ...plainColumn(lines.map((row) => row.cells[c]))]),
  ];
  const widths = columns.map((cells) => Math.max(...cells.map(width)));
  const line = (row: number): string =>
    columns
      .map((cells, i) => pad(cells[row], widths[i]))
      .join('  ')
      .trimEnd();
  const hidden = table.footer.length - table.essentials.length;
  const rule = widths.map((w) => '─'.repeat(w)).join('  ');
  return [
    `${table.study} (${table.dataset}${finishedText(table)})`,
    '',
    line(0),
    rule,
    ...rows.map((_, row) => line(row + 1)),
    ...(summary.length > 0 ? [rule, ...summary.map((_, row) => line(rows.length + row + 1))] : []),
    '',
    ...tableNotes(table, notes).map((sentence) =>
      sentence.replace(/^Bold: /, `${BEST} or •: `).replace(/\bUnderlined: /, `${TIE}: `),
    ),
    ...(notes === 'short' && hidden > 0 ? [`${plural(hidden, 'more note')}: --notes full.`] : []),
    '',
  ].join('\n');
}

/** Entries of a column with right-aligned numbers. */
function plainColumn(cells: readonly (EntryText | string)[]): string[] {
  const entries = cells.filter((cell) => typeof cell !== 'string');
  const widest = (key: 'mean' | 'std'): number => Math.max(0, ...entries.map((entry) => entry[key]?.length ?? 0));
  const [meanWidth, stdWidth] = [widest('mean'), widest('std')];
  return cells.map((cell) => {
    if (typeof cell === 'string') return cell;
    const { mean, std, shape, mark, bold, underlined, instead } = cell;
    if (mean === null) return instead;
    const numbers = mean.padStart(meanWidth) + (std === null ? '' : ` ± ${std.padStart(stdWidth)}`);
    return joinedWords([numbers, shape, mark !== '' ? mark : bold ? BEST : underlined ? TIE : '', countText(cell)]);
  });
}

function width(text: string): number {
  return [...text].length;
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(Math.max(0, to - width(text)));
}

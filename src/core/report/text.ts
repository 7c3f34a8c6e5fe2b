/** A table for terminals: aligned columns, marks, footer. */
import type { StudyTable } from '../study/result.ts';
import { reportColumns, STANDING_HEADINGS, standingText, type EntryText } from './entry.ts';

/** Marks the least mean error of a column where bold cannot be had. */
const BEST = '◦';

/** The table as plain text; lines end with \n. */
export function textTable(table: StudyTable): string {
  const columns = [
    ['', ...table.rows.map((row) => row.label)],
    ...reportColumns(table).map(({ title, entries }) => [title, ...plainColumn(entries)]),
    ...(table.rows.some((row) => row.tally)
      ? STANDING_HEADINGS.map((title, i) => [title, ...table.rows.map((row) => standingText(row)[i] ?? '')])
      : []),
  ];
  const widths = columns.map((cells) => Math.max(...cells.map(width)));
  const line = (row: number): string =>
    columns
      .map((cells, i) => pad(cells[row], widths[i]))
      .join('  ')
      .trimEnd();
  return [
    `${table.study} (${table.dataset})`,
    '',
    line(0),
    widths.map((w) => '─'.repeat(w)).join('  '),
    ...table.rows.map((_, row) => line(row + 1)),
    '',
    ...table.footer.map((sentence) => sentence.replace(/^Bold: /, `${BEST} or •: `)),
    '',
  ].join('\n');
}

/** The entries of a column with their numbers aligned at the right. */
function plainColumn(entries: readonly EntryText[]): string[] {
  const widest = (key: 'mean' | 'std'): number => Math.max(0, ...entries.map((entry) => entry[key]?.length ?? 0));
  const [meanWidth, stdWidth] = [widest('mean'), widest('std')];
  return entries.map(({ mean, std, shape, mark, best, instead }) => {
    if (mean === null) return instead;
    const numbers = mean.padStart(meanWidth) + (std === null ? '' : ` ± ${std.padStart(stdWidth)}`);
    return [numbers, shape, mark !== '' ? mark : best ? BEST : ''].filter((part) => part !== '').join(' ');
  });
}

function width(text: string): number {
  return [...text].length;
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(Math.max(0, to - width(text)));
}

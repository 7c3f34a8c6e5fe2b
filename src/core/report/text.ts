/** A table for terminals: aligned columns, marks, footer. */
import type { StudyTable } from '../study/result.ts';
import { entryText, type EntryText } from './entry.ts';

/** Marks the least mean error of a column where bold cannot be had. */
const BEST = '◦';

/** The table as plain text; lines end with \n. */
export function textTable(table: StudyTable): string {
  const head = ['', ...table.conditions.map((condition) => condition.title)];
  const rows = table.rows.map((row) => [row.label, ...row.entries.map((entry) => plainEntry(entryText(entry)))]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((line) => width(line[column]))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => pad(cell, widths[i]))
      .join('  ')
      .trimEnd();
  const footer = table.footer.map((sentence) => sentence.replace(/^Bold: /, `${BEST} or •: `));
  return [
    `${table.study} (${table.dataset})`,
    '',
    line(head),
    widths.map((w) => '─'.repeat(w)).join('  '),
    ...rows.map(line),
    '',
    ...footer,
    '',
  ].join('\n');
}

function plainEntry({ mean, std, shape, mark, best, instead }: EntryText): string {
  if (mean === null) return instead;
  const numbers = std === null ? mean.padStart(5) : `${mean.padStart(5)} ± ${std.padStart(4)}`;
  return [numbers, shape, mark !== '' ? mark : best ? BEST : ''].filter((part) => part !== '').join(' ');
}

function width(text: string): number {
  return [...text].length;
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(Math.max(0, to - width(text)));
}

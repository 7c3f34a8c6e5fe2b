/** A table for notes and web pages. */
import { markdownTable as align } from 'markdown-table';
import type { StudyTable } from '../study/result.ts';
import { reportColumns, STANDING_HEADINGS, standingText, type EntryText } from './entry.ts';

/** The table in GitHub-flavoured Markdown, the footer as a list below it. */
export function markdownTable(table: StudyTable): string {
  const columns = reportColumns(table);
  const head = ['Method', ...columns.map((column) => markdownText(column.title))];
  if (table.rows.some((row) => row.tally)) head.push(...STANDING_HEADINGS.map(markdownText));
  const rows = table.rows.map((row, index) => [
    markdownText(row.label),
    ...columns.map((column) => markdownEntry(column.entries[index])),
    ...standingText(row).map(markdownText),
  ]);
  return [
    `**${markdownText(table.study)}** (${markdownText(table.dataset)}): error rates in per cent`,
    '',
    align([head, ...rows], { stringLength: (text) => [...text].length }),
    '',
    ...table.footer.map((sentence) => `- ${markdownText(sentence)}`),
    '',
  ].join('\n');
}

function markdownEntry({ mean, std, shape, mark, best, instead }: EntryText): string {
  if (mean === null) return instead;
  const numbers = std === null ? mean : `${mean} ± ${std}`;
  return `${best ? `**${numbers}**` : numbers} ${shape} ${markdownText(mark)}`.trimEnd();
}

/** Text with the characters escaped that Markdown gives a meaning. */
export function markdownText(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, '\\$&').replace(/\r?\n/g, ' ');
}

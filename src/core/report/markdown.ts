/** Tables as Markdown. */
import { markdownTable as align } from 'markdown-table';
import type { StudyTable } from '../study/table/table.ts';
import { uncapitalised } from '../text/phrases.ts';
import { countText, joinedWords, type EntryText } from '../study/table/entry.ts';
import { finishedText, shownText, tableGrid } from '../study/table/grid.ts';

/** The table in GitHub-flavoured Markdown, with the footer as a list below it, then a note in Markdown. */
export function markdownTable(table: StudyTable, note = ''): string {
  const { head, rows, summary } = tableGrid(table);
  const lines = [...rows, ...summary].map(({ title, cells, published }) => [
    markdownText(title),
    ...cells.map((cell) => (published && cell !== '' ? `*${markdownCell(cell)}*` : markdownCell(cell))),
  ]);
  const measure = shownText(table);
  const finished = finishedText(table);
  return [
    `**${markdownText(table.study)}** (${markdownText(table.dataset)}): ${markdownText(uncapitalised(measure) + finished)}`,
    '',
    align([head.map(markdownText), ...lines], { stringLength: (text) => [...text].length }),
    '',
    ...table.footer.map((sentence) => `- ${markdownText(sentence)}`),
    '',
    ...(note.trim() === '' ? [] : ['---', '', note.trim(), '']),
  ].join('\n');
}

function markdownCell(cell: EntryText | string): string {
  if (typeof cell === 'string') return markdownText(cell);
  const { mean, std, shape, mark, bold, underlined, instead } = cell;
  if (mean === null) return instead;
  const numbers = std === null ? mean : `${mean} ± ${std}`;
  const value = bold ? `**${numbers}**` : underlined ? `<u>${numbers}</u>` : numbers;
  return joinedWords([value, shape, markdownText(mark), markdownText(countText(cell))]);
}

/** Escapes the special characters of Markdown. */
export function markdownText(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~]/g, '\\$&').replace(/\r?\n/g, ' ');
}

/** The table as a Typst figure. */
import type { StudyTable } from '../study/result.ts';
import { reportColumns, STANDING_HEADINGS, standingText } from './entry.ts';
import { slug } from './fileName.ts';
import { plainEntry } from './tsv.ts';

/** A figure with a table, rules as in booktabs, the footer in the caption. */
export function typstTable(table: StudyTable): string {
  const columns = reportColumns(table);
  const standings = table.rows.some((row) => row.tally) ? STANDING_HEADINGS : [];
  const head = ['Method', ...columns.map(({ title }) => title), ...standings];
  const rows = table.rows.map((row, index) => {
    const entries = columns.map(({ entries }) => {
      const entry = entries[index];
      const text = typstText(plainEntry(entry));
      return entry.best && entry.mean !== null ? `[*${text}*]` : `[${text}]`;
    });
    return [`[${typstText(row.label)}]`, ...entries, ...standingText(row).map((text) => `[${typstText(text)}]`)];
  });
  const caption = [`Error rates in per cent on ${table.dataset}.`, ...table.footer].map(typstText).join(' ');
  return `#figure(
  table(
    columns: ${head.length},
    stroke: none,
    align: left,
    table.hline(),
    table.header(${head.map((text) => `[${typstText(text)}]`).join(', ')}),
    table.hline(stroke: 0.5pt),
${rows.map((cells) => `    ${cells.join(', ')},`).join('\n')}
    table.hline(),
  ),
  caption: [${caption}],
) <tab-${slug(table.study)}>
`;
}

/** Text with the characters escaped that Typst markup gives a meaning. */
export function typstText(text: string): string {
  return text.replace(/[\\#$*_`<>@[\]~"'=+\-/]/g, '\\$&').replace(/\r?\n/g, ' ');
}

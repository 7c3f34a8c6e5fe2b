/** The table as a Typst figure. */
import type { StudyTable } from '../study/table/table.ts';
import { cellText, type EntryText } from '../study/table/entry.ts';
import { tableLabel } from './tableLabel.ts';
import { tableGrid, type GridRow } from '../study/table/grid.ts';

/** A figure with a table, with rules as in booktabs and the footer in the caption. */
export function typstTable(table: StudyTable): string {
  const { caption, head, rows, summary } = tableGrid(table);
  const note = [caption, ...table.footer].map(typstText).join(' ');
  return `#figure(
  table(
    columns: ${head.length},
    stroke: none,
    align: left,
    table.hline(),
    table.header(${head.map((text) => `[${typstText(text)}]`).join(', ')}),
    table.hline(stroke: 0.5pt),
${rows.map(typstRow).join('\n')}
${summary.length > 0 ? `    table.hline(stroke: 0.5pt),\n${summary.map(typstRow).join('\n')}\n` : ''}    table.hline(),
  ),
  caption: [${note}],
) <tab-${tableLabel(table)}>
`;
}

function typstRow({ title, cells, published }: GridRow): string {
  const texts = cells.map((cell) => (published && cell !== '' ? `[#emph${typstCell(cell)}]` : typstCell(cell)));
  return `    ${[`[${typstText(title)}]`, ...texts].join(', ')},`;
}

function typstCell(cell: EntryText | string): string {
  const text = typstText(cellText(cell));
  if (typeof cell === 'string') return `[${text}]`;
  return cell.bold ? `[*${text}*]` : cell.underlined ? `[#underline[${text}]]` : `[${text}]`;
}

/** Escapes the special characters of Typst. */
export function typstText(text: string): string {
  return text.replace(/[\\#$*_`<>@[\]~"'=+\-/]/g, '\\$&').replace(/\r?\n/g, ' ');
}

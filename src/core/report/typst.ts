/** The table as a Typst figure. */
import type { StudyTable } from '../study/table/table.ts';
import { cellText, type EntryText } from '../study/table/entry.ts';
import { withPowers } from '../text/proseTags.ts';
import { withFormulas } from './latex/text.ts';
import { tableLabel } from './tableLabel.ts';
import { tableGrid, type GridRow, type TableGrid } from '../study/table/grid.ts';
import { headLines } from '../study/table/gridHead.ts';

/** A figure with a table, with rules as in booktabs, spanning heads, formulas, and the footer in the caption. */
export function typstTable(table: StudyTable): string {
  const grid = tableGrid(table);
  const { caption, head, rows, summary } = grid;
  const note = [caption, ...table.footer].map(typstMathText).join(' ');
  const heads = headRows(grid);
  return `#figure(
  table(
    columns: ${head.length},
    stroke: none,
    align: left,
    inset: (x: 0.5em, y: 0.3em),
${heads.length > 1 ? '    column-gutter: 0.4em,\n' : ''}    table.hline(),
    table.header(
${heads.map((line) => `      ${line},\n`).join('')}    ),
    table.hline(stroke: 0.5pt),
${rows.map(typstRow).join('\n')}
${summary.length > 0 ? `    table.hline(stroke: 0.5pt),\n${summary.map(typstRow).join('\n')}\n` : ''}    table.hline(),
  ),
  caption: [${note}],
) <tab-${tableLabel(table)}>
`;
}

/** Spanning titles over rules that the gaps between columns part, then the titles of the columns. */
function headRows({ head, columns }: TableGrid): string[] {
  const upper = headLines(columns)
    .slice(0, -1)
    .map((line) => {
      const titles = line.map(({ title, span }) => `table.cell(colspan: ${span}, align: center)${content(title)}`);
      const rules = line.map(
        ({ from, span }) => `table.hline(start: ${from + 1}, end: ${from + 1 + span}, stroke: 0.5pt)`,
      );
      const blank = head.slice(1 + columns.length).map(() => '[]');
      return ['[]', ...titles, ...blank, ...rules].join(', ');
    });
  const last = head.map((title, c) => (upper.length > 0 && columns[c - 1]?.at(-1)?.title) || title);
  return [...upper, last.map(content).join(', ')];
}

function content(text: string): string {
  return `[${typstMathText(text)}]`;
}

function typstRow({ title, cells, published }: GridRow): string {
  const texts = cells.map((cell) => (published && cell !== '' ? `[#emph${typstCell(cell)}]` : typstCell(cell)));
  return `    ${[content(title), ...texts].join(', ')},`;
}

function typstCell(cell: EntryText | string): string {
  if (typeof cell === 'string') return content(cell);
  const text = typstText(cellText(cell));
  return cell.bold ? `[*${text}*]` : cell.underlined ? `[#underline[${text}]]` : `[${text}]`;
}

/** Typst with the formulas of a text in math mode; everything else is escaped. */
export function typstMathText(text: string): string {
  return withFormulas(text)
    .map((piece) => (typeof piece === 'string' ? typstText(piece) : typstFormula(piece.math)))
    .join('');
}

/** A formula such as "k ∈ {2, 4}", "n_test/n_train" or "1e-6" in math mode. */
export function typstFormula(formula: string): string {
  const words = formula.replace(/\p{L}{2,}/gu, '"$&"');
  const text = withPowers(words, ' dot ', (power) => `10^(-${power})`)
    .replaceAll('/', ' slash ')
    .replaceAll('²', '^2')
    .replace('√n', 'sqrt(n)');
  return `$${text}$`;
}

/** Escapes the special characters of Typst, and the number of what would be an item of a list. */
export function typstText(text: string): string {
  return text
    .replace(/[\\#$*_`<>@[\]~"'=+\-/]/g, '\\$&')
    .replace(/^(\s*\d+)\.(?=\s|$)/, '$1\\.')
    .replace(/\r?\n/g, ' ');
}

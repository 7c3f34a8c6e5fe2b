/** A table for a paper: booktabs, the best in bold, marks explained in a note. */
import type { StudyTable } from '../study/table/table.ts';
import { countText, joined, type EntryText } from '../study/grid/entry.ts';
import { slug } from './fileName.ts';
import { tableGrid, type GridRow } from '../study/grid/grid.ts';

/** The table as a LaTeX float; needs the package booktabs. */
export function latexTable(table: StudyTable): string {
  const { caption, head, rows, summary } = tableGrid(table);
  return [
    '% needs \\usepackage{booktabs}',
    '\\begin{table}[t]',
    '  \\centering',
    `  \\caption{${latexText(caption)}}`,
    `  \\label{tab:${slug(table.study)}}`,
    `  \\begin{tabular}{${'l'.repeat(head.length)}}`,
    '    \\toprule',
    `    ${head.map(mathTitle).join(' & ')} \\\\`,
    '    \\midrule',
    ...rows.map(latexRow),
    ...(summary.length > 0 ? ['    \\midrule', ...summary.map(latexRow)] : []),
    '    \\bottomrule',
    '  \\end{tabular}',
    '',
    '  \\smallskip',
    '  \\begin{minipage}{\\linewidth}\\footnotesize',
    ...table.footer.map((sentence) => `    ${latexText(sentence)}`),
    '  \\end{minipage}',
    '\\end{table}',
    '',
  ].join('\n');
}

function latexRow({ title, cells }: GridRow): string {
  return `    ${[mathTitle(title), ...cells.map(latexCell)].join(' & ')} \\\\`;
}

function latexCell(cell: EntryText | string): string {
  if (typeof cell === 'string') return latexText(cell);
  const { mean, std, shape, mark, bold, underlined, instead } = cell;
  if (mean === null) return latexText(instead);
  const numbers = std === null ? mean : `${mean} \\pm ${std}`;
  const value = bold ? `$\\mathbf{${numbers}}$` : underlined ? `$\\underline{${numbers}}$` : `$${numbers}$`;
  const sign = mark === '•' ? '$^{\\bullet}$' : mark === '*' ? '$^{*}$' : '';
  return joined([value, shape + sign, latexText(countText(cell))]);
}

/** "k = 2" as mathematics, anything else as text. */
function mathTitle(title: string): string {
  const match = /^([a-z] = \d+)(, validated)?$/.exec(title);
  return match ? `$${match[1]}$${match[2] ?? ''}` : latexText(title);
}

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '[': '{[}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '–': '--',
  '…': '\\dots{}',
  '±': '$\\pm$',
  '×': '$\\times$',
  '−': '$-$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  '•': '$\\bullet$',
  '*': '$*$',
  α: '$\\alpha$',
  β: '$\\beta$',
  λ: '$\\lambda$',
  σ: '$\\sigma$',
  '²': '$^2$',
};

/** Text with everything escaped that LaTeX would take for a command. */
export function latexText(text: string): string {
  return text.replace(/[\\{}[$&#_%~^<>|"–…±×−≤≥•*αβλσ²]/g, (character) => REPLACEMENTS[character]);
}

/** A table for a paper: booktabs, least error in bold, marks explained in a note. */
import type { StudyTable } from '../study/result.ts';
import { reportColumns, STANDING_HEADINGS, standingText, type EntryText } from './entry.ts';
import { slug } from './fileName.ts';

/** The table as a LaTeX float; needs the package booktabs. */
export function latexTable(table: StudyTable): string {
  const columns = reportColumns(table);
  const head = ['Method', ...columns.map((column) => mathTitle(column.title))];
  if (table.rows.some((row) => row.tally)) head.push(...STANDING_HEADINGS.map(latexText));
  const alignment = 'l'.repeat(head.length);
  const rows = table.rows.map((row, index) => [
    latexText(row.label),
    ...columns.map((column) => latexEntry(column.entries[index])),
    ...standingText(row).map(latexText),
  ]);
  const caption = `Error rates in per cent on ${table.dataset}.`;
  return [
    '% needs \\usepackage{booktabs}',
    '\\begin{table}[t]',
    '  \\centering',
    `  \\caption{${latexText(caption)}}`,
    `  \\label{tab:${slug(table.study)}}`,
    `  \\begin{tabular}{${alignment}}`,
    '    \\toprule',
    `    ${head.join(' & ')} \\\\`,
    '    \\midrule',
    ...rows.map((cells) => `    ${cells.join(' & ')} \\\\`),
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

function latexEntry({ mean, std, shape, mark, best, instead }: EntryText): string {
  if (mean === null) return latexText(instead);
  const numbers = std === null ? mean : `${mean} \\pm ${std}`;
  const value = best ? `$\\mathbf{${numbers}}$` : `$${numbers}$`;
  const sign = mark === '•' ? '$^{\\bullet}$' : mark === '*' ? '$^{*}$' : '';
  return `${value} ${shape}${sign}`.trimEnd();
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

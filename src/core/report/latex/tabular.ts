/** One panel of a table as a tabular: spanner heads, rows, booktabs rules. */
import type { GridRow, TableGrid } from '../../study/table/grid.ts';
import { headLines } from '../../study/table/gridHead.ts';
import { across, type Alignment } from './cells.ts';
import type { SetColumn } from '../tableLayout.ts';
import type { Layout } from './layout.ts';
import { latexMathText, latexText } from './text.ts';

/** Rows `from` … `to` − 1; rows below the rule follow the last row of the table. */
export interface Part {
  readonly columns: readonly SetColumn[];
  readonly from: number;
  readonly to: number;
}

/** Lines of LaTeX, not indented. */
export function tabular(grid: TableGrid, layout: Layout, { columns, from, to }: Part, alignment: Alignment): string[] {
  const { shapes, titles, heading } = layout;
  const types = columns.map((column) => alignment.type(column, shapes));
  const row = (index: number): string[] => {
    const cells = columns.map((column) => alignment.cells(column, index, shapes));
    const line = `${[lines(titles[index], 't', 'l'), ...cells].join(' & ')} \\\\`;
    if (shapes !== 'line' || columns.every(({ asides }) => asides[index] === '')) return [line];
    // Second line of the row: shapes below their numbers, in smaller type.
    const below = columns.map(({ asides, marked }, c) => {
      const text = asides[index] === '' ? '' : `{\\fontsize{7}{8}\\selectfont ${latexText(asides[index])}}`;
      return types[c].count > 1
        ? `\\multicolumn{${types[c].count}}{r}{${text}}`
        : `${text}${marked && text ? MARK : ''}`;
    });
    return [`${line}[-2pt]`, `${['', ...below].join(' & ')} \\\\[2pt]`];
  };
  const width = 1 + types.reduce((sum, { count }) => sum + count, 0);
  const groupHead = (index: number): string[] => {
    if (!startsGroup(grid, index, from)) return [];
    const title = `\\multicolumn{${width}}{@{}l}{\\emph{${latexMathText(grid.groups!.rows[index].group)}}} \\\\`;
    return [...(index > from ? ['\\addlinespace'] : []), title];
  };
  const rows = grid.rows.slice(from, to).flatMap((_, i) => [...groupHead(from + i), ...row(from + i)]);
  const summary = to < grid.rows.length ? [] : grid.summary.map((row, s) => summaryRow(row, columns, types, s));
  return [
    `\\begin{tabular}{@{}l${types.map(({ text }) => text).join('')}@{}}`,
    '  \\toprule',
    ...head(columns, types, layout, heading).map((line) => `  ${line}`),
    '  \\midrule',
    ...rows.map((line) => `  ${line}`),
    ...(summary.length > 0 ? ['  \\midrule', ...summary.map((line) => `  ${line}`)] : []),
    '  \\bottomrule',
    '\\end{tabular}',
  ];
}

/** Whether the heading of a group precedes a row of the part that begins with row `from`. */
export function startsGroup({ groups }: TableGrid, row: number, from: number): boolean {
  return groups !== undefined && (row === from || groups.rows[row].group !== groups.rows[row - 1].group);
}

const MARK = '$^{\\phantom{*}}$';

interface Type {
  readonly count: number;
}

function summaryRow(
  { title, published }: GridRow,
  columns: readonly SetColumn[],
  types: readonly Type[],
  index: number,
): string {
  const cells = columns.map(({ summary }, c) => {
    const text = latexMathText(summary[index]);
    return across(types[c].count, published && text !== '' ? `\\textit{${text}}` : text);
  });
  return `${[latexMathText(title), ...cells].join(' & ')} \\\\`;
}

/** Lines of the head: spanning titles over rules, then the titles of the columns. */
function head(
  columns: readonly SetColumn[],
  types: readonly Type[],
  { headTitle }: Layout,
  heading: readonly string[],
): string[] {
  const entries = columns.filter(({ plain }) => !plain);
  const standings = columns.length - entries.length;
  // TeX columns are numbered from 1; the first holds the row titles.
  const starts = types.map((_, c) => 2 + types.slice(0, c).reduce((sum, { count }) => sum + count, 0));
  const spans = headLines(entries.map(({ levels }) => levels)).slice(0, -1);
  const upper = spans.flatMap((line) => {
    const cells = line.map(({ title, from, span }) => {
      const count = types.slice(from, from + span).reduce((sum, type) => sum + type.count, 0);
      return across(count, lines(headTitle(title, entries.slice(from, from + span)), 'b', 'c'));
    });
    const rules = line.map(({ from, span }) => {
      const last = from + span - 1;
      return `\\cmidrule(lr){${starts[from]}-${starts[last] + types[last].count - 1}}`;
    });
    const blank = standings > 0 ? ` ${'& '.repeat(standings).trim()}` : '';
    return [`& ${cells.join(' & ')}${blank} \\\\`, rules.join(' ')];
  });
  const titles = columns.map((column, c) => across(types[c].count, lines(headTitle(column.title, [column]), 'b', 'c')));
  return [...upper, `${[lines(heading, 'b', 'l'), ...titles].join(' & ')} \\\\`];
}

/** A single line as plain text, several lines as a nested tabular. */
function lines(texts: readonly string[], position: 't' | 'b', align: 'l' | 'c'): string {
  const set = texts.map(latexMathText);
  return set.length === 1 ? set[0] : `\\begin{tabular}[${position}]{@{}${align}@{}}${set.join(' \\\\ ')}\\end{tabular}`;
}

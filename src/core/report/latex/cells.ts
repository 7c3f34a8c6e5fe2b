/** Cells and column types of a LaTeX table, plain or for siunitx. */
import type { EntryText, Mark } from '../../study/table/entry.ts';
import type { PageOptions } from '../pageOptions.ts';
import { hasAsides, type SetColumn, type ShapePlace } from '../tableLayout.ts';
import { latexText } from './text.ts';

/** A way to align decimal points: TeX columns per table column, and the cells below them. */
export interface Alignment {
  /** Types and number of the TeX columns. */
  readonly type: (column: SetColumn, shapes: ShapePlace) => { text: string; count: number };
  /** Cells of one row, joined by &. */
  readonly cells: (column: SetColumn, row: number, shapes: ShapePlace) => string;
}

const SIGNS: Readonly<Record<Mark, string>> = { '•': '^{\\bullet}', '*': '^{*}', '†': '^{\\dagger}', '': '' };

/** One right-aligned column with phantom digits before shorter numbers. */
const plain: Alignment = {
  type(column, shapes) {
    if (isText(column)) return { text: 'r', count: 1 };
    return beside(column, shapes) ? { text: 'r@{\\hspace{4pt}}l', count: 2 } : { text: 'r', count: 1 };
  },
  cells(column, row, shapes) {
    const cell = column.cells[row];
    const number = typeof cell === 'string' ? latexText(cell) : plainNumber(cell, column);
    return beside(column, shapes) ? `${number} & ${latexText(column.asides[row])}` : number;
  },
};

function plainNumber(cell: EntryText, { mean: longest, std: longestStd, marked }: SetColumn): string {
  const { mean, std, mark, instead } = cell;
  if (mean === null) return latexText(instead);
  const value = `${phantom(longest - mean.length)}${emphasised(cell)}`;
  const deviation = std === null ? '' : ` \\pm ${phantom(longestStd - std.length)}${std}`;
  const absent = std === null && longestStd > 0 ? `\\phantom{{} \\pm ${'0'.repeat(longestStd)}}` : '';
  const sign = mark === '' && marked ? '^{\\phantom{*}}' : SIGNS[mark];
  return `$${value}${deviation}${sign}${absent}$`;
}

function phantom(digits: number): string {
  return digits === 0 ? '' : `\\phantom{${'0'.repeat(digits)}}`;
}

function emphasised({ mean, bold, underlined }: EntryText): string {
  return bold ? `\\mathbf{${mean}}` : underlined ? `\\underline{${mean}}` : `${mean}`;
}

/** siunitx columns S for mean and deviation, and one column for the mark and the text after it. */
const siunitx: Alignment = {
  type(column, shapes) {
    if (isText(column)) return { text: 'r', count: 1 };
    const { mean, std, marked } = column;
    const after = marked || beside(column, shapes);
    const deviation = std > 0 ? `@{$\\,\\pm\\,$}${sColumn(column, 'std')}` : '';
    return {
      text: `${mean > 0 ? sColumn(column, 'mean') : 'r'}${deviation}${after ? '@{\\hspace{1pt}}l' : ''}`,
      count: 1 + (std > 0 ? 1 : 0) + (after ? 1 : 0),
    };
  },
  cells(column, row, shapes) {
    const cell = column.cells[row];
    const { count } = siunitx.type(column, shapes);
    if (typeof cell === 'string') return count === 1 ? latexText(cell) : across(count, latexText(cell));
    const { mean, std, mark, bold, underlined, instead } = cell;
    if (mean === null) return across(count, latexText(instead));
    const value = bold ? `\\bfseries ${mean}` : underlined ? `{\\underline{$${mean}$}}` : mean;
    const after = `${mark === '' ? '' : `$${SIGNS[mark]}$`}${beside(column, shapes) ? ` ${latexText(column.asides[row])}` : ''}`;
    return [
      value,
      ...(column.std > 0 ? [std ?? '{--}'] : []),
      ...(count === (column.std > 0 ? 3 : 2) ? [after.trim()] : []),
    ].join(' & ');
  },
};

function sColumn({ cells, mean, std }: SetColumn, key: 'mean' | 'std'): string {
  const texts = cells.flatMap((cell) => (typeof cell === 'string' ? [] : [cell[key] ?? '']));
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const whole = (key === 'mean' ? mean : std) - (decimals === 0 ? 0 : decimals + 1);
  return `S[table-format=${whole}.${decimals}]`;
}

/** Text centred over several TeX columns. */
export function across(count: number, text: string): string {
  return `\\multicolumn{${count}}{c}{${text}}`;
}

function isText({ cells }: SetColumn): boolean {
  return cells.every((cell) => typeof cell === 'string');
}

function beside(column: SetColumn, shapes: ShapePlace): boolean {
  return shapes !== 'line' && hasAsides(column);
}

export const alignments: Readonly<Record<PageOptions['alignment'], Alignment>> = { plain, siunitx };

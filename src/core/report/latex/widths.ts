/** Widths of text in Computer Modern, in points at 10 pt, as reported by TeX (cmr10), rounded up. */
import { withoutTies, withTies } from './text.ts';
import type { SetColumn, ShapePlace } from '../tableLayout.ts';

/** Characters ! to ~, in hundredths of a point. */
const ASCII = [
  278, 500, 834, 500, 834, 778, 278, 389, 389, 500, 778, 278, 334, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500,
  500, 500, 278, 278, 778, 778, 778, 473, 778, 751, 709, 723, 764, 681, 653, 785, 750, 362, 514, 778, 625, 917, 750,
  778, 681, 778, 737, 556, 723, 750, 750, 1028, 750, 750, 612, 278, 500, 278, 500, 750, 278, 500, 556, 445, 556, 445,
  306, 500, 556, 278, 306, 528, 278, 834, 556, 500, 556, 528, 392, 395, 389, 556, 528, 723, 528, 528, 445, 500, 278,
  500, 500,
];

/** Upper bound for characters not in the table: accented letters, Greek, symbols. */
const OTHER = 8;
const BLANK = 3.34;

export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    width += code === 32 || code === 160 ? BLANK : code > 32 && code < 127 ? ASCII[code - 33] / 100 : OTHER;
  }
  return width;
}

/** Font sizes of tables: points, command, and width of digits relative to 10 pt. */
export const sizes = [
  { points: 9, command: '\\fontsize{9}{11}\\selectfont', scale: 0.925, line: 11 },
  { points: 8, command: '\\fontsize{8}{9.5}\\selectfont', scale: 0.85, line: 9.5 },
  { points: 7, command: '\\fontsize{7}{8}\\selectfont', scale: 0.8, line: 8 },
] as const;

export type TypeSize = (typeof sizes)[number];

/**
 * Wraps text into lines of at most `limit`, at blanks and after hyphens, and within a word only if the word alone is
 * wider. Statements such as "k = 2" stay together.
 */
export function wrapAtHyphens(text: string, limit: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts(text)) {
    if (line !== '' && textWidth((line + part).trimEnd()) > limit) {
      lines.push(line);
      line = '';
    }
    line += part;
    while (line.length > 1 && textWidth(line.trimEnd()) > limit) {
      let cut = line.length - 1;
      while (cut > 1 && textWidth(line.slice(0, cut)) > limit) cut--;
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  return [...lines, line].map((part) => withoutTies(part.trimEnd())).filter((part, i) => part !== '' || i === 0);
}

/** Width of the longest part that `wrapAtHyphens` does not break unless necessary. */
export function longestWord(text: string): number {
  return Math.max(0, ...parts(text).map((part) => textWidth(part.trimEnd())));
}

function parts(text: string): string[] {
  return withTies(text).split(/(?<=[ \-/,_])/);
}

// Widths of table columns in TeX.

/** Widths at 10 pt: of ± with its space, of a superscript mark, and the extra width of bold digits. */
export const PLUS_MINUS = 12.3;
export const MARK = 4.7;
const BOLD = 4;
/** Gap between a number and the shape next to it, at any font size. */
export const ASIDE_GAP = 4;

/** Widths at 10 pt of the numbers of a column and of the text to their right. */
export function columnWidth(column: SetColumn, shapes: ShapePlace): { number: number; aside: number } {
  const { cells, summary, mean, std, marked, asides } = column;
  const texts = cells.filter((cell) => typeof cell === 'string');
  const instead = cells.flatMap((cell) => (typeof cell === 'string' || cell.mean !== null ? [] : [cell.instead]));
  const numbers = digitsWidth(mean) + BOLD + (std === 0 ? 0 : PLUS_MINUS + digitsWidth(std)) + (marked ? MARK : 0);
  const widest = (list: readonly string[]): number => Math.max(0, ...list.map(textWidth));
  const beside = shapes !== 'line';
  const below = beside ? 0 : widest(asides);
  return {
    number: Math.max(mean === 0 ? 0 : numbers, widest([...texts, ...instead, ...summary]), below),
    aside: beside ? widest(asides) : 0,
  };
}

function digitsWidth(characters: number): number {
  return characters * 5;
}

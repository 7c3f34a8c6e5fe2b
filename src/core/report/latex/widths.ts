/** How wide text comes out in Computer Modern, in points at 10 pt: as TeX itself tells (cmr10), rounded up. */
import { withoutTies, withTies } from './text.ts';

/** Characters ! to ~, in hundredths of a point. */
const ASCII = [
  278, 500, 834, 500, 834, 778, 278, 389, 389, 500, 778, 278, 334, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500,
  500, 500, 278, 278, 778, 778, 778, 473, 778, 751, 709, 723, 764, 681, 653, 785, 750, 362, 514, 778, 625, 917, 750,
  778, 681, 778, 737, 556, 723, 750, 750, 1028, 750, 750, 612, 278, 500, 278, 500, 750, 278, 500, 556, 445, 556, 445,
  306, 500, 556, 278, 306, 528, 278, 834, 556, 500, 556, 528, 392, 395, 389, 556, 528, 723, 528, 528, 445, 500, 278,
  500, 500,
];

/** Greatest width of what is not in the table: letters with accents, Greek, signs. */
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

/** Sizes of type that tables are set in: command, and its digits against those of 10 pt. */
export const sizes = [
  { command: '\\small', scale: 0.925, line: 11 },
  { command: '\\footnotesize', scale: 0.85, line: 9.5 },
  { command: '\\scriptsize', scale: 0.8, line: 8 },
] as const;

export type TypeSize = (typeof sizes)[number];

/**
 * Text on lines no wider than `limit`, broken at blanks and after hyphens, and within a word only where the word alone
 * is wider. Statements such as "k = 2" stay together.
 */
export function wrapped(text: string, limit: number): string[] {
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

/** Width of the longest part of text that `wrapped` does not break unless it must. */
export function longestWord(text: string): number {
  return Math.max(0, ...parts(text).map((part) => textWidth(part.trimEnd())));
}

function parts(text: string): string[] {
  return withTies(text).split(/(?<=[ \-/,_])/);
}

import { onOneLine } from '../../../core/formats/formatError.ts';

/** Minimum width of a column. */
const NARROWEST = 8;

/**
 * Rows of text in aligned columns, two blanks apart; columns whose heading starts with ">" are right-aligned. If lines
 * exceed `available`, the widest text columns are cut, with an ellipsis.
 * @param available characters per line; default: those of the terminal, otherwise unlimited
 */
export function columns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  available = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
): string {
  const right = headings.map((heading) => heading.startsWith('>'));
  const lines = [headings.map((heading, i) => (right[i] ? heading.slice(1) : heading)), ...rows].map((line) =>
    line.map(onOneLine),
  );
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => width(line[i]))));
  let surplus = widths.reduce((sum, each) => sum + each, 2 * (widths.length - 1)) - available;
  while (surplus > 0) {
    // Numbers are never cut.
    const texts = widths.map((each, i) => (right[i] ? 0 : each));
    const widest = Math.max(...texts);
    if (widest <= NARROWEST) break;
    widths[texts.indexOf(widest)]--;
    surplus--;
  }
  const cell = (text: string, i: number): string => {
    const clipped = width(text) <= widths[i] ? text : `${[...text].slice(0, widths[i] - 1).join('')}…`;
    const padding = ' '.repeat(Math.max(0, widths[i] - width(clipped)));
    return right[i] ? padding + clipped : clipped + padding;
  };
  return `${lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')}\n`;
}

/** Number of characters without combining marks. */
function width(text: string): number {
  return [...text.normalize('NFC')].filter((character) => !/\p{Mn}/u.test(character)).length;
}

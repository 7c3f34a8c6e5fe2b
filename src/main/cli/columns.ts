import { onOneLine } from '../../core/formats/error.ts';

/**
 * Rows of text in aligned columns, two blanks apart; columns whose heading starts with ">" are aligned to the right.
 */
export function columns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const right = headings.map((heading) => heading.startsWith('>'));
  const lines = [headings.map((heading, i) => (right[i] ? heading.slice(1) : heading)), ...rows].map((line) =>
    line.map(onOneLine),
  );
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => width(line[i]))));
  const cell = (text: string, i: number): string => {
    const padding = ' '.repeat(widths[i] - width(text));
    return right[i] ? padding + text : text + padding;
  };
  return `${lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')}\n`;
}

/** Characters, combining marks not counted. */
function width(text: string): number {
  return [...text.normalize('NFC')].filter((character) => !/\p{Mn}/u.test(character)).length;
}

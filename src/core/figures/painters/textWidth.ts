/** Text widths without a font: those of Helvetica and similar fonts, in thousandths of the size, by character class. */
const CLASSES: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijl'|.,:;!]/, 250],
  [/[frt()[\] /-]/, 320],
  [/[mwMW%±–×−]/, 830],
  [/[A-Z]/, 690],
  [/[0-9a-z]/, 556],
];
const OTHER = 600;

/** Wraps words into lines of at most `width` at a size; a longer single word stays whole. */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The text; if wider than `width` at a size, its start and end around an ellipsis. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  // Both ends are kept, because names of variants often differ at the end.
  for (let kept = characters.length - 1; kept > 1; kept--) {
    const end = Math.floor(kept / 2);
    const shorter = `${characters
      .slice(0, kept - end)
      .join('')
      .trimEnd()}…${characters.slice(-end).join('').trimStart()}`;
    if (textWidth(shorter, size) <= width) return shorter;
  }
  return `${characters[0]}…`;
}

/** The labels along an axis that do not overlap the previous one, by position. */
export function roomyTicks<T extends { readonly text: string }>(
  ticks: readonly T[],
  placeOf: (tick: T) => number,
  size: number,
): readonly T[] {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.filter((tick) => {
    const half = textWidth(tick.text, size) / 2;
    if (placeOf(tick) - half < end + 3) return false;
    end = placeOf(tick) + half;
    return true;
  });
}

/** Approximate width of a text at a size, in the same unit; slightly overestimated. */
export function textWidth(text: string, size: number): number {
  const thousandths = [...text].reduce(
    (sum, character) => sum + (CLASSES.find(([characters]) => characters.test(character))?.[1] ?? OTHER),
    0,
  );
  return (thousandths * size * 1.12) / 1000;
}

/** Widths of text without a font at hand: those of Helvetica and its kin, in thousandths of the size, by classes. */
const CLASSES: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijl'|.,:;!]/, 250],
  [/[frt()[\] /-]/, 320],
  [/[mwMW%±–×−]/, 830],
  [/[A-Z]/, 690],
  [/[0-9a-z]/, 556],
];
const OTHER = 600;

/** About the width of a text at a size, in the same unit; a little too wide rather than too narrow. */
export function textWidth(text: string, size: number): number {
  const thousandths = [...text].reduce(
    (sum, character) => sum + (CLASSES.find(([characters]) => characters.test(character))?.[1] ?? OTHER),
    0,
  );
  return (thousandths * size * 1.12) / 1000;
}

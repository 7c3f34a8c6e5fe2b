/** Mathematical symbols in the texts of figures. */

export interface TextPart {
  readonly text: string;
  /** Of a symbol its lower index, '' where it has none; null: plain words. */
  readonly index: string | null;
}

/** The symbols of latent dimensions, "q" and "q_c", and what stands between them. */
export function symbolParts(content: string): TextPart[] {
  return content
    .split(/\b(q(?:_[a-z])?)\b/)
    .map((text, i): TextPart => {
      const [letter, index = ''] = text.split('_');
      return i % 2 === 0 ? { text, index: null } : { text: letter, index };
    })
    .filter(({ text }) => text !== '');
}

/**
 * Characters that no text shows and that act on what shows it: controls move the cursor of a terminal, set its title or
 * ring its bell; bidirectional ones swap the order of the letters around them (Unicode, UAX #9), so that a name reads
 * as another one.
 */

/** C0, DEL and C1 controls; line and paragraph separator; bidirectional marks, embeddings, overrides and isolates. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

/** What names are held to, for a schema. */
export const WITHOUT_HIDDEN = new RegExp(`^${HIDDEN.source.replace('[', '[^')}*$`, 'u');
export const HIDDEN_PROBLEM = 'must not contain control or bidirectional characters';

/** What names are held to besides: blanks and combining signs alone show nothing. An empty one is another problem. */
export const WITH_VISIBLE = /^$|[\p{L}\p{N}\p{P}\p{S}]/u;
export const VISIBLE_PROBLEM = 'must have a visible character';

/** True where a text holds a control or bidirectional character, tabs and line ends included. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** The text as a terminal may show it: a picture (␛) for every such character. Tabs and line ends stay as they are. */
export function withoutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, (character, at: number) => {
    if (character === '\n' || character === '\t' || (character === '\r' && text[at + 1] === '\n')) return character;
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** JSON with such characters inside its strings escaped; the same value. */
export function escapedHidden(json: string): string {
  return json.replace(ALL_HIDDEN, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

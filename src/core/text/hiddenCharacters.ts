/**
 * Invisible characters that act on the display: controls move the cursor of a terminal, set its title or ring its bell;
 * bidirectional ones reorder adjacent letters (Unicode, UAX #9), so a name can read as another one.
 */

/** C0, DEL and C1 controls; line and paragraph separator; bidirectional marks, embeddings, overrides and isolates. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

/** Pattern of names, for a schema. */
export const WITHOUT_HIDDEN = new RegExp(`^${HIDDEN.source.replace('[', '[^')}*$`, 'u');
export const HIDDEN_PROBLEM = 'must not contain control or bidirectional characters';

/** Second pattern of names: blanks and combining signs alone are invisible. Empty names are reported elsewhere. */
export const WITH_VISIBLE = /^$|[\p{L}\p{N}\p{P}\p{S}]/u;
export const VISIBLE_PROBLEM = 'must have a visible character';

/** True if a text holds a control or bidirectional character, including tabs and line ends. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** The text for a terminal: every such character becomes a symbol (␛). Tabs and line ends are kept. */
export function withoutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, (character, at: number) => {
    if (character === '\n' || character === '\t' || (character === '\r' && text[at + 1] === '\n')) return character;
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** Equivalent JSON with such characters escaped inside its strings. */
export function escapedHidden(json: string): string {
  return json.replace(ALL_HIDDEN, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Texts, line comments, block comments, and a comma with what follows it. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TRAILING = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** JSON from JSON with comments and trailing commas, as editors write it: blanks take their places, lines stay. */
export function withoutComments(text: string): string {
  const blank = (token: string): string => (token.startsWith('"') ? token : token.replaceAll(/[^\n]/g, ' '));
  return text.replaceAll(TOKENS, blank).replaceAll(TRAILING, blank);
}

import { stringEnd } from '../../text/stringEnd.ts';

/** JSON from JSON with comments and trailing commas, as editors write it: blanks take their places, lines stay. */
export function withoutComments(text: string): string {
  let [plain, kept] = ['', 0];
  for (const [from, to] of superfluous(text)) {
    plain += text.slice(kept, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ');
    kept = to;
  }
  return plain + text.slice(kept);
}

/** Begin and end of every comment and trailing comma, in their order. */
function superfluous(text: string): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  /** A comma that nothing but comments has followed yet; -1: none. */
  let comma = -1;
  const lastEnd = text.lastIndexOf('*/');
  for (let at = 0; at < text.length;) {
    const character = text[at];
    const pair = character === '/' ? text.slice(at, at + 2) : '';
    if (pair === '//' || (pair === '/*' && at + 2 <= lastEnd)) {
      const end = pair === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
      found.push([at, end < 0 ? text.length : end]);
      at = found[found.length - 1][1];
      continue;
    }
    if (comma >= 0 && (character === '}' || character === ']')) found.push([comma, comma + 1]);
    if (character === ',') comma = at;
    else if (character.trim() !== '') comma = -1;
    at = character === '"' ? stringEnd(text, at) : at + 1;
  }
  return found.sort(([a], [b]) => a - b);
}

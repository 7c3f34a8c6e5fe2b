/** Fields that a JSON text sets twice: JSON.parse silently keeps the last value. */
import type { Problem } from '../../methods/problems.ts';
import { stringEnd } from '../../text/jsonErrors.ts';

/** A path in a spec as in "methods[1].latent.qc"; empty for the whole spec. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
}

interface Frame {
  /** For an object: the offset of every field so far; for a list: null. */
  readonly fields: Map<string, number> | null;
  /** The current field, or the current index in the list. */
  at: string | number;
  /** The next string names a field. */
  named: boolean;
}

/** Maximum number of problems; each one counts the lines before it. */
const MOST = 20;

/** Strings, brackets and commas with their offsets; no other characters matter for fields. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
  for (let index = 0; index < text.length; index++) {
    const end = text[index] === '"' ? stringEnd(text, index) : index + 1;
    if ('"{}[],'.includes(text[index])) yield { token: text.slice(index, end), index };
    index = end - 1;
  }
}

/** One problem per field that is set again, at most 20, with its path and both lines. `text` must be valid JSON. */
export function duplicateFields(text: string): Problem[] {
  const problems: Problem[] = [];
  const frames: Frame[] = [];
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  for (const { token, index } of tokensOf(text)) {
    if (problems.length === MOST) break;
    const frame = frames.at(-1);
    if (token === '{') frames.push({ fields: new Map(), at: '', named: true });
    else if (token === '[') frames.push({ fields: null, at: 0, named: false });
    else if (token === '}' || token === ']') frames.pop();
    else if (token === ',' && frame) {
      if (frame.fields) frame.named = true;
      else frame.at = Number(frame.at) + 1;
    } else if (token.startsWith('"') && frame?.fields && frame.named) {
      frame.at = JSON.parse(token) as string;
      frame.named = false;
      const before = frame.fields.get(frame.at);
      if (before === undefined) frame.fields.set(frame.at, index);
      else {
        const path = pathText(frames.map(({ at }) => at));
        const [first, second] = [lineAt(before), lineAt(index)];
        const where = first === second ? `line ${first}` : `lines ${first} and ${second}`;
        problems.push({ path, message: `${path}: this field is set twice, in ${where}; leave one of them out.` });
      }
    }
  }
  return problems;
}

/**
 * Removes comments and trailing commas, which editors allow, from JSON; spaces replace them, so lines keep their
 * numbers.
 */
export function withoutComments(text: string): string {
  let [plain, kept] = ['', 0];
  for (const [from, to] of superfluous(text)) {
    plain += text.slice(kept, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ');
    kept = to;
  }
  return plain + text.slice(kept);
}

/** Start and end of every comment and trailing comma, in their order. */
function superfluous(text: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  /** Offset of a comma that only comments have followed so far; -1: none. */
  let comma = -1;
  const lastEnd = text.lastIndexOf('*/');
  for (let at = 0; at < text.length;) {
    const character = text[at];
    const pair = character === '/' ? text.slice(at, at + 2) : '';
    if (pair === '//' || (pair === '/*' && at + 2 <= lastEnd)) {
      const end = pair === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
      ranges.push([at, end < 0 ? text.length : end]);
      at = ranges[ranges.length - 1][1];
      continue;
    }
    if (comma >= 0 && (character === '}' || character === ']')) ranges.push([comma, comma + 1]);
    if (character === ',') comma = at;
    else if (character.trim() !== '') comma = -1;
    at = character === '"' ? stringEnd(text, at) : at + 1;
  }
  return ranges.sort(([a], [b]) => a - b);
}

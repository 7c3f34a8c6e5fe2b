/** Fields that a JSON text sets twice: JSON.parse takes the last of them without a word. */
import type { Problem } from '../../methods/problems.ts';
import { stringEnd } from '../../text/stringEnd.ts';
import { pathText } from './pathText.ts';

interface Frame {
  /** Of an object: the offset of every field so far; of a list: null. */
  readonly fields: Map<string, number> | null;
  /** The field, or the place in the list, that is being read. */
  at: string | number;
  /** A text that comes next names a field. */
  named: boolean;
}

/** Problems at most: each counts the lines before it. */
const MOST = 20;

/** Texts, brackets and commas with their places; what is between them says nothing about fields. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
  for (let index = 0; index < text.length; index++) {
    const end = text[index] === '"' ? stringEnd(text, index) : index + 1;
    if ('"{}[],'.includes(text[index])) yield { token: text.slice(index, end), index };
    index = end - 1;
  }
}

/** One problem for every field that is set again, at most 20, with its path and both lines. `text` must be JSON. */
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

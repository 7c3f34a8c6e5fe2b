/** Index after the JSON string that begins at `from`, of any length; the end of the text if it is not closed. */
function stringEnd(json: string, from: number): number {
  let offset = from + 1;
  // A backslash escapes the next character.
  while (offset < json.length && json[offset] !== '"') offset += json[offset] === '\\' ? 2 : 1;
  return Math.min(offset + 1, json.length);
}

export interface JsonMistake {
  /** From 1, as in editors. */
  readonly line: number;
  readonly column: number;
  /** '"]" where a value belongs' */
  readonly found: string;
}

/** What the grammar expects next. */
type Wanted = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma';

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\x00-\x1f\\]/g;
const BLANK = /^[ \t\r\n]$/;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

/**
 * The first error in a text that JSON.parse refuses, and the token there: V8 reports a position for some errors only,
 * and an excerpt for others. null if no error is found.
 */
export function jsonMistake(text: string): JsonMistake | null {
  const open: ('}' | ']')[] = [];
  let wanted: Wanted = 'value';
  /** End of the last token, where a missing comma belongs. */
  let end = 0;
  for (let offset = 0; ;) {
    while (BLANK.test(text[offset])) offset++;
    const sign = text[offset];
    const close = open.at(-1);
    if (sign === undefined) {
      return close || end === 0 ? placed(text, end, `its end where ${belongs(wanted, close)}`) : null;
    }
    if (wanted === 'comma' && close === undefined)
      return placed(text, offset, `${tokenAt(text, offset)} after its end`);
    const ends = wanted === 'comma' || wanted.endsWith('or end');
    if (sign === close && ends) {
      open.pop();
      [wanted, offset] = ['comma', offset + 1];
    } else if (wanted === 'comma') {
      if (sign !== ',') {
        const [place, what] = /[}\]:]/.test(sign) ? [offset, tokenAt(text, offset)] : [end, 'nothing'];
        return placed(text, place, `${what} where ${belongs(wanted, close)}`);
      }
      [wanted, offset] = [close === '}' ? 'name' : 'value', offset + 1];
    } else if (wanted === 'colon') {
      if (sign !== ':') return placed(text, offset, `${tokenAt(text, offset)} where ${belongs(wanted, close)}`);
      [wanted, offset] = ['value', offset + 1];
    } else if (sign === '"') {
      const after = stringEnd(text, offset);
      const fault = stringFault(text, offset, after);
      if (fault !== null) return fault;
      [wanted, offset] = [wanted.startsWith('name') ? 'colon' : 'comma', after];
    } else if (wanted.startsWith('value') && (sign === '{' || sign === '[')) {
      open.push(sign === '{' ? '}' : ']');
      [wanted, offset] = [sign === '{' ? 'name or end' : 'value or end', offset + 1];
    } else {
      WORD.lastIndex = offset;
      if (wanted.startsWith('name') || !WORD.test(text)) {
        return placed(text, offset, `${tokenAt(text, offset)} where ${belongs(wanted, close)}`);
      }
      [wanted, offset] = ['comma', WORD.lastIndex];
    }
    end = offset;
  }
}

/** A line end, another control character, an invalid escape, or an unclosed string. */
function stringFault(text: string, from: number, to: number): JsonMistake | null {
  /** End of the last escape, which may contain the last quote. */
  let escaped = from + 1;
  for (const { 0: match, index } of text.slice(from, to).matchAll(ESCAPE)) {
    if (match === '\n' || match === '\r') return placed(text, from, 'text without a closing quote in its line');
    if (match.length > 1) {
      escaped = from + index + match.length;
      continue;
    }
    const what =
      match === '\\'
        ? `${JSON.stringify(text.slice(from + index, from + index + 2))}, no escape of JSON,`
        : 'a control character';
    return placed(text, from + index, `${what} in a text`);
  }
  return to > escaped && text[to - 1] === '"' ? null : placed(text, from, 'text without a closing quote');
}

function belongs(wanted: Wanted, close: '}' | ']' | undefined): string {
  if (wanted === 'comma') return `"," or "${close}" belongs`;
  if (wanted === 'colon') return '":" belongs';
  const what = wanted.startsWith('name') ? 'a field in double quotes' : 'a value';
  return `${what}${wanted.endsWith('or end') ? ` or "${close}"` : ''} belongs`;
}

/** The character or word at an index. */
function tokenAt(text: string, at: number): string {
  if (text[at] === "'") return 'a single quote';
  const [word] = /^[\p{L}\d_.+-]{1,20}|^./su.exec(text.slice(at, at + 20)) ?? [''];
  return JSON.stringify(word);
}

function placed(text: string, at: number, found: string): JsonMistake {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n'), found };
}

/** Error message for a text that JSON.parse refuses: position, and what was found. */
export function jsonFault(name: string, text: string, expected = 'JSON'): string {
  const mistake = /^\s*[{["]/.test(text) ? jsonMistake(text) : null;
  if (mistake === null) return `${name}: expected ${expected}, found another text.`;
  const { line, column, found } = mistake;
  return `${name}, line ${line}, column ${column}: expected ${expected}, found ${found}.`;
}

/**
 * Nesting depth of lists and objects in a JSON text; 0: neither. Also defined for invalid JSON, because recursive
 * parsers and visitors of their results descend as deep and overflow the stack.
 */
export function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        i = stringEnd(text, i) - 1;
        break;
      case '[':
      case '{':
        most = Math.max(most, ++depth);
        break;
      case ']':
      case '}':
        depth--;
    }
  }
  return most;
}

import { jsonMistake } from './jsonMistake.ts';

/** The sentence on a text that JSON.parse refuses: where, and what it found instead. */
export function jsonFault(name: string, text: string, expected = 'JSON'): string {
  const mistake = /^\s*[{["]/.test(text) ? jsonMistake(text) : null;
  if (mistake === null) return `${name}: expected ${expected}, found another text.`;
  const { line, column, found } = mistake;
  return `${name}, line ${line}, column ${column}: expected ${expected}, found ${found}.`;
}

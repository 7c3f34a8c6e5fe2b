/** Fields that a JSON text sets twice: JSON.parse silently keeps the last value. */
import { visit, type JSONVisitor } from 'jsonc-parser';
import type { Problem } from '../../methods/problems.ts';

/** A path in a spec as in "methods[1].latent.qc"; empty for the whole spec. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
}

/** Maximum number of problems. */
const MOST = 20;

/** One problem per field that is set again, at most 20, with its path and both lines. `text` must be valid JSON. */
export function duplicateFields(text: string): Problem[] {
  const problems: Problem[] = [];
  /** Lines of the fields so far, per open object. */
  const objects: Map<string, number>[] = [];
  visit(text, {
    onObjectBegin: () => void objects.push(new Map()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(name, _offset, _length, startLine, _column, parent) {
      const [fields, line] = [objects.at(-1)!, startLine + 1];
      const first = fields.get(name);
      if (first === undefined) fields.set(name, line);
      else if (problems.length < MOST) {
        const path = pathText([...parent(), name]);
        const where = first === line ? `line ${line}` : `lines ${first} and ${line}`;
        problems.push({ path, message: `${path}: this field is set twice, in ${where}; leave one of them out.` });
      }
    },
  });
  return problems;
}

/**
 * Removes comments and trailing commas, which editors allow, from JSON; spaces replace them, so lines keep their
 * numbers. A comment without an end stays.
 */
export function withoutComments(text: string): string {
  const superfluous: (readonly [number, number])[] = [];
  /** Offset of a comma that only comments have followed so far; null: none. */
  let comma: number | null = null;
  const clear = (): void => void (comma = null);
  const close = (): void => {
    if (comma !== null) superfluous.push([comma, comma + 1]);
    comma = null;
  };
  const visitor: JSONVisitor = {
    onComment(offset, length) {
      const comment = text.slice(offset, offset + length);
      if (/^(\/\/|\/\*[^]*\*\/$)/.test(comment)) superfluous.push([offset, offset + length]);
    },
    onSeparator: (character, offset) => void (comma = character === ',' ? offset : null),
    onObjectBegin: clear,
    onObjectProperty: clear,
    onArrayBegin: clear,
    onLiteralValue: clear,
    onError: clear,
    onObjectEnd: close,
    onArrayEnd: close,
  };
  visit(text, visitor, { allowTrailingComma: true });
  let [plain, end] = ['', 0];
  for (const [from, to] of superfluous.sort(([a], [b]) => a - b)) {
    plain += text.slice(end, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ');
    end = to;
  }
  return plain + text.slice(end);
}

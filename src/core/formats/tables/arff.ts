/**
 * Tables in WEKA's attribute-relation format, dense and sparse. After "Attribute-Relation File Format (ARFF)"
 * (University of Waikato): lines of `@attribute name type` in any case, then `@data` and a line per instance; `%`
 * begins a comment.
 */
import type { TableColumn } from './csv.ts';
import { plural } from '../../text/phrases.ts';
import { FormatError } from '../formatError.ts';
import { decimal } from './cellText.ts';
import type { ImageStream } from '../imageStream.ts';
import { type RowNames, vectorTexts } from './labelledRows.ts';

/** Maximum number of values of a table: 1 GiB as numbers. */
const MAX_VALUES = 2 ** 27;

interface Attribute {
  readonly name: string;
  readonly kind: 'number' | 'text';
  /** Of a nominal attribute. */
  readonly values: readonly string[] | null;
}

/**
 * Decodes UTF-8 text. Numeric attributes become columns of numbers, nominal ones, strings and dates columns of text. In
 * a sparse line (`{index value, …}`, indices from 0) unlisted numbers are 0, and unlisted nominal values the first that
 * the attribute declares. Missing values (`?`) are refused, or left out with their rows or attributes. Throws
 * FormatError that names the line: unknown types, undeclared values, too few or too many values, indices that do not
 * increase; no attributes, no data, more than 2^27 values. For missing values it states their number. Numbers are kept
 * as they are written in the attributes whose names `isWritten` accepts, of others as values.
 */
export function decodeArff(
  text: string,
  missing: MissingValues = 'refused',
  isWritten: (name: string) => boolean = () => false,
): ArffTable {
  const lines = text.split(/\r\n|\n|\r/);
  const attributes: Attribute[] = [];
  let offset = 0;
  for (; offset < lines.length; offset++) {
    const line = lines[offset].trim();
    if (line === '' || line.startsWith('%') || /^@relation\b/i.test(line)) continue;
    if (/^@data\b/i.test(line)) break;
    if (!/^@attribute\s/i.test(line))
      throw new FormatError(`expected @attribute or @data in line ${offset + 1}, found ${excerpt(line)}`);
    attributes.push(attributeOf(line, offset + 1));
  }
  if (offset === lines.length) throw new FormatError('expected a line @data, found the end of the file');
  if (attributes.length === 0) throw new FormatError('expected lines of @attribute before @data, found none');
  const body: [number, string][] = [];
  for (let n = offset + 1; n < lines.length; n++) {
    const line = lines[n].trim();
    if (line !== '' && !line.startsWith('%')) body.push([n + 1, line]);
  }
  if (body.length === 0) throw new FormatError('expected instances after @data, found none');
  if (body.length * attributes.length > MAX_VALUES) {
    throw new FormatError(`expected at most ${MAX_VALUES} values, found ${body.length} lines of ${attributes.length}`);
  }
  const columns = attributes.map(({ name, kind }): Column => ({
    name,
    numbers: kind === 'number' ? new Float64Array(body.length) : null,
    texts: kind === 'text' || isWritten(name) ? new Array<string>(body.length).fill(kind === 'text' ? '' : '0') : null,
  }));
  const gaps: Gap[] = [];
  let weighted = false;
  body.forEach(([number, line], row) => {
    const put: Put = (c, text) => {
      const { numbers, texts } = columns[c];
      if (text === null) {
        gaps.push({ row, c, number });
        return;
      }
      if (numbers !== null) numbers[row] = Number(text);
      if (texts !== null) texts[row] = text;
    };
    weighted = readInstance(line, number, attributes, put) || weighted;
  });
  const kept = withoutGaps({ rows: body.length, columns }, gaps, missing);
  return { rows: kept.rows, header: true, columns: kept.columns.map(columnOf), weighted };
}

/** Cells of an attribute while they are read. */
interface Column {
  readonly name: string;
  /** null for text. */
  readonly numbers: Float64Array | null;
  /** The cells as written; null for numbers that are kept as values alone. */
  readonly texts: string[] | null;
}

interface Columns {
  readonly rows: number;
  readonly columns: readonly Column[];
}

function columnOf({ name, numbers, texts }: Column): TableColumn {
  return {
    name,
    kind: numbers === null ? 'text' : 'number',
    texts: () => texts ?? Array.from(numbers!, String),
    numberAt: (row) => numbers?.[row] ?? NaN,
  };
}

export type MissingValues = 'refused' | 'rows' | 'attributes';

export interface ArffTable {
  readonly rows: number;
  /** The attributes have names. */
  readonly header: true;
  readonly columns: readonly TableColumn[];
  /** Whether instances have weights, which are ignored. */
  readonly weighted: boolean;
}

interface Gap {
  readonly row: number;
  readonly c: number;
  /** Line number. */
  readonly number: number;
}

/** The table without the rows or attributes that have missing values; the last attribute is always kept. */
function withoutGaps(table: Columns, gaps: readonly Gap[], missing: MissingValues): Columns {
  if (gaps.length === 0) return table;
  const [{ c, number }] = gaps;
  const [rows, attributes] = [new Set(gaps.map(({ row }) => row)), new Set(gaps.map((gap) => gap.c))];
  const { columns } = table;
  const what = `a value of ${columns[c].name} in line ${number}, found a missing one (?)`;
  if (missing === 'refused') {
    const left = `--missing rows leaves out ${plural(rows.size, 'row')}, --missing attributes ${plural(attributes.size, 'attribute')}`;
    throw new FormatError(`expected ${what}; ${left}`);
  }
  if (missing === 'attributes') {
    const last = columns.length - 1;
    if (attributes.has(last))
      throw new FormatError(`expected ${what}; --missing rows leaves out ${plural(rows.size, 'row')}`);
    return { ...table, columns: columns.filter((_, at) => !attributes.has(at)) };
  }
  if (rows.size === table.rows) throw new FormatError('expected a row without missing values (?), found none');
  return {
    rows: table.rows - rows.size,
    columns: columns.map(({ name, numbers, texts }) => ({
      name,
      numbers: numbers?.filter((_, row) => !rows.has(row)) ?? null,
      texts: texts?.filter((_, row) => !rows.has(row)) ?? null,
    })),
  };
}

/** null: missing. */
type Put = (column: number, text: string | null) => void;

/** Whether the instance has a weight. */
function readInstance(line: string, number: number, attributes: readonly Attribute[], put: Put): boolean {
  if (line.startsWith('{')) return readSparse(line, number, attributes, put);
  const values = wordsOf(line, number);
  const weighted = values.length === attributes.length + 1 && /^\{.*\}$/.test(values.at(-1)!.text);
  if (weighted) values.pop();
  if (values.length !== attributes.length) {
    throw new FormatError(`expected ${attributes.length} values in line ${number}, found ${values.length}`);
  }
  values.forEach((word, c) => put(c, valueOf(word, attributes[c], number)));
  return weighted;
}

function readSparse(line: string, number: number, attributes: readonly Attribute[], put: Put): boolean {
  const match = /^\{(.*?)\}(\s*,\s*\{[^}]*\})?$/.exec(line);
  if (match === null) throw new FormatError(`expected {index value, …} in line ${number}, found ${excerpt(line)}`);
  attributes.forEach(({ values }, c) => {
    if (values !== null) put(c, values[0]);
  });
  const weighted = match[2] !== undefined;
  if (match[1].trim() === '') return weighted;
  let last = -1;
  for (const { text: entry } of wordsOf(match[1], number, true)) {
    const [, index, rest] = /^(\d{1,8})\s+(.+)$/.exec(entry) ?? [];
    const c = Number(index);
    if (rest === undefined)
      throw new FormatError(`expected index and value in line ${number}, found ${excerpt(entry)}`);
    if (c <= last || c >= attributes.length) {
      throw new FormatError(
        `expected an index from ${last + 1} to ${attributes.length - 1} in line ${number}, found ${c}`,
      );
    }
    last = c;
    const [word, ...more] = wordsOf(rest, number);
    if (more.length > 0) throw new FormatError(`expected one value in line ${number}, found ${excerpt(rest)}`);
    put(c, valueOf(word, attributes[c], number));
  }
  return weighted;
}

function valueOf({ text, quoted }: Word, { name, kind, values }: Attribute, number: number): string | null {
  if (text === '?' && !quoted) return null;
  if (kind === 'number') {
    const value = text === '' ? NaN : Number(text);
    if (!Number.isFinite(value)) {
      throw new FormatError(`expected a finite number of ${name} in line ${number}, found ${excerpt(text)}`);
    }
    return text;
  }
  if (values !== null && !values.includes(text)) {
    const expected = `${values.slice(0, 6).join(', ')}${values.length > 6 ? ' …' : ''}`;
    throw new FormatError(`expected one of ${expected} as ${name} in line ${number}, found ${excerpt(text)}`);
  }
  return text;
}

function attributeOf(line: string, number: number): Attribute {
  const match = /^@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+?)\s*(\{.*|\s\S.*)$/is.exec(line);
  if (match === null) throw new FormatError(`expected @attribute name type in line ${number}, found ${excerpt(line)}`);
  const [name] = wordsOf(match[1], number).map(({ text }) => text);
  const type = match[2].trim();
  if (type.startsWith('{')) {
    if (!type.endsWith('}')) throw new FormatError(`expected } at the end of line ${number}, found ${excerpt(type)}`);
    const values = wordsOf(type.slice(1, -1), number).map(({ text }) => text);
    return { name, kind: 'text', values };
  }
  if (/^(numeric|real|integer)\b/i.test(type)) return { name, kind: 'number', values: null };
  if (/^(string|date)\b/i.test(type)) return { name, kind: 'text', values: null };
  throw new FormatError(
    `expected numeric, real, integer, string, date or {values} as the type of ${name} in line ${number}, found ${excerpt(type)}`,
  );
}

interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * Words between commas; surrounding blanks are ignored. Quotes (' or ") protect commas and blanks; a backslash escapes
 * a quote. `raw`: quotes are kept.
 */
function wordsOf(line: string, number: number, raw = false): Word[] {
  const words: Word[] = [];
  let [text, quoted] = ['', false];
  let blanks = '';
  const end = (): void => {
    words.push({ text, quoted });
    [text, quoted, blanks] = ['', false, ''];
  };
  for (let i = 0; i < line.length; i++) {
    const sign = line[i];
    if (sign === ',') end();
    else if (/\s/.test(sign)) blanks += text === '' && !quoted ? '' : sign;
    else if (sign === "'" || sign === '"') {
      const close = closing(line, i);
      if (close < 0) throw new FormatError(`expected a closing ${sign} in line ${number}, found its end`);
      const inside = line.slice(i + 1, close);
      text += blanks + (raw ? line.slice(i, close + 1) : inside.replace(/\\(.)/g, (_, c: string) => ESCAPES[c] ?? c));
      [quoted, blanks, i] = [true, '', close];
    } else {
      text += blanks + sign;
      blanks = '';
    }
  }
  end();
  return words;
}

/** Index of the quote that closes the one at `from`; −1 if there is none. */
function closing(line: string, from: number): number {
  for (let i = from + 1; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line[i] === line[from]) return i;
  }
  return -1;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

// Writing ARFF tables that `decodeArff` and WEKA read.

export interface ArffAttribute {
  readonly name: string;
  /** 'numeric', or the values of a nominal attribute. */
  readonly type: 'numeric' | readonly string[];
}

const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A name or nominal value, quoted with WEKA's escapes unless it is a plain word. */
export function arffWord(text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  return `'${text.replace(/[\\'"%\n\r\t]/g, (sign) => ESCAPED[sign] ?? `\\${sign}`)}'`;
}

/** Everything before the first instance. */
export function arffHead(relation: string, attributes: readonly ArffAttribute[]): string {
  const lines = attributes.map(
    ({ name, type }) =>
      `@attribute ${arffWord(name)} ${type === 'numeric' ? type : `{${type.map(arffWord).join(',')}}`}`,
  );
  return [`@relation ${arffWord(relation)}`, '', ...lines, '', '@data', ''].join('\n');
}

/**
 * A dataset as ARFF: a numeric attribute per pixel, row by row (`r1c1`, `r1c2`, …), and the nominal attribute `class`
 * of subjects in the order of their first images. Yields the parts of the file lazily, in order.
 */
export function encodeDatasetArff(
  dataset: ImageStream,
  { subjects: classes = dataset.subjects, nameOf }: RowNames = {},
): Iterable<Uint8Array<ArrayBuffer>> {
  const { rows, cols, subjects } = dataset;
  const pixels = Array.from({ length: rows * cols }, (_, i): ArffAttribute => {
    return { name: nameOf?.(i) ?? `r${Math.floor(i / cols) + 1}c${(i % cols) + 1}`, type: 'numeric' };
  });
  const head = arffHead(`Eigenbench dataset, images of ${rows} x ${cols}`, [
    ...pixels,
    { name: 'class', type: [...new Set(classes)] },
  ]);
  return vectorTexts(dataset, head, (values, n) => `${values.map(decimal).join(',')},${arffWord(subjects[n])}\n`);
}

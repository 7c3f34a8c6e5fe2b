/** Tables in CSV (RFC 4180): numbers and text columns, comma, semicolon or tab, header or none. */
import { FormatError } from '../formatError.ts';
import { runSteps, type Steps } from '../cooperativeSteps.ts';

export type CsvColumn =
  | { readonly kind: 'number'; readonly name: string; readonly values: Float64Array }
  | { readonly kind: 'text'; readonly name: string; readonly values: readonly string[] };

export interface CsvTable {
  readonly rows: number;
  /** Whether the first line holds names; otherwise columns are named "1", "2", … */
  readonly header: boolean;
  readonly columns: readonly CsvColumn[];
}

/** The numeric columns of a table as one row-major matrix. */
export interface CsvMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly names: readonly string[];
  readonly data: Float64Array;
}

/**
 * Decodes UTF-8 text. A first line in which no cell is a number is the header. A column is numeric if every cell below
 * is a number (or nan, inf), with a decimal point throughout the table, or with a comma if another separator or quotes
 * allow that. Throws FormatError for ragged rows, an open quote, an empty cell among numbers, text that is not UTF-8.
 */
export function decodeCsv(bytes: Uint8Array): CsvTable {
  return runSteps(decodeCsvSteps(bytes));
}

/** `decodeCsv` in steps: a table of 100 MB takes seconds. */
export function* decodeCsvSteps(bytes: Uint8Array): Steps<CsvTable> {
  const text = textOf(bytes);
  const separator = separatorOf(text);
  const lines = yield* splitCells(text, separator);
  requireWidth(lines);
  const header = lines.length > 1 && lines[0].every((cell) => !isNumber(cell));
  const body = header ? lines.slice(1) : lines;
  // Without quotes no cell of a comma-separated table contains a comma.
  const sign = (separator !== ',' || text.includes('"')) && hasDecimalCommas(body) ? ',' : '.';
  const columns: CsvColumn[] = [];
  for (const [c, cell] of lines[0].entries()) {
    columns.push(columnOf(header ? cell.trim() : String(c + 1), body, c, header ? 2 : 1, sign));
    yield (c + 1) / lines[0].length;
  }
  return { rows: body.length, header, columns };
}

/**
 * The cells as written; the first row is the header. `line`: the line of the file, from 1, in which a row begins.
 * Throws FormatError as `decodeCsv` does.
 */
export function decodeCsvRows(bytes: Uint8Array): {
  readonly header: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
} {
  const text = textOf(bytes);
  const starts: number[] = [];
  const lines = runSteps(splitCells(text, separatorOf(text), starts));
  requireWidth(lines);
  const [header, ...rows] = lines.map((cells, row) => ({ cells, line: starts[row] }));
  return { header: header.cells, rows };
}

/** Every numeric column in order. Throws FormatError if there is none. */
export function csvMatrix(table: CsvTable): CsvMatrix {
  const numeric = table.columns.filter((column) => column.kind === 'number');
  if (numeric.length === 0) throw new FormatError('expected numbers in the table, found text only');
  const cols = numeric.length;
  const data = new Float64Array(table.rows * cols);
  numeric.forEach((column, c) => column.values.forEach((value, r) => (data[r * cols + c] = value)));
  return { rows: table.rows, cols, names: numeric.map((column) => column.name), data };
}

function requireWidth(lines: readonly (readonly string[])[]): void {
  if (lines.length === 0) throw new FormatError('expected a CSV table, found an empty file');
  const width = lines[0].length;
  lines.forEach((cells, i) => {
    if (cells.length !== width) {
      throw new FormatError(`expected ${width} cells in row ${i + 1} of the CSV table, found ${cells.length}`);
    }
  });
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError('expected CSV text in UTF-8, found other bytes');
  }
}

/** Lines and characters sampled to detect the separator. */
const SAMPLED_LINES = 20;
const SAMPLED = 2 ** 18;

/**
 * The separator that splits the first lines into equally many cells, most of them numbers; among equals the one that
 * gives more cells. Otherwise the most frequent one in the first line, or a comma.
 */
function separatorOf(text: string): string {
  const plain = text
    .slice(0, SAMPLED)
    .replace(/"((?:[^"]|"")*)"/g, (_, inside: string) => inside.replace(/[,;\t]/g, '.').replace(/[\r\n]/g, ' '));
  const lines = plain.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  // The last line may be truncated.
  const sample = (text.length > SAMPLED && lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, SAMPLED_LINES);
  const [first = ''] = sample;
  const judged = [',', ';', '\t'].map((separator) => {
    const rows = sample.map((line) => line.split(separator));
    const cells = rows.flat();
    const even = rows.every((row) => row.length === rows[0].length && row.length > 1);
    const numbers = cells.filter((cell) =>
      separator === ',' ? NUMBER.test(cell.trim()) : isNumber(cell) || THOUSANDS.test(cell.trim()),
    ).length;
    return { separator, share: even ? numbers / cells.length : -1, cells: first.split(separator).length };
  });
  return judged.reduce((best, one) =>
    one.share > best.share || (one.share === best.share && one.cells > best.cells) ? one : best,
  ).separator;
}

/** True if a column of numbers contains a decimal comma. */
function hasDecimalCommas(body: readonly (readonly string[])[]): boolean {
  return body[0].some(
    (_, c) => body.some((cells) => cells[c].includes(',')) && allNumberLike(body, c, (cell) => COMMA.test(cell)),
  );
}

/** True if every cell looks like a number in some notation, and at least one passes. */
function allNumberLike(
  body: readonly (readonly string[])[],
  c: number,
  passes: (cell: string) => boolean = () => true,
): boolean {
  let passed = false;
  for (const cells of body) {
    const cell = cells[c].trim();
    if (cell === '') continue;
    if (!isNumber(cell) && !THOUSANDS.test(cell)) return false;
    passed ||= passes(cell);
  }
  return passed;
}

/** Maximum cells of a table: each takes some 40 bytes. */
const MOST_CELLS = 2 ** 26;

/** Rows of cells without empty lines. Appends the line number at which each row begins to `starts`. */
function* splitCells(text: string, separator: string, starts: number[] = []): Steps<string[][]> {
  let count = 0;
  let line = 1;
  let start = line;
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
    cells.push(cell);
    if (text[at] === '"') line += text.slice(at, end).split('\n').length - 1;
    if (++count > MOST_CELLS)
      throw new FormatError(`expected at most ${MOST_CELLS} cells in the CSV table, found more`);
    at = end;
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
      cells.push('');
    } else if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
      throw new FormatError(`expected a separator after a closing quote in row ${lines.length + 1} of the CSV table`);
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (cells.length > 1 || cells[0].trim() !== '') {
      lines.push(cells);
      starts.push(start);
    }
    cells = [];
    start = ++line;
    yield at / text.length;
  }
  return lines;
}

function plainCell(text: string, from: number, separator: string): { cell: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { cell: text.slice(from, end), end };
}

function quotedCell(text: string, from: number): { cell: string; end: number } {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return { cell: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
  throw new FormatError('expected a closing quote in the CSV table, found the end of the file');
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const COMMA = /^[+-]?(\d+,\d*|,\d+)([eE][+-]?\d+)?$/;
const THOUSANDS = /^[+-]?\d{1,3}([.,'\u00a0\u202f ]\d{3})+([.,]\d+)?$/;
/** A map, because an object would contain "constructor". */
const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
]);

type Sign = '.' | ',';

function numberOf(cell: string, sign: Sign): number | null {
  const text = cell.trim();
  if (sign === '.' && NUMBER.test(text)) return Number(text);
  if (sign === ',' && (COMMA.test(text) || (NUMBER.test(text) && !text.includes('.')))) {
    return Number(text.replace(',', '.'));
  }
  return SPECIAL.get(text.toLowerCase()) ?? null;
}

/** A number with a decimal point or comma. */
function isNumber(cell: string): boolean {
  return numberOf(cell, '.') !== null || numberOf(cell, ',') !== null;
}

function columnOf(
  name: string,
  body: readonly (readonly string[])[],
  c: number,
  firstRow: number,
  sign: Sign,
): CsvColumn {
  const numbers = body.map((cells) => numberOf(cells[c], sign));
  const odd = body.findIndex((cells, r) => numbers[r] === null && cells[c].trim() !== '');
  if (odd >= 0 && (sign === ',' || THOUSANDS.test(body[odd][c].trim())) && allNumberLike(body, c)) {
    const expected = sign === ',' ? 'a decimal comma as in other cells' : 'a decimal point';
    throw new FormatError(
      `expected numbers with ${expected} and no signs between thousands, found "${body[odd][c].trim()}" in row ${odd + firstRow} of column "${name}"`,
    );
  }
  if (odd >= 0 || numbers.every((value) => value === null))
    return { kind: 'text', name, values: body.map((cells) => cells[c].trim()) };
  const values = Float64Array.from(numbers, (value, r) => {
    if (value !== null) return value;
    throw new FormatError(`expected a number in row ${r + firstRow} of column "${name}", found an empty cell`);
  });
  return { kind: 'number', name, values };
}

/** Tables in CSV (RFC 4180): numbers and text columns, comma, semicolon or tab, header or none. */
import { FormatError } from './error.ts';
import { runSteps, type Steps } from './steps.ts';

export type CsvColumn =
  | { readonly kind: 'number'; readonly name: string; readonly values: Float64Array }
  | { readonly kind: 'text'; readonly name: string; readonly values: readonly string[] };

export interface CsvTable {
  readonly rows: number;
  /** Whether the first line held names; else columns are named "1", "2", … */
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
 * Decodes UTF-8 text. A first line in which no cell is a number is the header. A column is numeric where every cell below
 * is a number with a decimal point (or nan, inf). Throws FormatError for ragged rows, an open quote, an empty cell among
 * numbers, text that is not UTF-8.
 */
export function decodeCsv(bytes: Uint8Array): CsvTable {
  return runSteps(decodeCsvSteps(bytes));
}

/** The same in steps: a table of 100 MB takes seconds. */
export function* decodeCsvSteps(bytes: Uint8Array): Steps<CsvTable> {
  const lines = yield* splitCells(textOf(bytes));
  requireWidth(lines);
  const header = lines.length > 1 && lines[0].every((cell) => numberOf(cell) === null);
  const body = header ? lines.slice(1) : lines;
  const columns: CsvColumn[] = [];
  for (const [c, cell] of lines[0].entries()) {
    columns.push(columnOf(header ? cell.trim() : String(c + 1), body, c, header ? 2 : 1));
    yield (c + 1) / lines[0].length;
  }
  return { rows: body.length, header, columns };
}

/** The cells as they are written, a list of texts a line; the first line is the header. Throws FormatError as above. */
export function decodeCsvCells(bytes: Uint8Array): readonly (readonly string[])[] {
  const lines = runSteps(splitCells(textOf(bytes)));
  requireWidth(lines);
  return lines;
}

/** Every numeric column in order. Throws FormatError where there is none. */
export function csvMatrix(table: CsvTable): CsvMatrix {
  const numeric = table.columns.filter((column) => column.kind === 'number');
  if (numeric.length === 0) throw new FormatError('expected numbers in the CSV table, found text only');
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

/** The separator that the first line holds most often outside quotes; comma where it holds none. */
function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const count = (separator: string): number => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** Rows of cells; empty lines are left out. */
function* splitCells(text: string): Steps<string[][]> {
  const separator = separatorOf(text);
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
    cells.push(cell);
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
    if (cells.length > 1 || cells[0].trim() !== '') lines.push(cells);
    cells = [];
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
/** A map: "constructor" is no entry of it. */
const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
]);

function numberOf(cell: string): number | null {
  const text = cell.trim();
  if (NUMBER.test(text)) return Number(text);
  return SPECIAL.get(text.toLowerCase()) ?? null;
}

function columnOf(name: string, body: readonly (readonly string[])[], c: number, firstRow: number): CsvColumn {
  const numbers = body.map((cells) => numberOf(cells[c]));
  const texts = body.some((cells, r) => numbers[r] === null && cells[c].trim() !== '');
  if (texts || numbers.every((value) => value === null))
    return { kind: 'text', name, values: body.map((cells) => cells[c].trim()) };
  const values = Float64Array.from(numbers, (value, r) => {
    if (value !== null) return value;
    throw new FormatError(`expected a number in row ${r + firstRow} of column "${name}", found an empty cell`);
  });
  return { kind: 'number', name, values };
}

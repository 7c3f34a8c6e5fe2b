/**
 * Tables of numbers and text: CSV (RFC 4180) with comma, semicolon or tab, columns between blanks, with or without a
 * line of names. Cells are kept as they are written.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { FormatError } from '../formatError.ts';
import { runSteps, type Steps } from '../cooperativeSteps.ts';
import { tableText, type TableText } from './tableText.ts';

export interface TableColumn {
  readonly name: string;
  /** 'number' if every cell is a number, nan, inf or empty, and at least one is not empty. */
  readonly kind: 'number' | 'text';
  /** The cells as written, without surrounding blanks; a new list at each call. */
  readonly texts: () => readonly string[];
  /** The number in a row, from 0. Throws FormatError for an empty cell; NaN in a column of text. */
  readonly numberAt: (row: number) => number;
}

/** Whether the first line names the columns. */
export type TableHeader = 'first' | 'none';

export interface CsvTable {
  readonly rows: number;
  /** Whether the first line holds names; otherwise columns are named "1", "2", … An empty name becomes "Unnamed: 0". */
  readonly header: boolean;
  readonly columns: readonly TableColumn[];
  readonly encoding: TableText['encoding'];
}

/** The numeric columns of a table as one row-major matrix. */
export interface CsvMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly names: readonly string[];
  readonly data: Float64Array;
}

/**
 * Decodes text in UTF-8, UTF-16 (with its mark) or Latin-1. Without `header` the cells decide whether the first line
 * holds names: see `namesColumns`. Numbers have a decimal point throughout the table, or a comma if another separator
 * or quotes allow that. Throws FormatError for ragged rows, an open quote, mixed decimal signs, binary data.
 */
export function decodeCsv(bytes: Uint8Array, header?: TableHeader): CsvTable {
  return runSteps(decodeCsvSteps(bytes, header));
}

/** Share of the time that splitting into cells takes. */
const SPLITTING = 0.7;

/** `decodeCsv` in steps: a table of 100 MB takes seconds. */
export function* decodeCsvSteps(bytes: Uint8Array, header?: TableHeader): Steps<CsvTable> {
  const text = tableText(bytes);
  const { lines } = yield* splitLines(text);
  const short = header !== 'none' && completeNames(lines);
  requireWidth(lines);
  const named = lines.length > 1 && (short || (header === undefined ? namesColumns(lines) : header === 'first'));
  const names = lines[0].map((cell, c) => (named ? cell.trim() || `Unnamed: ${c}` : String(c + 1)));
  const body = named ? lines.slice(1) : lines;
  // Without quotes no cell of a comma-separated table contains a comma.
  const commas = text.separator !== ',' || text.quoted;
  const sign = commas && hasDecimalCommas(body) ? ',' : '.';
  const kinds = yield* kindsOf(body, sign);
  const columns = names.map((name, c) => columnOf(name, kinds[c], { body, c, firstRow: named ? 2 : 1, sign }));
  return { rows: body.length, header: named, columns, encoding: text.encoding };
}

/**
 * The cells as written; the first row is the header. `line`: the line of the file, from 1, in which a row begins.
 * Throws FormatError as `decodeCsv` does.
 */
export function decodeCsvRows(bytes: Uint8Array): {
  readonly header: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
} {
  const { lines, starts } = runSteps(splitLines(tableText(bytes)));
  requireWidth(lines);
  const [header, ...rows] = lines.map((cells, row) => ({ cells, line: starts[row] }));
  return { header: header.cells, rows };
}

/** These columns as a row-major matrix; by default every numeric one. Throws FormatError if there is none. */
export function csvMatrix(
  { rows, columns }: Pick<CsvTable, 'rows' | 'columns'>,
  chosen: readonly TableColumn[] = columns.filter(({ kind }) => kind === 'number'),
): CsvMatrix {
  const cols = chosen.length;
  if (cols === 0) throw new FormatError('expected numbers in the table, found text only');
  const data = new Float64Array(rows * cols);
  for (let r = 0, offset = 0; r < rows; r++) for (const { numberAt } of chosen) data[offset++] = numberAt(r);
  return { rows, cols, names: chosen.map(({ name }) => name), data };
}

const NUMBERS = 0.95;
/** Cells of a header of numbers that may be text: the names of labels and row numbers. */
const NAMED_BESIDE = 3;
const MISSING = /^(na|n\/a|null|none|\?|-)$/i;

/**
 * Whether the first of several lines names the columns: a text stands over a column of numbers (at least 95%), or the
 * numbers in the line count 0, 1, 2 … or 1, 2, 3 … and are at least three and all but three of its cells, or all cells
 * are text that does not recur in their column. Empty cells and signs of missing values are no text.
 */
export function namesColumns([first, ...body]: readonly (readonly string[])[]): boolean {
  const numbers = first.filter(isNumber).map(Number);
  const counts = [0, 1].some((from) => numbers.every((value, i) => value === from + i));
  if (counts && numbers.length >= 3 && first.length - numbers.length <= NAMED_BESIDE) return true;
  const isText = (cell: string): boolean => cell.trim() !== '' && !isNumber(cell) && !MISSING.test(cell.trim());
  const overNumbers = (cell: string, c: number): boolean =>
    isText(cell) && body.filter((cells) => isNumber(cells[c])).length >= NUMBERS * body.length;
  if (first.some(overNumbers)) return true;
  const texts = first.flatMap((cell, c) => (cell.trim() === '' ? [] : [{ cell, c }]));
  return texts.length > 0 && texts.every(({ cell, c }) => isText(cell) && !body.some((cells) => cells[c] === cell));
}

/** Maximum cells of a table: each takes some 40 bytes. */
const MOST_CELLS = 2 ** 26;

/** Cells that are read in one step. */
const CELLS_PER_STEP = 2 ** 15;

interface Lines {
  /** Rows of cells, without empty lines. */
  readonly lines: string[][];
  /** The line of the file in which each row begins, from 1. */
  readonly starts: readonly number[];
}

/** Throws FormatError for no row at all, and quotes that do not enclose a cell. */
function* splitLines({ bytes, separator, ascii, skippedLines }: TableText): Steps<Lines> {
  const lines: string[][] = [];
  const starts: number[] = [];
  let [at, line, count] = [0, skippedLines + 1, 0];
  const take = (cells: string[], { bytes: end }: { readonly bytes: number }, from: number): null => {
    const blank = cells.length === 1 && cells[0].trim() === '';
    const next = { start: line, line };
    for (let i = at, content = false; i < from + end; i++) {
      const ends = bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF);
      if (ends) next.line++;
      if (!content && ends) next.start++;
      content ||= bytes[i] > SPACE;
    }
    [at, line] = [from + end, next.line];
    if (blank) return null;
    count += cells.length;
    if (count > MOST_CELLS) throw new FormatError(`expected at most ${MOST_CELLS} cells in the table, found more`);
    lines.push(cells);
    starts.push(next.start);
    return null;
  };
  while (at < bytes.length) {
    const from = at;
    try {
      parse(bytes.subarray(from), {
        delimiter: separator,
        // Characters of one byte each are decoded several times faster.
        encoding: ascii ? 'latin1' : 'utf8',
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        to: Math.ceil(CELLS_PER_STEP / (lines.at(0)?.length ?? CELLS_PER_STEP)),
        on_record: (cells: string[], context) => take(cells, context, from),
      });
    } catch (error) {
      throw error instanceof CsvError ? quoteError(error, lines.length + 1) : error;
    }
    if (at === from) break;
    yield (SPLITTING * at) / bytes.length;
  }
  if (lines.length === 0) throw new FormatError('expected a table, found an empty file');
  return { lines, starts };
}

const [LF, CR, SPACE] = [0x0a, 0x0d, 0x20];

function quoteError({ code }: CsvError, row: number): FormatError {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return new FormatError(
      `expected a closing quote in the table, found the end of the file; the quote that opens in row ${row} has no other`,
    );
  }
  const expected = code === 'CSV_INVALID_CLOSING_QUOTE' ? 'a separator after a closing quote' : 'quotes around a cell';
  return new FormatError(`expected ${expected} in row ${row} of the table; write a quote within a cell twice`);
}

/**
 * Adds an empty name if the first line names all columns but one: the first, as R writes it, or the last, which is
 * empty, since all other lines end with a separator. Returns whether it did.
 */
function completeNames(lines: string[][]): boolean {
  const [first, ...body] = lines;
  if (body.length < 2 || body.some(({ length }) => length !== first.length + 1)) return false;
  const last = first.length;
  const names = body.every((cells) => cells[last].trim() === '') ? [...first, ''] : ['', ...first];
  if (!namesColumns([names, ...body])) return false;
  lines[0] = names;
  return true;
}

function requireWidth(lines: readonly (readonly string[])[]): void {
  const width = lines[0].length;
  const odd = lines.findIndex((cells) => cells.length !== width);
  if (odd < 0) return;
  throw new FormatError(
    `expected ${width} cells in row ${odd + 1} of the table, found ${lines[odd].length}; complete that row, or quote cells that hold a separator`,
  );
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

interface Kind {
  /** The first row whose cell is neither empty nor a number; −1 if there is none. */
  odd: number;
  /** Whether a cell is a number. */
  filled: boolean;
}

/** By rows, because cells lie in memory as they were read. */
function* kindsOf(body: readonly (readonly string[])[], sign: Sign): Steps<readonly Kind[]> {
  const kinds = body[0].map((): Kind => ({ odd: -1, filled: false }));
  const rowsPerStep = Math.ceil(CELLS_PER_STEP / kinds.length);
  for (const [row, cells] of body.entries()) {
    for (let c = 0; c < kinds.length; c++) {
      const kind = kinds[c];
      if (kind.odd >= 0) continue;
      if (numberOf(cells[c], sign) !== null) kind.filled = true;
      else if (cells[c].trim() !== '') kind.odd = row;
    }
    if (row % rowsPerStep === 0) yield SPLITTING + ((1 - SPLITTING) * row) / body.length;
  }
  return kinds;
}

interface ColumnCells {
  readonly body: readonly (readonly string[])[];
  readonly c: number;
  /** Number of the first row of the body in messages. */
  readonly firstRow: number;
  readonly sign: Sign;
}

/** Throws FormatError for numbers in several notations. */
function columnOf(name: string, { odd, filled }: Kind, { body, c, firstRow, sign }: ColumnCells): TableColumn {
  if (odd >= 0 && (sign === ',' || THOUSANDS.test(body[odd][c].trim())) && allNumberLike(body, c)) {
    const expected = sign === ',' ? 'a decimal comma as in other cells' : 'a decimal point';
    throw new FormatError(
      `expected numbers with ${expected} and no signs between thousands, found "${body[odd][c].trim()}" in row ${odd + firstRow} of column "${name}"; save the table with plain numbers`,
    );
  }
  const texts = (): string[] => body.map((cells) => cells[c].trim());
  if (odd >= 0 || !filled) return { name, kind: 'text', texts, numberAt: () => NaN };
  const numberAt = (row: number): number => {
    const cell = body[row][c];
    // All cells are numbers, special ones or empty.
    const plain = sign === '.' ? Number(cell) : NaN;
    if (plain > 0 || plain < 0) return plain;
    const value = numberOf(cell, sign);
    if (value !== null) return value;
    throw new FormatError(
      `expected a number in row ${row + firstRow} of column "${name}", found an empty cell; fill it, or leave the row out`,
    );
  };
  return { name, kind: 'number', texts, numberAt };
}

/** The text of a table: its encoding, and what separates its cells. */
import { FormatError } from '../formatError.ts';

export interface TableText {
  /** The text in UTF-8, without a byte order mark and a line `sep=;`. Cells between blanks are separated by one tab. */
  readonly bytes: Uint8Array;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Latin-1';
  readonly separator: string;
  /** Whether all characters are ASCII. */
  readonly ascii: boolean;
  /** Whether there is a quote. */
  readonly quoted: boolean;
  /** Lines of the file before the text. */
  readonly skippedLines: number;
}

/** Bytes that are decoded at once, and characters that are looked at to tell the separator. */
const PART = 2 ** 20;
const SAMPLED = 2 ** 18;
const SAMPLED_LINES = 20;

const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Text in UTF-8, in UTF-16 with a byte order mark, or otherwise in Latin-1 (as Windows writes it). The separator is
 * named by a first line `sep=;`, or told by the first lines. Throws FormatError for binary data.
 */
export function tableText(bytes: Uint8Array): TableText {
  const { text, encoding } = inUtf8(bytes);
  if (text.includes(0)) {
    throw new FormatError('expected a table of text, found zero bytes; save it as text in UTF-8');
  }
  const sample = new TextDecoder().decode(text.subarray(0, SAMPLED));
  const [line, stated] = SEPARATOR_LINE.exec(sample) ?? [''];
  const separator = stated ?? separatorOf(sample.slice(line.length), text.length > SAMPLED);
  const rest = text.subarray(line.length);
  const shared = { encoding, ascii: rest.every((byte) => byte < 0x80), quoted: rest.includes(QUOTE) };
  return separator === ' '
    ? { ...shared, bytes: withoutRuns(rest), separator: '\t', skippedLines: line === '' ? 0 : 1 }
    : { ...shared, bytes: rest, separator, skippedLines: line === '' ? 0 : 1 };
}

const [TAB, LF, CR, SPACE, QUOTE] = [0x09, 0x0a, 0x0d, 0x20, 0x22];

function inUtf8(bytes: Uint8Array): { readonly text: Uint8Array; readonly encoding: TableText['encoding'] } {
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    const decoder = new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true });
    try {
      return { text: new TextEncoder().encode(decoder.decode(bytes)), encoding: 'UTF-16' };
    } catch {
      throw new FormatError('expected text in UTF-16, found other bytes; save the table in UTF-8');
    }
  }
  const text = a === 0xef && b === 0xbb && c === 0xbf ? bytes.subarray(3) : bytes;
  if (isUtf8(text)) return { text, encoding: 'UTF-8' };
  const control = text.find((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d));
  if (control !== undefined) {
    throw new FormatError(
      'expected a table of text, found binary data; export the table as CSV from the program that wrote it',
    );
  }
  return { text: new TextEncoder().encode(new TextDecoder('windows-1252').decode(text)), encoding: 'Latin-1' };
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let offset = 0; offset < bytes.length; offset += PART)
      decoder.decode(bytes.subarray(offset, offset + PART), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** One tab for every run of blanks outside quotes, none at the ends of lines. */
function withoutRuns(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  let [length, quoted, blank] = [0, false, false];
  for (const byte of bytes) {
    if (byte === QUOTE) quoted = !quoted;
    if (!quoted && (byte === SPACE || byte === TAB)) {
      blank = true;
      continue;
    }
    if (blank && length > 0 && !endsLine(byte) && !endsLine(result[length - 1])) result[length++] = TAB;
    blank = false;
    result[length++] = byte;
  }
  return result.subarray(0, length);
}

function endsLine(byte: number): boolean {
  return byte === LF || byte === CR;
}

const NUMBER = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;
const WITH_COMMA = /^[+-]?\d*,\d*(?:e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?\d{1,3}([.,'\u00a0\u202f ]\d{3})+([.,]\d+)?$/;
const FILE = /\.[a-z]\w{2,3}$/i;
/** Share of numbers without which blanks separate words rather than cells. */
const NUMBERS_BETWEEN_BLANKS = 0.4;

interface Split {
  readonly separator: string;
  /** Share of numbers; −1 unless all lines have equally many cells, more than one (the first may lack one: R's). */
  readonly share: number;
  readonly rows: readonly (readonly string[])[];
}

/**
 * The separator that splits the first lines into equally many cells, most of them numbers; among equals the one that
 * gives more cells. Blanks, if no other does and the cells are numbers or names of files. Otherwise the most frequent
 * one in the first line, or a comma.
 */
function separatorOf(sample: string, cut: boolean): string {
  const plain = sample.replace(/"((?:[^"]|"")*)"/g, (_, inside: string) =>
    inside.replace(/[,;\t ]/g, '.').replace(/[\r\n]/g, '_'),
  );
  const all = plain.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  // The last line may be truncated.
  const lines = (cut && all.length > 1 ? all.slice(0, -1) : all).slice(0, SAMPLED_LINES);
  const splits = [',', ';', '\t'].map((separator) => splitBy(separator, lines));
  if (splits.every(({ share }) => share < 0)) {
    const { share, rows } = splitBy(' ', lines);
    const files = rows.every((cells) => cells.some((cell) => FILE.test(cell)));
    if (share >= (files ? 0 : NUMBERS_BETWEEN_BLANKS)) return ' ';
  }
  const cells = ({ rows }: Split): number => rows[0]?.length ?? 0;
  return splits.reduce((best, one) =>
    one.share > best.share || (one.share === best.share && cells(one) > cells(best)) ? one : best,
  ).separator;
}

function splitBy(separator: string, lines: readonly string[]): Split {
  const rows = lines.map((line) => (separator === ' ' ? line.trim().split(/[ \t]+/) : line.split(separator)));
  const width = rows[Math.min(1, rows.length - 1)]?.length ?? 0;
  const even = width > 1 && rows.every(({ length }, row) => length === width || (row === 0 && length === width - 1));
  const cells = rows.flat().map((cell) => cell.trim());
  const numbers = cells.filter((cell) =>
    separator === ',' ? NUMBER.test(cell) && !WITH_COMMA.test(cell) : NUMBER.test(cell) || THOUSANDS.test(cell),
  );
  return { separator, share: even ? numbers.length / cells.length : -1, rows };
}

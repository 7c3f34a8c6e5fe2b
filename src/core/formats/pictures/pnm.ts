/** Portable anymap (PBM, PGM, PPM; plain and raw; 8 and 16 bit) as Netpbm defines it. */
import { FormatError } from '../formatError.ts';
import { requireFewPixels } from './pixelLimit.ts';

/** Sample (r, c, channel) is `samples[(r·cols + c)·channels + channel]`, 0 (black) … maxval (white). */
export interface PnmImage {
  readonly rows: number;
  readonly cols: number;
  readonly channels: 1 | 3;
  readonly maxval: number;
  readonly samples: Uint8Array | Uint16Array;
}

/** Maximum width or height. */
const MAX_SIDE = 1_000_000;

/** True if the bytes begin like a portable anymap (P1 … P6 and white space or a comment). */
export function isPnm(bytes: Uint8Array): boolean {
  if (bytes.length < 3 || bytes[0] !== 0x50) return false;
  return bytes[1] >= 0x31 && bytes[1] <= 0x36 && (isSpace(bytes[2]) || bytes[2] === HASH);
}

/**
 * Decodes the first image of a P1–P6 file. Bitmaps have maxval 1 and 1 = white (the file stores 1 = black). Memory
 * stays below three times the file. Throws FormatError for a header that promises more than the file holds, samples
 * over maxval etc.
 */
export function decodePnm(bytes: Uint8Array): PnmImage {
  const { shape, kind, cursor } = readHeader(bytes);
  const bitmap = kind === 1 || kind === 4;
  if (kind <= 3) return { ...shape, samples: plainSamples(cursor, shape, bitmap) };
  endHeader(cursor, rawLength(shape, bitmap));
  requireFewPixels(shape.rows, shape.cols);
  return { ...shape, samples: bitmap ? rawBits(cursor, shape) : rawSamples(cursor, shape) };
}

/** Shape of a raw (P4–P6) image by the first bytes of its file, and the bytes that its header and pixels take. */
export function rawPnmExtent(head: Uint8Array): {
  readonly rows: number;
  readonly cols: number;
  readonly bytes: number;
} {
  const { shape, kind, cursor } = readHeader(head);
  if (kind <= 3) throw new FormatError('expected raw pixels, found numbers as text');
  return { rows: shape.rows, cols: shape.cols, bytes: cursor.at + 1 + rawLength(shape, kind === 4) };
}

function readHeader(bytes: Uint8Array): { readonly shape: Shape; readonly kind: number; readonly cursor: Cursor } {
  if (!isPnm(bytes)) throw new FormatError('expected a PNM image that begins with P1 … P6, found other bytes');
  const kind = bytes[1] - 0x30;
  const cursor: Cursor = { bytes, at: 2 };
  const cols = headerNumber(cursor, 'width', MAX_SIDE);
  const rows = headerNumber(cursor, 'height', MAX_SIDE);
  const maxval = kind === 1 || kind === 4 ? 1 : headerNumber(cursor, 'maxval', 65535);
  return { shape: { rows, cols, channels: kind === 3 || kind === 6 ? 3 : 1, maxval }, kind, cursor };
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

type Shape = Omit<PnmImage, 'samples'>;

const HASH = 0x23;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function skipComment(cursor: Cursor): void {
  const { bytes } = cursor;
  while (cursor.at < bytes.length && bytes[cursor.at] !== NEWLINE && bytes[cursor.at] !== RETURN) cursor.at++;
}

/** Skips white space and comments. */
function skipBlank(cursor: Cursor): void {
  const { bytes } = cursor;
  for (;;) {
    while (cursor.at < bytes.length && isSpace(bytes[cursor.at])) cursor.at++;
    if (bytes[cursor.at] !== HASH) return;
    skipComment(cursor);
  }
}

/** The decimal number at the cursor; −1 if it is missing or exceeds `limit`. */
function readNumber(cursor: Cursor, limit: number): number {
  const { bytes } = cursor;
  if (cursor.at >= bytes.length || !isDigit(bytes[cursor.at])) return -1;
  let value = 0;
  while (cursor.at < bytes.length && isDigit(bytes[cursor.at])) {
    value = value * 10 + bytes[cursor.at++] - 0x30;
    if (value > limit) return -1;
  }
  return value;
}

function headerNumber(cursor: Cursor, what: string, limit: number): number {
  skipBlank(cursor);
  if (cursor.at >= cursor.bytes.length) throw new FormatError(`the file ends before the ${what} of the PNM header`);
  const value = readNumber(cursor, limit);
  if (value < 1) throw new FormatError(`expected a PNM ${what} of 1 … ${limit}, found another value`);
  return value;
}

function rawLength({ rows, cols, channels, maxval }: Shape, bitmap: boolean): number {
  return bitmap ? rows * Math.ceil(cols / 8) : rows * cols * channels * (maxval > 255 ? 2 : 1);
}

/**
 * One white-space byte ends the header. Files that passed through a DOS editor have two (CR LF): the second is skipped
 * if the file length permits no other reading.
 */
function endHeader(cursor: Cursor, needed: number): void {
  const { bytes } = cursor;
  if (bytes[cursor.at] === HASH) skipComment(cursor);
  const end = bytes[cursor.at];
  if (cursor.at < bytes.length && !isSpace(end)) {
    throw new FormatError('expected white space after the PNM header, found another byte');
  }
  cursor.at++;
  const left = Math.max(0, bytes.length - cursor.at);
  if (end === RETURN && bytes[cursor.at] === NEWLINE && left === needed + 1) cursor.at++;
  if (left < needed) throw new FormatError(`expected ${needed} bytes of pixels, found ${left}: the file is truncated`);
}

function rawBits(cursor: Cursor, { rows, cols }: Shape): Uint8Array {
  const samples = new Uint8Array(rows * cols);
  const stride = Math.ceil(cols / 8);
  for (let r = 0; r < rows; r++) {
    const from = cursor.at + r * stride;
    for (let c = 0; c < cols; c++) {
      samples[r * cols + c] = 1 - ((cursor.bytes[from + (c >> 3)] >> (7 - (c & 7))) & 1);
    }
  }
  return samples;
}

function rawSamples(cursor: Cursor, { rows, cols, channels, maxval }: Shape): Uint8Array | Uint16Array {
  const { bytes, at } = cursor;
  const length = rows * cols * channels;
  if (maxval <= 255) {
    const samples = new Uint8Array(bytes.subarray(at, at + length));
    if (maxval < 255) for (const sample of samples) checkSample(sample, maxval);
    return samples;
  }
  const samples = new Uint16Array(length);
  for (let i = 0; i < length; i++) {
    samples[i] = (bytes[at + 2 * i] << 8) | bytes[at + 2 * i + 1];
    checkSample(samples[i], maxval);
  }
  return samples;
}

function checkSample(sample: number, maxval: number): void {
  if (sample > maxval) throw new FormatError(`expected samples up to ${maxval}, found ${sample}`);
}

function plainSamples(cursor: Cursor, shape: Shape, bitmap: boolean): Uint8Array | Uint16Array {
  const { bytes } = cursor;
  const length = shape.rows * shape.cols * shape.channels;
  // A plain sample takes at least one byte, and two with the separator; bits need no separator.
  const least = bitmap ? length : 2 * length - 1;
  const left = bytes.length - cursor.at;
  if (left < least)
    throw new FormatError(`expected at least ${least} bytes of pixels, found ${left}: the file is truncated`);
  requireFewPixels(shape.rows, shape.cols);
  const samples = shape.maxval > 255 ? new Uint16Array(length) : new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    skipBlank(cursor);
    if (cursor.at >= bytes.length)
      throw new FormatError(`expected ${length} samples, found ${i}: the file is truncated`);
    samples[i] = bitmap ? readBit(cursor) : readSample(cursor, shape.maxval);
  }
  return samples;
}

function readBit(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at++];
  if (byte !== 0x30 && byte !== 0x31) throw new FormatError('expected 0 or 1 in a plain PBM image, found another byte');
  return 1 - (byte - 0x30);
}

function readSample(cursor: Cursor, maxval: number): number {
  const value = readNumber(cursor, maxval);
  if (value < 0) throw new FormatError(`expected samples of 0 … ${maxval}, found another value`);
  return value;
}

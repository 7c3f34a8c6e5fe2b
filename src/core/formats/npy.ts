/**
 * NumPy's NPY format (versions 1–3): magic, a header in Python syntax, the numbers. After NEP 1 and numpy.lib.format.
 */
import { FormatError } from './formatError.ts';
import { rowMajor } from './namedArray.ts';
import { runSteps, type Steps } from './cooperativeSteps.ts';

export interface NpyArray {
  readonly shape: readonly number[];
  /** NumPy's dtype without the byte order: b1, i1 … i8, u1 … u8, f2, f4, f8. */
  readonly dtype: string;
  /** Row-major (last index fastest) even if the file is Fortran-ordered. Bytes for u1 and b1, float64 otherwise. */
  readonly data: Uint8Array | Float64Array;
}

type Read = (view: DataView, at: number, little: boolean) => number;

/** Bytes per number and its reader. 64-bit integers are rounded to float64 beyond 2^53. */
const TYPES: Readonly<Record<string, readonly [number, Read]>> = {
  b1: [1, (view, at) => view.getUint8(at)],
  i1: [1, (view, at) => view.getInt8(at)],
  u1: [1, (view, at) => view.getUint8(at)],
  i2: [2, (view, at, little) => view.getInt16(at, little)],
  u2: [2, (view, at, little) => view.getUint16(at, little)],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  u4: [4, (view, at, little) => view.getUint32(at, little)],
  i8: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  u8: [8, (view, at, little) => Number(view.getBigUint64(at, little))],
  f2: [2, (view, at, little) => halfFloat(view.getUint16(at, little))],
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
};

/** Texts of a fixed number of characters. */
export const TEXT_TYPE = /^[<>|=]([US])(\d+)$/;
/** Bytes that hold the header of any array of numbers or texts: the limit of version 1. */
export const MOST_HEADER = 12 + 65535;

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const MAX_RANK = 32;

/** True if the bytes begin like an NPY file. */
export function isNpy(bytes: Uint8Array): boolean {
  return bytes.length >= 10 && MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Decodes an NPY file of real numbers. Throws FormatError for other dtypes and for lengths that differ from the header.
 */
export function decodeNpy(bytes: Uint8Array): NpyArray {
  return runSteps(decodeNpySteps(bytes));
}

/** Numbers converted per step. */
const SLICE = 2 ** 20;

export function* decodeNpySteps(bytes: Uint8Array): Steps<NpyArray> {
  const header = npyHeader(bytes);
  const { descr, fortran, shape } = header;
  const little = descr[0] !== '>';
  const dtype = descr.slice(1);
  const [width, read] = TYPES[dtype] ?? unknownType(descr);
  requireNpyLength(header, bytes.length);
  const count = shape.reduce((product, size) => product * size, 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = dtype === 'u1' || dtype === 'b1' ? new Uint8Array(count) : new Float64Array(count);
  for (let start = 0; start < count; start += SLICE) {
    const to = Math.min(start + SLICE, count);
    for (let i = start; i < to; i++) data[i] = read(view, header.from + i * width, little);
    yield to / count;
  }
  return { shape, dtype, data: fortran && shape.length > 1 ? rowMajor(data, shape) : data };
}

/**
 * Throws FormatError unless a file of `length` bytes holds exactly what its header describes: numbers, or texts of
 * fixed width (NumPy's U and S).
 */
export function requireNpyLength({ descr, shape, from }: ReturnType<typeof npyHeader>, length: number): void {
  const [, kind, digits] = TEXT_TYPE.exec(descr) ?? [];
  const [width] = kind ? [Number(digits) * (kind === 'U' ? 4 : 1)] : (TYPES[descr.slice(1)] ?? unknownType(descr));
  const needed = shape.reduce((product, size) => product * size, width);
  if (length - from === needed) return;
  throw new FormatError(
    `expected ${needed} bytes for an NPY array of (${shape.join(', ')}) ${descr}, found ${length - from}`,
  );
}

/** A version 1.0 file of little-endian float64 in C order. Throws RangeError if shape and data disagree. */
export function encodeNpy(array: { readonly shape: readonly number[]; readonly data: ArrayLike<number> }): Uint8Array {
  const { shape, data } = array;
  const count = shape.reduce((product, size) => product * size, 1);
  if (count !== data.length) throw new RangeError(`encodeNpy: ${data.length} numbers for shape (${shape.join(', ')})`);
  const { bytes, from } = startFile('<f8', shape, 8 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setFloat64(from + 8 * i, data[i], true);
  return bytes;
}

/** A version 1.0 file with this header and room for `length` bytes of data, which begin at `from`. */
export function startFile(
  descr: string,
  shape: readonly number[],
  length: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly from: number } {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Blanks and a newline pad the header to a multiple of 64 bytes.
  const from = Math.ceil((10 + dictionary.length + 1) / 64) * 64;
  const bytes = new Uint8Array(from + length);
  bytes.set([...MAGIC, 1, 0]);
  new DataView(bytes.buffer).setUint16(8, from - 10, true);
  bytes.set(new TextEncoder().encode(`${dictionary.padEnd(from - 11)}\n`), 10);
  return { bytes, from };
}

/** Type, shape and offset of the data. Throws FormatError if the header is damaged. */
export function npyHeader(bytes: Uint8Array): NpyHeader & { readonly from: number } {
  if (!isNpy(bytes)) throw new FormatError('expected an NPY file, found other bytes');
  const { text, end } = headerOf(bytes);
  return { ...parseHeader(text), from: end };
}

function headerOf(bytes: Uint8Array): { text: string; end: number } {
  const version = bytes[6];
  if (version < 1 || version > 3) throw new FormatError(`expected NPY version 1, 2 or 3, found ${version}`);
  const from = version === 1 ? 10 : 12;
  if (bytes.length < from) throw new FormatError('expected an NPY header, found the end of the file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const end = from + length;
  if (end > bytes.length)
    throw new FormatError(`expected an NPY header of ${length} bytes, found ${bytes.length - from}`);
  return { text: new TextDecoder().decode(bytes.subarray(from, end)), end };
}

export interface NpyHeader {
  /** Byte order and type, e.g. "<f8". */
  readonly descr: string;
  readonly fortran: boolean;
  readonly shape: readonly number[];
}

function parseHeader(text: string): NpyHeader {
  const descr = /['"]descr['"]\s*:\s*['"]([<>|=][a-zA-Z]\d*)['"]/.exec(text)?.[1];
  const order = /['"]fortran_order['"]\s*:\s*(True|False)/.exec(text)?.[1];
  const sizes = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/.exec(text)?.[1];
  if (descr === undefined) throw new FormatError('expected an NPY array of plain numbers, found another descr');
  if (order === undefined || sizes === undefined)
    throw new FormatError('expected fortran_order and shape in the NPY header');
  const shape = sizes
    .split(',')
    .map((size) => size.trim().replace(/L$/, ''))
    .filter((size) => size !== '')
    .map(Number);
  if (shape.length > MAX_RANK || shape.some((size) => !Number.isSafeInteger(size))) {
    throw new FormatError(`expected an NPY shape of at most ${MAX_RANK} whole numbers, found (${sizes.slice(0, 60)})`);
  }
  return { descr, fortran: order === 'True', shape };
}

function unknownType(descr: string): never {
  const real = `expected an NPY array of real numbers (${Object.keys(TYPES).join(', ')}), found ${descr}`;
  throw new FormatError(
    /O\d*$/.test(descr)
      ? `${real}: Python objects, which may run code and are not read; in Python, save numpy.stack of the images with numpy.savez`
      : `${real}; in Python, save its astype(float) with numpy.savez`,
  );
}

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

// Arrays of text: NumPy's U (UTF-32, fixed width) and S (bytes, fixed width).

export interface NpyText {
  readonly shape: readonly number[];
  readonly values: readonly string[];
}

/**
 * Numbers or text, depending on the file; a vector of 64-bit integers that float64 cannot tell apart is text as well.
 * Throws FormatError.
 */
export function* decodeNpyContent(bytes: Uint8Array): Steps<NpyArray | NpyText> {
  if (isNpyText(bytes)) return decodeNpyText(bytes);
  const array = yield* decodeNpySteps(bytes);
  const long = array.shape.filter((size) => size !== 1).length;
  if (!/^[iu]8$/.test(array.dtype) || long !== 1 || array.data.every(Number.isSafeInteger)) return array;
  return { shape: array.shape, values: integersIn(bytes) };
}

/** 64-bit integers as they are. */
function integersIn(bytes: Uint8Array): string[] {
  const { descr, shape, from } = npyHeader(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = descr[0] !== '>';
  return Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, n) =>
    String(descr[1] === 'i' ? view.getBigInt64(from + 8 * n, little) : view.getBigUint64(from + 8 * n, little)),
  );
}

/** True if the file holds an array of text. */
function isNpyText(bytes: Uint8Array): boolean {
  return TEXT_TYPE.test(npyHeader(bytes).descr);
}

/** The texts in memory order, without the padding zeros. Throws FormatError. */
export function decodeNpyText(bytes: Uint8Array): NpyText {
  const header = npyHeader(bytes);
  const { descr, shape, from } = header;
  const [[order], kind, digits] = TEXT_TYPE.exec(descr) ?? notText(descr);
  const width = Number(digits);
  // Texts without characters take no bytes: their number would be an unbounded claim.
  if (width === 0) throw new FormatError('expected texts of at least one character in the NPY array, found none');
  const count = shape.reduce((product, size) => product * size, 1);
  const step = width * (kind === 'U' ? 4 : 1);
  requireNpyLength(header, bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const codeAt = (at: number, i: number): number =>
    kind === 'U' ? view.getUint32(at + 4 * i, order !== '>') : view.getUint8(at + i);
  const values = Array.from({ length: count }, (_, n) => {
    let text = '';
    for (let i = 0; i < width; i++) text += String.fromCodePoint(checked(codeAt(from + n * step, i)));
    return text.replace(/\0+$/, '');
  });
  return { shape, values };
}

/** A version 1.0 file of a vector of texts, as NumPy's U with the width of the longest. */
export function encodeNpyText(values: readonly string[]): Uint8Array {
  const points = values.map((value) => Array.from(value, (character) => character.codePointAt(0) as number));
  const width = points.reduce((most, { length }) => Math.max(most, length), 1);
  const { bytes, from } = startFile(`<U${width}`, [values.length], 4 * width * values.length);
  const view = new DataView(bytes.buffer);
  points.forEach((codes, n) => codes.forEach((code, i) => view.setUint32(from + 4 * (n * width + i), code, true)));
  return bytes;
}

function checked(code: number): number {
  if (code > 0x10ffff) throw new FormatError(`expected characters in an NPY array of text, found the number ${code}`);
  return code;
}

function notText(descr: string): never {
  throw new FormatError(`expected an NPY array of text, found ${descr}`);
}

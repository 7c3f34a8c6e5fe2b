/** MAT-files of level 5 (uncompressed, little-endian). */
import { littleEndian } from '../namedArray.ts';

/** A variable; `data` is column-major, as in MATLAB. */
export interface MatArray {
  readonly name: string;
  readonly dims: readonly number[];
  /** uint8, UTF-16 characters, or double. */
  readonly data: Uint8Array | Uint16Array | Float64Array | MatStream;
}

/** Numbers generated in parts while they are written. */
export interface MatStream {
  readonly type: 'u8' | 'f64';
  readonly length: number;
  readonly parts: Iterable<Uint8Array | Float64Array>;
}

/** Element types of the format. */
const INT8 = 1;
const UINT8 = 2;
const UINT16 = 4;
const INT32 = 5;
const UINT32 = 6;
const DOUBLE = 9;
const MATRIX = 14;

const CLASSES = { char: 4, double: 6, uint8: 9 };

/** A file with these variables and `description` in its header. Throws RangeError for an array of 4 GiB or more. */
export function encodeMat(description: string, arrays: readonly MatArray[]): Uint8Array<ArrayBuffer> {
  const parts = [...matParts(description, arrays)];
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** The parts of `encodeMat` in order. Throws RangeError. */
export function* matParts(description: string, arrays: readonly MatArray[]): Iterable<Uint8Array<ArrayBuffer>> {
  yield header(description);
  for (const array of arrays) yield* matrixElement(array);
}

/** Texts as rows of a character matrix, padded with blanks as by MATLAB's char. */
export function textRows(name: string, values: readonly string[]): MatArray {
  const width = values.reduce((most, { length }) => Math.max(most, length), 1);
  const codes = new Uint16Array(values.length * width).fill(32);
  values.forEach((value, n) => {
    for (let i = 0; i < value.length; i++) codes[i * values.length + n] = value.charCodeAt(i);
  });
  return { name, dims: [values.length, width], data: codes };
}

export function column(name: string, values: ArrayLike<number>): MatArray {
  return { name, dims: [values.length, 1], data: Float64Array.from(values) };
}

/** A row-major matrix. */
export function matrixVariable(
  name: string,
  { shape: [rows, cols], data }: { readonly shape: readonly [number, number]; readonly data: Float64Array },
): MatArray {
  const down = new Float64Array(data.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) down[c * rows + r] = data[r * cols + c];
  return { name, dims: [rows, cols], data: down };
}

function header(description: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(128).fill(32, 0, 116);
  bytes.set(new TextEncoder().encode(`MATLAB 5.0 MAT-file, ${description}`));
  bytes.set([0x00, 0x01, 0x49, 0x4d], 124);
  return bytes;
}

/** The element of an array, its numbers last. */
function* matrixElement({ name, dims, data }: MatArray): Iterable<Uint8Array<ArrayBuffer>> {
  const [matClass, storage, width] = formOf(data);
  const heads = [
    ...element(UINT32, littleEndian(Uint32Array.of(matClass, 0))),
    ...element(INT32, littleEndian(Int32Array.from(dims))),
    ...element(INT8, new TextEncoder().encode(name)),
  ];
  const length = data.length * width;
  yield tag(MATRIX, heads.reduce((sum, part) => sum + part.length, 0) + 8 + padded(length));
  yield* heads;
  yield tag(storage, length);
  for (const part of 'parts' in data ? data.parts : [data]) yield littleEndian(part) as Uint8Array<ArrayBuffer>;
  yield new Uint8Array(padded(length) - length);
}

/** Class, element type and bytes per number. */
function formOf(data: MatArray['data']): readonly [number, number, number] {
  if (data instanceof Uint16Array) return [CLASSES.char, UINT16, 2];
  const isBytes = 'parts' in data ? data.type === 'u8' : data instanceof Uint8Array;
  return isBytes ? [CLASSES.uint8, UINT8, 1] : [CLASSES.double, DOUBLE, 8];
}

/** Tag, data, and zeros to a multiple of 8 bytes. */
function element(type: number, data: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const body = new Uint8Array(padded(data.length));
  body.set(data);
  return [tag(type, data.length), body];
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function tag(type: number, length: number): Uint8Array<ArrayBuffer> {
  if (length >= 2 ** 32) throw new RangeError('encodeMat: an array of 4 GiB or more');
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, length, true);
  return bytes;
}

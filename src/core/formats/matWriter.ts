/** MAT-files of level 5 (uncompressed, little-endian). */

/** A variable; `data` runs down the columns, as MATLAB stores arrays. */
export interface MatArray {
  readonly name: string;
  readonly dims: readonly number[];
  /** uint8, UTF-16 characters, or double. */
  readonly data: Uint8Array | Uint16Array | Float64Array;
}

/** Element types of the format. */
const INT8 = 1;
const UINT8 = 2;
const UINT16 = 4;
const INT32 = 5;
const UINT32 = 6;
const DOUBLE = 9;
const MATRIX = 14;

/** Array classes of the format. */
const CLASSES = { char: 4, double: 6, uint8: 9 };

/** A file with these variables; `description` stands in its header. Throws RangeError for an array of 4 GiB or more. */
export function encodeMat(description: string, arrays: readonly MatArray[]): Uint8Array {
  return concatenated([header(description), ...arrays.map(matrixElement)]);
}

/** Texts as rows of a character matrix, filled up with blanks as MATLAB's char does. */
export function textRows(name: string, values: readonly string[]): MatArray {
  const width = values.reduce((most, { length }) => Math.max(most, length), 1);
  const codes = new Uint16Array(values.length * width).fill(32);
  values.forEach((value, n) => {
    for (let i = 0; i < value.length; i++) codes[i * values.length + n] = value.charCodeAt(i);
  });
  return { name, dims: [values.length, width], data: codes };
}

/** Numbers as a column. */
export function column(name: string, values: ArrayLike<number>): MatArray {
  return { name, dims: [values.length, 1], data: Float64Array.from(values) };
}

function header(description: string): Uint8Array {
  const bytes = new Uint8Array(128).fill(32, 0, 116);
  bytes.set(new TextEncoder().encode(`MATLAB 5.0 MAT-file, ${description}`));
  bytes.set([0x00, 0x01, 0x49, 0x4d], 124);
  return bytes;
}

function matrixElement({ name, dims, data }: MatArray): Uint8Array {
  const [matClass, storage] =
    data instanceof Uint8Array
      ? [CLASSES.uint8, UINT8]
      : data instanceof Uint16Array
        ? [CLASSES.char, UINT16]
        : [CLASSES.double, DOUBLE];
  return element(
    MATRIX,
    concatenated([
      element(UINT32, bytesOf(Uint32Array.of(matClass, 0))),
      element(INT32, bytesOf(Int32Array.from(dims))),
      element(INT8, new TextEncoder().encode(name)),
      element(storage, bytesOf(data)),
    ]),
  );
}

/** Tag, data, and zeros to a multiple of 8 bytes. */
function element(type: number, data: Uint8Array): Uint8Array {
  if (data.length >= 2 ** 32) throw new RangeError('encodeMat: an array of 4 GiB or more');
  const result = new Uint8Array(8 + Math.ceil(data.length / 8) * 8);
  const view = new DataView(result.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, data.length, true);
  result.set(data, 8);
  return result;
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Little-endian bytes of the numbers. */
function bytesOf(values: Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array): Uint8Array {
  if (values instanceof Uint8Array) return values;
  const width = values.BYTES_PER_ELEMENT;
  const view = new DataView(new ArrayBuffer(values.length * width));
  values.forEach((value, i) => {
    if (values instanceof Float64Array) view.setFloat64(8 * i, value, true);
    else if (width === 2) view.setUint16(2 * i, value, true);
    else view.setUint32(4 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}

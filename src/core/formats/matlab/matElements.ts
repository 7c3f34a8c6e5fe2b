/**
 * Elements of MAT-files of level 5: tags, heads of arrays, numbers. After "MAT-File Format" (The MathWorks): a 128-byte
 * header, then elements with a tag of type and length, each padded to 8 bytes unless compressed.
 */
import { FormatError } from '../formatError.ts';
import { canInflateTo, inflatePrefix, inflateZlib } from '../inflate.ts';
import type { Steps } from '../cooperativeSteps.ts';

export interface Element {
  readonly type: number;
  readonly body: Uint8Array;
  readonly little: boolean;
}

const HEADER = 128;
export const MATRIX = 14;
export const COMPRESSED = 15;
const COMPLEX = 0x0800;
const LOGICAL = 0x0200;
export const CLASSES = [
  'unknown',
  'cell',
  'struct',
  'object',
  'char',
  'sparse',
  'double',
  'single',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'function',
  'opaque',
];
const FIRST_NUMERIC = 6;
const LAST_NUMERIC = 15;

/** Bytes per number of each numeric storage type, by type code. */
const STORAGE: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8, 12: 8, 13: 8 };

/** 'IM' means little-endian, 'MI' big-endian. */
export function endianOf(bytes: Uint8Array): 'little' | 'big' | null {
  if (bytes[126] === 0x49 && bytes[127] === 0x4d) return 'little';
  return bytes[126] === 0x4d && bytes[127] === 0x49 ? 'big' : null;
}

export function* matElements(bytes: Uint8Array): Generator<Element> {
  if (bytes.length < HEADER)
    throw new FormatError(`expected a MAT-file header of 128 bytes, found ${bytes.length} bytes`);
  const endian = endianOf(bytes);
  if (endian === null) throw new FormatError('expected a MAT-file of level 5, found no endian mark in its header');
  const little = endian === 'little';
  const version = viewOf(bytes).getUint16(124, little);
  if (version === 0x0200) {
    throw new FormatError('expected a MAT-file of level 5, found version 7.3 (HDF5): save it with -v7 in MATLAB');
  }
  if (version !== 0x0100) throw new FormatError(`expected MAT-file version 0x0100, found 0x${version.toString(16)}`);
  yield* elementsOf(bytes.subarray(HEADER), little);
}

export function* elementsOf(bytes: Uint8Array, little: boolean): Generator<Element> {
  const view = viewOf(bytes);
  let offset = 0;
  while (offset < bytes.length) {
    if (bytes.length - offset < 8)
      throw new FormatError('expected the tag of a MAT element, found the end of the file');
    const word = view.getUint32(offset, little);
    // Small elements: the first word holds length and type, the second the data (≤ 4 bytes).
    const small = word >>> 16 !== 0;
    const type = small ? word & 0xffff : word;
    const length = small ? word >>> 16 : view.getUint32(offset + 4, little);
    const from = offset + (small ? 4 : 8);
    const left = small ? 4 : bytes.length - from;
    if (length > left)
      throw new FormatError(`expected a MAT element of ${length} bytes, found ${left}: the file is truncated`);
    yield { type, body: bytes.subarray(from, from + length), little };
    offset = small ? offset + 8 : from + length + (type === COMPRESSED ? 0 : (8 - (length % 8)) % 8);
  }
}

/**
 * The element inside a compressed one; unless `wanted` accepts its head, only the head is inflated. Throws FormatError
 * for a claim of more than `most` bytes, or of more than the stream can hold.
 */
export function* inflateElement(
  { body, little }: Element,
  most: number,
  wanted: (head: Head) => boolean,
): Steps<Element> {
  const tag = yield* inflatePrefix(body, 8);
  if (tag.length < 8) throw new FormatError('expected a compressed MAT element, found the end of its stream');
  const type = viewOf(tag).getUint32(0, little);
  const length = viewOf(tag).getUint32(4, little);
  if (type !== MATRIX) throw new FormatError(`expected a compressed array (type 14), found type ${type}`);
  if (!canInflateTo(body.length, length + 8)) {
    throw new FormatError(
      `expected at most ${1032 * body.length} bytes from ${body.length} compressed ones, found a claim of ${length}`,
    );
  }
  if (length > most) {
    throw new FormatError(`expected at most ${most} bytes in a compressed array, found a claim of ${length}`);
  }
  const start = yield* inflatePrefix(body, 8 + Math.min(length, HEAD));
  const preview = readHead({ type, body: start.subarray(8), little });
  if (preview) requireAgreement(preview, length);
  const inflated = preview === null || wanted(preview) ? yield* inflateZlib(body, 8 + length) : start;
  return { type, body: inflated.subarray(8), little };
}

/**
 * Throws FormatError if the numbers or characters of an array cannot take this many bytes: each takes one to eight,
 * whatever its class, and complex ones twice that.
 */
function requireAgreement(head: Head, length: number): void {
  const count = head.dims.reduce((product, size) => product * size, 1);
  if (!(isNumeric(head) || isText(head)) || (count <= length && length <= HEAD + 8 * count)) return;
  throw new FormatError(
    `expected ${head.dims.join(' × ')} numbers in variable "${head.name}", found a claim of ${length} bytes`,
  );
}

/** Bytes that hold flags, dimensions and name of any plausible array. */
export const HEAD = 4096;

export interface Head {
  readonly name: string;
  readonly classCode: number;
  readonly complex: boolean;
  readonly logical: boolean;
  readonly dims: readonly number[];
}

export function isNumeric(head: Head): boolean {
  return head.classCode >= FIRST_NUMERIC && head.classCode <= LAST_NUMERIC && !head.complex;
}

export function isSparse({ classCode, complex, dims }: Head): boolean {
  return CLASSES[classCode] === 'sparse' && !complex && dims.length === 2;
}

export function isText({ classCode, dims }: Head): boolean {
  return CLASSES[classCode] === 'char' && dims.length === 2;
}

/** The head of an array whose remaining bytes may be missing; null if the head itself is incomplete. */
function readHead(element: Element): Head | null {
  if (element.body.length < HEAD) return null;
  return headFrom(elementsOf(element.body, element.little));
}

export function headFrom(parts: Generator<Element>): Head {
  const flags = takePart(parts, 'array flags', [6]);
  if (flags.body.length < 8) throw new FormatError(`expected 8 bytes of array flags, found ${flags.body.length}`);
  const word = viewOf(flags.body).getUint32(0, flags.little);
  const sizes = takePart(parts, 'dimensions', [5]);
  const dims = Array.from({ length: sizes.body.length >> 2 }, (_, i) =>
    viewOf(sizes.body).getInt32(4 * i, sizes.little),
  );
  if (dims.length < 2 || dims.length > 32 || dims.some((size) => size < 0)) {
    throw new FormatError(`expected 2 … 32 dimensions of at least 0, found ${dims.slice(0, 4).join(' × ') || 'none'}`);
  }
  const name = new TextDecoder().decode(takePart(parts, 'name', [1, 16, 2]).body);
  return { name, classCode: word & 0xff, complex: (word & COMPLEX) !== 0, logical: (word & LOGICAL) !== 0, dims };
}

export function takePart(parts: Generator<Element>, what: string, types: readonly number[]): Element {
  const next = parts.next();
  if (next.done) throw new FormatError(`expected the ${what} of a MAT array, found the end of its element`);
  if (!types.includes(next.value.type)) {
    throw new FormatError(`expected the ${what} of a MAT array, found an element of type ${next.value.type}`);
  }
  return next.value;
}

/** Bytes per stored number. Throws FormatError for another storage type. */
export function widthOf({ type }: Element): number {
  const width = STORAGE[type];
  if (width === undefined) throw new FormatError(`expected an array of numbers, found storage type ${type}`);
  return width;
}

/** Numbers converted per step. */
const SLICE = 2 ** 20;

/**
 * Numbers of an array, which may be stored in a smaller type than their class (integral doubles as bytes). `shared`:
 * the bytes belong to the file and have to be copied.
 */
export function* numbersOf(
  { type, body, little }: Element,
  head: Pick<Head, 'name' | 'dims' | 'classCode' | 'logical'>,
  shared: boolean,
): Steps<Uint8Array | Float64Array> {
  const width = STORAGE[type];
  if (width === undefined)
    throw new FormatError(`expected numbers in variable "${head.name}", found storage type ${type}`);
  const count = head.dims.reduce((product, size) => product * size, 1);
  if (count * width !== body.length) {
    throw new FormatError(
      `expected ${head.dims.join(' × ')} numbers in variable "${head.name}", found ${Math.floor(body.length / width)}`,
    );
  }
  if (type === 2 && (CLASSES[head.classCode] === 'uint8' || head.logical)) return shared ? new Uint8Array(body) : body;
  const result = new Float64Array(count);
  const read = READERS[type](viewOf(body), little);
  for (let from = 0; from < count; from += SLICE) {
    const to = Math.min(from + SLICE, count);
    for (let i = from; i < to; i++) result[i] = read(i);
    yield;
  }
  return CLASSES[head.classCode] === 'uint8' || head.logical ? toBytes(result, head.name) : result;
}

function toBytes(values: Float64Array, name: string): Uint8Array {
  const bytes = Uint8Array.from(values);
  if (bytes.some((byte, i) => byte !== values[i])) {
    throw new FormatError(`expected whole numbers of 0 … 255 in variable "${name}" of class uint8, found others`);
  }
  return bytes;
}

/** 64-bit integers are rounded to float64 beyond 2^53. */
const READERS: Readonly<Record<number, (view: DataView, little: boolean) => (i: number) => number>> = {
  1: (view) => (i) => view.getInt8(i),
  2: (view) => (i) => view.getUint8(i),
  3: (view, little) => (i) => view.getInt16(2 * i, little),
  4: (view, little) => (i) => view.getUint16(2 * i, little),
  5: (view, little) => (i) => view.getInt32(4 * i, little),
  6: (view, little) => (i) => view.getUint32(4 * i, little),
  7: (view, little) => (i) => view.getFloat32(4 * i, little),
  9: (view, little) => (i) => view.getFloat64(8 * i, little),
  12: (view, little) => (i) => Number(view.getBigInt64(8 * i, little)),
  13: (view, little) => (i) => Number(view.getBigUint64(8 * i, little)),
};

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// Contents of MAT-files of any level.

export interface MatVariable {
  /** "data.fea" for a field of a structure. */
  readonly name: string;
  /** MATLAB class: double, single, int8, uint8 … uint64, logical. */
  readonly type: string;
  readonly dims: readonly number[];
  /** Column-major (first index fastest) as in the file. Bytes for uint8 and logical, float64 for all other classes. */
  readonly data: Uint8Array | Float64Array;
  /** Images per cell, of a stack that was joined from the stacks of a cell array. */
  readonly cells?: readonly number[];
}

/** A character matrix, one text per row. */
export interface MatText {
  readonly name: string;
  readonly rows: readonly string[];
}

export interface MatFile {
  readonly variables: readonly MatVariable[];
  readonly texts: readonly MatText[];
  /** Variables without a full real numeric array or text: sparse and complex arrays, mixed cells etc. */
  readonly skipped: readonly { readonly name: string; readonly type: string }[];
}

/** A readable variable, by its head alone. */
export interface MatEntry {
  readonly name: string;
  readonly dims: readonly number[];
  readonly kind: 'numbers' | 'text';
}

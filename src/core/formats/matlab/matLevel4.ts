/**
 * MAT-files of level 4 (`save -v4`), which Octave, SciPy and old scripts still write: matrices of numbers or characters
 * after heads of 20 bytes. After "MAT-File Format" (The MathWorks), chapter "Level 4 MAT-Files".
 */
import { FormatError } from '../formatError.ts';
import type { MatEntry, MatFile, MatText, MatVariable } from './matElements.ts';

const HEAD = 20;

/** Classes by the third digit of the type. */
const CLASSES = ['double', 'single', 'int32', 'int16', 'uint16', 'uint8'] as const;
const WIDTHS = [8, 4, 4, 2, 2, 1];
const LONGEST_NAME = 64;

interface Matrix {
  readonly name: string;
  readonly dims: readonly [number, number];
  readonly classCode: number;
  readonly kind: 'numbers' | 'text' | 'sparse';
  readonly complex: boolean;
  readonly little: boolean;
  /** Bytes of the real numbers. */
  readonly body: Uint8Array;
}

/** True if the bytes begin with the head of a matrix that has a valid MATLAB name. */
export function isMat4(bytes: Uint8Array): boolean {
  return headAt(bytes, 0) !== null;
}

/** Reads the variables whose name passes. Throws FormatError for a truncated file or an invalid head. */
export function decodeMat4(bytes: Uint8Array, only: (name: string) => boolean): MatFile {
  const [variables, texts, skipped]: [MatVariable[], MatText[], { name: string; type: string }[]] = [[], [], []];
  for (const matrix of matrices(bytes)) {
    const { name, dims, kind, complex, classCode } = matrix;
    if (!only(name)) continue;
    if (kind === 'text') texts.push({ name, rows: rowsOf(matrix) });
    else if (kind === 'sparse' || complex) skipped.push({ name, type: complex ? 'complex double' : 'sparse' });
    else variables.push({ name, type: CLASSES[classCode], dims, data: numbersOf(matrix) });
  }
  return { variables, texts, skipped };
}

/** The variables of numbers or text in order. Throws FormatError as `decodeMat4` does. */
export function listMat4(bytes: Uint8Array): MatEntry[] {
  return [...matrices(bytes)].flatMap(({ name, dims, kind, complex }) =>
    kind === 'sparse' || complex ? [] : [{ name, dims, kind }],
  );
}

function* matrices(bytes: Uint8Array): Generator<Matrix> {
  for (let offset = 0; offset < bytes.length;) {
    const head = headAt(bytes, offset);
    if (head === null) throw new FormatError(`expected the head of a matrix at byte ${offset}, found other bytes`);
    const { nameLength, rows, cols, complex, ...rest } = head;
    const from = offset + HEAD + nameLength;
    const length = rows * cols * WIDTHS[rest.classCode];
    const end = from + length * (complex ? 2 : 1);
    if (end > bytes.length) {
      throw new FormatError(
        `expected ${rows} × ${cols} numbers in variable "${head.name}", found the end of the file: it is truncated`,
      );
    }
    yield { ...rest, complex, dims: [rows, cols], body: bytes.subarray(from, from + length) };
    offset = end;
  }
}

/** Null if there is no valid head. */
function headAt(bytes: Uint8Array, at: number) {
  if (bytes.length < at + HEAD) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  const little = view.getUint32(0, true) < 1000;
  const type = view.getUint32(0, little);
  // Digits: byte order (0 little, 1 big), 0, class, kind.
  const [order, zero, classCode, kind] = [1000, 100, 10, 1].map((place) => Math.floor(type / place) % 10);
  const isValidType = type < 2000 && order === (little ? 0 : 1) && zero === 0 && classCode < CLASSES.length && kind < 3;
  const [rows, cols, imaginary, nameLength] = [4, 8, 12, 16].map((place) => view.getInt32(place, little));
  const sensible = rows >= 0 && cols >= 0 && (imaginary === 0 || imaginary === 1);
  if (!isValidType || !sensible || nameLength < 2 || nameLength > LONGEST_NAME) return null;
  const text = String.fromCharCode(...bytes.subarray(at + HEAD, at + HEAD + nameLength));
  if (!/^[A-Za-z]\w*\0+$/.test(text)) return null;
  return {
    name: text.replace(/\0+$/, ''),
    little,
    classCode,
    kind: (['numbers', 'text', 'sparse'] as const)[kind],
    rows,
    cols,
    complex: imaginary === 1,
    nameLength,
  };
}

function numbersOf({ body, classCode, dims, little }: Matrix): Uint8Array | Float64Array {
  if (CLASSES[classCode] === 'uint8') return new Uint8Array(body);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const read = [
    (i: number) => view.getFloat64(8 * i, little),
    (i: number) => view.getFloat32(4 * i, little),
    (i: number) => view.getInt32(4 * i, little),
    (i: number) => view.getInt16(2 * i, little),
    (i: number) => view.getUint16(2 * i, little),
  ][classCode];
  return Float64Array.from({ length: dims[0] * dims[1] }, (_, i) => read(i));
}

/** Characters are stored as numbers of any class, usually doubles. */
function rowsOf(matrix: Matrix): string[] {
  const [rows, width] = matrix.dims;
  // Rows without characters take no bytes: their number would be an unbounded claim.
  if (width === 0) return [];
  const codes = numbersOf(matrix);
  return Array.from({ length: rows }, (_, r) =>
    String.fromCharCode(...Array.from({ length: width }, (_, c) => codes[c * rows + r])).replace(/[ \0]+$/, ''),
  );
}

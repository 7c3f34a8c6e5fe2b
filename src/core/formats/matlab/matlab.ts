/**
 * MATLAB MAT-files of level 5 (the `-v6` and `-v7` formats of `save`) and 4 (`-v4`): arrays of numbers and texts. After
 * "MAT-File Format" (The MathWorks).
 */
import { inflatePrefix } from '../inflate.ts';
import { FormatError } from '../formatError.ts';
import {
  CLASSES,
  COMPRESSED,
  type Element,
  elementsOf,
  endianOf,
  HEAD,
  type Head,
  headFrom,
  inflateElement,
  isNumeric,
  isSparse,
  isText,
  MATRIX,
  matElements,
  numbersOf,
  viewOf,
  widthOf,
  type MatEntry,
  type MatFile,
  type MatText,
  type MatVariable,
} from './matElements.ts';
import { decodeMat4, isMat4, listMat4 } from './matLevel4.ts';
import { arraysOf, isContainer, type MatArray, type MatLeaf } from './matTree.ts';
import { runSteps, type Steps } from '../cooperativeSteps.ts';

export type { MatFile, MatVariable } from './matElements.ts';

export interface MatOptions {
  /** Reads only the variables whose name passes; the others take no memory. */
  readonly only?: (name: string) => boolean;
  /** Whether to read fields of structures and joined cells as well; otherwise both are skipped. */
  readonly nested?: boolean;
  /** Maximum length in bytes of an inflated variable. @default 1 GiB */
  readonly maxInflated?: number;
}

const MAX_INFLATED = 2 ** 30;

/** True if the bytes begin like a MAT-file of level 5 (or 7.3, which `decodeMat` refuses by name) or 4. */
export function isMat(bytes: Uint8Array): boolean {
  return (bytes.length >= 128 && endianOf(bytes) !== null) || isMat4(bytes);
}

/** Reads every numeric variable. Throws FormatError for another version, or for lengths beyond the file. */
export function decodeMat(bytes: Uint8Array, options: MatOptions = {}): MatFile {
  return runSteps(decodeMatSteps(bytes, options));
}

/** `decodeMat` in steps: large files take seconds to inflate. */
export function* decodeMatSteps(bytes: Uint8Array, options: MatOptions = {}): Steps<MatFile> {
  const { only = () => true, nested = false, maxInflated = MAX_INFLATED } = options;
  if (isMat4(bytes)) return decodeMat4(bytes, only);
  const contents = {
    variables: [] as MatVariable[],
    texts: [] as MatText[],
    skipped: [] as { name: string; type: string }[],
  };
  const wanted = (head: Head): boolean =>
    isContainer(head) ? nested : (isNumeric(head) || isSparse(head) || isText(head)) && only(head.name);
  for (const element of matElements(bytes)) {
    if (element.type !== MATRIX && element.type !== COMPRESSED) continue;
    const shared = element.type === MATRIX;
    const inner = shared ? element : yield* inflateElement(element, maxInflated, wanted);
    const head = headIn(inner);
    // For unwanted variables only the head may have been inflated.
    if (head === null || (!isContainer(head) && !only(head.name))) continue;
    for (const array of arraysOf(inner, nested)) {
      if (!only(array.name)) continue;
      if (array.kind === 'other') contents.skipped.push({ name: array.name, type: array.type });
      else if (array.kind === 'numbers') contents.variables.push(yield* variableOf(array, shared));
      else contents.texts.push({ name: array.name, rows: array.leaves.flatMap(rowsOf) });
    }
  }
  return contents;
}

/**
 * The variables of numbers or text in order, including those in structures and cells, which have to be inflated; no
 * others are. Throws FormatError as `decodeMat` does.
 */
export function* listMat(bytes: Uint8Array): Steps<MatEntry[]> {
  if (isMat4(bytes)) return listMat4(bytes);
  const entries: MatEntry[] = [];
  for (const element of matElements(bytes)) {
    if (element.type !== MATRIX && element.type !== COMPRESSED) continue;
    const head = yield* headOf(element);
    if (head === null) continue;
    if (isNumeric(head) || isSparse(head)) entries.push({ name: head.name, dims: head.dims, kind: 'numbers' });
    else if (isText(head)) entries.push({ name: head.name, dims: head.dims, kind: 'text' });
    else if (isContainer(head)) {
      const whole = element.type === MATRIX ? element : yield* inflateElement(element, MAX_INFLATED, () => true);
      for (const array of arraysOf(whole, true)) {
        if (array.kind !== 'other') entries.push({ name: array.name, dims: array.dims, kind: array.kind });
      }
    }
    yield;
  }
  return entries;
}

/** Null for an empty element. */
function* headOf({ type, body, little }: Element): Steps<Head | null> {
  const start = type === COMPRESSED ? yield* inflatePrefix(body, 8 + HEAD) : null;
  return headIn({ body: start === null ? body : start.subarray(8), little });
}

function headIn({ body, little }: Pick<Element, 'body' | 'little'>): Head | null {
  return body.length === 0 ? null : headFrom(elementsOf(body, little));
}

/** `shared`: the bytes belong to the file and have to be copied. */
function* variableOf({ name, dims, leaves, cells }: MatArray, shared: boolean): Steps<MatVariable> {
  const [{ head, sparse }] = leaves;
  const type = head.logical ? 'logical' : CLASSES[head.classCode];
  if (sparse && leaves.length === 1) return { name, type: 'double', dims, data: yield* denseOf(leaves[0]) };
  const numbersOfLeaf = ({ head, content }: MatLeaf, copied: boolean) => numbersOf(content, { ...head, name }, copied);
  if (leaves.length === 1) return { name, type, dims, data: yield* numbersOfLeaf(leaves[0], shared) };
  const size = dims.reduce((product, length) => product * length, 1);
  const bytes = head.logical || type === 'uint8';
  const data = bytes ? new Uint8Array(size) : new Float64Array(size);
  let before = 0;
  for (const leaf of leaves) {
    const numbers = yield* numbersOfLeaf(leaf, false);
    data.set(numbers, before);
    before += numbers.length;
  }
  return { name, type, dims, data, ...(cells && { cells }) };
}

/** Most numbers of a sparse matrix that is read: 1 GiB as float64. */
const MOST_DENSE = 2 ** 27;

/** A sparse matrix with its zeros. Throws FormatError for indices outside. */
function* denseOf({ head, content, sparse }: MatLeaf): Steps<Float64Array> {
  const [rows, cols] = head.dims;
  const refuse = (expected: string): never => {
    throw new FormatError(`expected ${expected} in the sparse variable "${head.name}", found others`);
  };
  if (rows * cols > MOST_DENSE) {
    throw new FormatError(`expected at most ${MOST_DENSE} numbers in "${head.name}", found ${rows} × ${cols}`);
  }
  const indices = (element: Element): Int32Array =>
    Int32Array.from({ length: element.body.length >> 2 }, (_, i) =>
      viewOf(element.body).getInt32(4 * i, element.little),
    );
  const [at, starts] = [indices(sparse!.rows), indices(sparse!.starts)];
  if (starts.length !== cols + 1) refuse(`${cols + 1} column starts`);
  const stored = starts[cols];
  const width = widthOf(content);
  const values = yield* numbersOf(
    { ...content, body: content.body.subarray(0, stored * width) },
    { ...head, dims: [stored], classCode: CLASSES.indexOf('double'), logical: false },
    false,
  );
  const data = new Float64Array(rows * cols);
  for (let c = 0; c < cols; c++) {
    if (starts[c] < 0 || starts[c + 1] < starts[c] || starts[c + 1] > at.length) refuse('column starts that increase');
    for (let i = starts[c]; i < starts[c + 1]; i++) {
      if (at[i] < 0 || at[i] >= rows) refuse(`rows below ${rows}`);
      data[c * rows + at[i]] = values[i];
    }
  }
  return data;
}

/** Bytes per unit of text by storage code: bytes (1, 2, 16: UTF-8), UTF-16 (4, 17). */
const WIDTH: Readonly<Record<number, number>> = { 1: 1, 2: 1, 16: 1, 4: 2, 17: 2 };

/** The rows of a character matrix (dims rows × width, first index fastest) without the padding blanks. */
function charRows(type: number, view: DataView, little: boolean, dims: readonly number[]): string[] {
  const [rows, width] = dims;
  const unit = WIDTH[type];
  if (dims.length !== 2 || unit === undefined || view.byteLength !== rows * width * unit) {
    throw new FormatError(`expected ${dims.join(' × ')} characters, found ${view.byteLength} bytes of type ${type}`);
  }
  // Rows without characters take no bytes: their number would be an unbounded claim.
  if (width === 0) return [];
  const codeAt = (i: number): number => (unit === 1 ? view.getUint8(i) : view.getUint16(2 * i, little));
  return Array.from({ length: rows }, (_, r) => {
    let text = '';
    for (let c = 0; c < width; c++) text += String.fromCharCode(codeAt(c * rows + r));
    return text.replace(/[ \0]+$/, '');
  });
}

/** A text in a cell is one row, even if empty. */
function rowsOf({ head, content }: MatLeaf, _: number, all: readonly MatLeaf[]): readonly string[] {
  const rows = charRows(content.type, viewOf(content.body), content.little, head.dims);
  return all.length > 1 && rows.length === 0 ? [''] : rows;
}

/**
 * Reads HDF5 files, MATLAB's of version 7.3 among them, with the HDF5 library, in the thread of the third-party
 * decoders. The library runs in its own memory, without disk access: links and external storage of a hostile file lead
 * nowhere.
 */
import h5, { type Attribute, type Dataset, type File, type Group } from 'h5wasm';
import type { SourceArray } from '../../../core/contract/imports.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { isRequested, type NamedArray, type NamedText } from '../../../core/formats/namedArray.ts';
import type { DecoderJob, Hdf5Arrays } from './decoderMessages.ts';

/** Bytes of an array, and of all: the reader's memory holds the file and one of them. */
const [MAX_ARRAY, MAX_BYTES] = [2 ** 30, 2 ** 31];

/** Strings of a dataset. */
const MAX_TEXTS = 1_000_000;

/** Objects of a file, and levels of its groups, which may form a circle. */
const [MAX_OBJECTS, MAX_DEPTH] = [10_000, 8];

const PLACE = '/import.h5';

/** The requested arrays and texts, by whole name or by its last part. Throws FormatError for a damaged file. */
export function hdf5Arrays(
  { bytes, wanted }: Extract<DecoderJob, { kind: 'hdf5-arrays' }>,
  onShare: (share: number) => void,
): Promise<Hdf5Arrays> {
  return inFile(bytes, (file) => {
    const names: string[] = [];
    const arrays: NamedArray[] = [];
    const texts: NamedText[] = [];
    let left = MAX_BYTES;
    for (const { name, dataset, ordered } of datasetsIn(file, startsLikeMatlab(bytes))) {
      const kind = kindOf(dataset);
      names.push(name);
      const last = name.slice(name.lastIndexOf('.') + 1);
      if (kind === null || !(isRequested(name, wanted) || isRequested(last, wanted))) continue;
      left -= bytesOf(name, dataset, kind, left);
      if (kind === 'text') texts.push({ name, values: textsIn(name, dataset, onShare) });
      else arrays.push(arrayIn(name, dataset, ordered, onShare));
    }
    return { arrays, texts, names };
  });
}

/** Name and sizes of every array of numbers or text, without reading any. Throws FormatError for a damaged file. */
export function hdf5List(bytes: Uint8Array): Promise<readonly SourceArray[]> {
  return inFile(bytes, (file) => {
    const list: SourceArray[] = [];
    for (const { name, dataset, ordered } of datasetsIn(file, startsLikeMatlab(bytes))) {
      const kind = kindOf(dataset);
      if (kind !== null) list.push({ name, dims: dimsOf(dataset, ordered), kind });
    }
    return list;
  });
}

/** The thread reads one file and ends, so nothing is closed. */
async function inFile<T>(bytes: Uint8Array, work: (file: File) => T): Promise<T> {
  const module = await h5.ready;
  // Errors as exceptions; otherwise the library prints its stack.
  module.activate_throwing_error_handler();
  module.FS.writeFile(PLACE, bytes);
  try {
    return work(new h5.File(PLACE, 'r'));
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`expected a readable HDF5 file, found a damaged one (${reason(error)})`);
  }
}

/** MATLAB writes its header before the data. */
function startsLikeMatlab(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 6)) === 'MATLAB';
}

interface NamedDataset {
  readonly name: string;
  readonly dataset: Dataset;
  /** Which index is fastest in the order of `dims`: MATLAB's order of dimensions is the reverse of HDF5's. */
  readonly ordered: NamedArray['fastest'];
}

/**
 * The datasets of a file, those in groups named "group.name". Left out: MATLAB's references and sparse matrices, and
 * types without a shape. Throws FormatError beyond 10,000 objects.
 */
function* datasetsIn(file: File, isMatlab: boolean): Generator<NamedDataset> {
  const waiting: { group: Group; prefix: string; depth: number }[] = [{ group: file, prefix: '', depth: 0 }];
  let objects = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { group, prefix, depth } = next;
    for (const key of group.keys()) {
      if (key.startsWith('#')) continue;
      if (++objects > MAX_OBJECTS) throw new FormatError(`expected at most ${MAX_OBJECTS} objects, found more`);
      const entry = group.get(key);
      const name = prefix + key;
      if (entry === null || !('attrs' in entry)) continue;
      if ('shape' in entry && 'metadata' in entry) {
        const dataset = entry as Dataset;
        const isReversed = isMatlab || dataset.attrs['MATLAB_class'] !== undefined;
        yield { name, dataset, ordered: isReversed ? 'first' : 'last' };
      } else if ('keys' in entry && depth < MAX_DEPTH && entry.attrs['MATLAB_sparse'] === undefined) {
        waiting.push({ group: entry as Group, prefix: `${name}.`, depth: depth + 1 });
      }
    }
  }
}

const [INTEGER, FLOAT, STRING] = [0, 1, 3];

/** What a dataset holds; null for what is not read, and for nothing. MATLAB stores an empty array as its sizes. */
function kindOf({ attrs, metadata, shape }: Dataset): SourceArray['kind'] | null {
  if (shape === null || shape.length === 0 || shape.includes(0) || attrs['MATLAB_empty'] !== undefined) return null;
  if (metadata.type === STRING) return 'text';
  const matlabClass = textOf(attrs['MATLAB_class']);
  const isNumber = metadata.type === INTEGER || metadata.type === FLOAT;
  return isNumber && matlabClass !== 'char' && matlabClass !== 'cell' ? 'numbers' : null;
}

function dimsOf({ shape }: Dataset, ordered: NamedArray['fastest']): number[] {
  const dims = [...(shape ?? [])];
  return ordered === 'first' ? dims.reverse() : dims;
}

function countOf({ shape }: Dataset): number {
  return (shape ?? []).reduce((product, size) => product * size, 1);
}

/** Bytes that a dataset takes. Throws FormatError if they are more than are `left`. */
function bytesOf(name: string, dataset: Dataset, kind: SourceArray['kind'], left: number): number {
  const count = countOf(dataset);
  const bytes = count * Math.max(8, dataset.metadata.size);
  if (bytes <= Math.min(MAX_ARRAY, left) && (kind === 'numbers' || count <= MAX_TEXTS)) return bytes;
  const dims = (dataset.shape ?? []).join(' × ');
  throw new FormatError(
    kind === 'text'
      ? `expected at most ${MAX_TEXTS} texts in "${name}", found ${dims}`
      : `expected at most ${MAX_ARRAY} bytes in variable "${name}" and ${MAX_BYTES} in all, found ${dims} numbers`,
  );
}

/** Values read between two signs of life. */
const SLICE = 2 ** 20;
const TEXT_SLICE = 2 ** 12;

/** Ranges of the first, slowest index with about `most` values each. */
function* slicesOf(dataset: Dataset, most: number): Generator<readonly [from: number, to: number, values: number]> {
  const length = dataset.shape![0];
  const row = countOf(dataset) / length;
  const step = Math.max(1, Math.floor(most / row));
  for (let from = 0; from < length; from += step) {
    const to = Math.min(from + step, length);
    yield [from, to, (to - from) * row];
  }
}

function arrayIn(
  name: string,
  dataset: Dataset,
  fastest: NamedArray['fastest'],
  onShare: (share: number) => void,
): NamedArray {
  const count = countOf(dataset);
  let data: Uint8Array | Float64Array | null = null;
  let offset = 0;
  for (const [from, to, length] of slicesOf(dataset, SLICE)) {
    const value = dataset.slice([[from, to]]);
    if (!ArrayBuffer.isView(value) || !('length' in value) || value.length !== length) {
      throw new FormatError(`expected ${length} numbers in variable "${name}", found others`);
    }
    const numbers = value as Exclude<typeof value, DataView> & ArrayLike<number | bigint>;
    data ??= numbers instanceof Uint8Array ? new Uint8Array(count) : new Float64Array(count);
    for (let i = 0; i < length; i++) data[offset++] = Number(numbers[i]);
    onShare(offset / count);
  }
  return { name, dims: dimsOf(dataset, fastest), fastest, data: data ?? new Uint8Array(0) };
}

function textsIn(name: string, dataset: Dataset, onShare: (share: number) => void): string[] {
  const count = countOf(dataset);
  const values: string[] = [];
  for (const [from, to, length] of slicesOf(dataset, TEXT_SLICE)) {
    const value = dataset.slice([[from, to]]);
    if (!Array.isArray(value) || value.length !== length || !value.every((text) => typeof text === 'string')) {
      throw new FormatError(`expected ${length} texts in variable "${name}", found others`);
    }
    for (const text of value) values.push(text);
    onShare(values.length / count);
  }
  return values;
}

function textOf(attribute: Attribute | undefined): string {
  const value = attribute?.value;
  return typeof value === 'string' ? value : '';
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].trim().slice(0, 120);
}

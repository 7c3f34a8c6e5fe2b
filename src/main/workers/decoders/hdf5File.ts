/**
 * Reads MATLAB 7.3 files with the HDF5 library, in the thread of the third-party decoders. The library runs in its own
 * memory, without disk access: links and external storage of a hostile file lead nowhere.
 */
import h5, { type Attribute, type Dataset, type File } from 'h5wasm';
import type { SourceArray } from '../../../core/contract/imports.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { isRequested, type NamedArray } from '../../../core/formats/namedArray.ts';
import type { DecoderJob, Hdf5Arrays } from './decoderMessages.ts';

/** The reader's memory holds the file and one array. */
const MAX_ARRAY = 2 ** 30;

const PLACE = '/import.mat';

/** The requested numeric arrays. Throws FormatError for a damaged file. */
export function hdf5Arrays(
  { bytes, wanted }: Extract<DecoderJob, { kind: 'hdf5-arrays' }>,
  onShare: (share: number) => void,
): Promise<Hdf5Arrays> {
  return inFile(bytes, (file) => {
    const names: string[] = [];
    const arrays: NamedArray[] = [];
    for (const { name, dataset } of datasetsIn(file)) {
      names.push(name);
      const array = isRequested(name, wanted) ? arrayOf(name, dataset, onShare) : null;
      if (array !== null) arrays.push(array);
    }
    return { arrays, names };
  });
}

/** Name and sizes of every numeric array, in MATLAB's order, without reading numbers. Throws FormatError. */
export function hdf5List(bytes: Uint8Array): Promise<readonly SourceArray[]> {
  return inFile(bytes, (file) =>
    [...datasetsIn(file)]
      .filter(({ dataset }) => isNumeric(dataset))
      .map(({ name, dataset }) => ({ name, dims: [...(dataset.shape ?? [])].reverse(), kind: 'numbers' })),
  );
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
    throw new FormatError(`expected a readable MATLAB 7.3 file, found a damaged one (${reason(error)})`);
  }
}

/** The datasets at the top of the file; groups (structures, sparse arrays) have no shape. */
function* datasetsIn(file: File): Generator<{ name: string; dataset: Dataset }> {
  for (const name of file.keys()) {
    if (name.startsWith('#')) continue;
    const entry = file.get(name);
    if (entry !== null && 'shape' in entry && 'metadata' in entry) yield { name, dataset: entry as Dataset };
  }
}

/** MATLAB stores an empty array as its sizes. */
function isNumeric({ attrs, metadata, shape }: Dataset): boolean {
  const kind = textOf(attrs['MATLAB_class']);
  const numeric = metadata.type === 0 || metadata.type === 1;
  const empty = attrs['MATLAB_empty'] !== undefined || shape === null || shape.length === 0;
  return numeric && kind !== 'char' && kind !== 'cell' && !empty;
}

/** Numbers read between two signs of life. */
const SLICE = 2 ** 20;

/** HDF5's index order is the reverse of MATLAB's, so the numbers have MATLAB's order in memory. */
function arrayOf(name: string, dataset: Dataset, onShare: (share: number) => void): NamedArray | null {
  const { shape, metadata } = dataset;
  if (!isNumeric(dataset) || shape === null) return null;
  const count = shape.reduce((product, size) => product * size, 1);
  if (!(count * Math.max(8, metadata.size) <= MAX_ARRAY)) {
    throw new FormatError(
      `expected at most ${MAX_ARRAY} bytes in variable "${name}", found ${shape.join(' × ')} numbers`,
    );
  }
  // Read in slices along the first, slowest index.
  const row = count / shape[0];
  const rows = Math.max(1, Math.floor(SLICE / row));
  let data: Uint8Array | Float64Array | null = null;
  for (let from = 0; from < shape[0]; from += rows) {
    const to = Math.min(from + rows, shape[0]);
    const value = dataset.slice([[from, to]]);
    if (!ArrayBuffer.isView(value) || !('length' in value) || value.length !== (to - from) * row) {
      throw new FormatError(`expected ${(to - from) * row} numbers in variable "${name}", found others`);
    }
    const numbers = value as Exclude<typeof value, DataView> & ArrayLike<number | bigint>;
    data ??= numbers instanceof Uint8Array ? new Uint8Array(count) : new Float64Array(count);
    for (let i = 0; i < numbers.length; i++) data[from * row + i] = Number(numbers[i]);
    onShare(to / shape[0]);
  }
  return data && { name, dims: [...shape].reverse(), fastest: 'first', data };
}

function textOf(attribute: Attribute | undefined): string {
  const value = attribute?.value;
  return typeof value === 'string' ? value : '';
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].trim().slice(0, 120);
}

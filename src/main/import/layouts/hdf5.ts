/**
 * MATLAB's level 7.3: HDF5 behind a header of 512 bytes. The reader runs in a memory of its own, without the disk: links
 * and external storage of a hostile file lead nowhere.
 */
import { open } from 'node:fs/promises';
import type { Attribute, Dataset, File } from 'h5wasm';
import { FormatError } from '../../../core/formats/error.ts';
import { readLimited } from '../decodeImage.ts';
import type { NamedArray } from './namedArrays.ts';

/** The reader's memory holds the file and one array. */
const MAX_FILE = 2 ** 30;
const MAX_ARRAY = 2 ** 30;

const HEADER = 128;

/** True where the header says version 7.3. */
export async function isHdf5Mat(path: string): Promise<boolean> {
  const head = new Uint8Array(HEADER);
  const file = await open(path, 'r');
  try {
    await file.read(head, 0, HEADER, 0);
  } finally {
    await file.close();
  }
  const text = String.fromCharCode(...head.subarray(0, 16));
  return text.startsWith('MATLAB 7.3 MAT') || (head[124] === 0 && head[125] === 2 && head[126] === 0x49);
}

/** The numeric arrays whose names pass. Throws FormatError for a damaged file. */
export async function readHdf5(path: string, wanted: (name: string) => boolean): Promise<NamedArray[]> {
  const bytes = await readLimited(path, MAX_FILE);
  const { default: h5 } = await import('h5wasm');
  const module = await h5.ready;
  // Errors as exceptions; else the library prints its stack.
  module.activate_throwing_error_handler();
  const place = `/import-${next++}.mat`;
  module.FS.writeFile(place, bytes);
  let file: File | null = null;
  try {
    file = new h5.File(place, 'r');
    return arraysIn(file, wanted);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`expected a readable MATLAB 7.3 file, found a damaged one (${reason(error)})`);
  } finally {
    file?.close();
    module.FS.unlink(place);
  }
}

/** Several imports may run at a time. */
let next = 0;

function arraysIn(file: File, wanted: (name: string) => boolean): NamedArray[] {
  const found: NamedArray[] = [];
  for (const name of file.keys()) {
    if (name.startsWith('#') || !wanted(name)) continue;
    const entry = file.get(name);
    // Groups (structures, sparse arrays) have no shape.
    if (entry === null || !('shape' in entry) || !('metadata' in entry)) continue;
    const array = arrayOf(name, entry as Dataset);
    if (array !== null) found.push(array);
  }
  return found;
}

/** HDF5's index order is the reverse of MATLAB's, so that the numbers lie in memory as in MATLAB. */
function arrayOf(name: string, dataset: Dataset): NamedArray | null {
  const { shape, metadata } = dataset;
  const kind = textOf(dataset.attrs['MATLAB_class']);
  const numeric = metadata.type === 0 || metadata.type === 1;
  if (!numeric || kind === 'char' || kind === 'cell' || shape === null || shape.length === 0) return null;
  const count = shape.reduce((product, size) => product * size, 1);
  if (!(count * Math.max(8, metadata.size) <= MAX_ARRAY)) {
    throw new FormatError(
      `expected at most ${MAX_ARRAY} bytes in variable "${name}", found ${shape.join(' × ')} numbers`,
    );
  }
  // An empty array is stored as its sizes.
  if (dataset.attrs['MATLAB_empty'] !== undefined) return null;
  const value = dataset.value;
  if (!ArrayBuffer.isView(value) || !('length' in value) || value.length !== count) {
    throw new FormatError(`expected ${count} numbers in variable "${name}", found others`);
  }
  const data = value instanceof Uint8Array ? value : Float64Array.from(value as ArrayLike<number | bigint>, Number);
  return { name, dims: [...shape].reverse(), fastest: 'first', data };
}

function textOf(attribute: Attribute | undefined): string {
  const value = attribute?.value;
  return typeof value === 'string' ? value : '';
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].trim().slice(0, 120);
}

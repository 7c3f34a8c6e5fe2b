/**
 * MATLAB's level 7.3: HDF5 behind a header of 512 bytes. The reader runs in a memory of its own, without the disk: links
 * and external storage of a hostile file lead nowhere.
 */
import { open } from 'node:fs/promises';
import type { Attribute, Dataset, File } from 'h5wasm';
import type { SourceArray } from '../../../core/contract/types.ts';
import { FormatError } from '../../../core/formats/error.ts';
import type { Steps } from '../../../core/formats/steps.ts';
import { readLimited } from '../readLimited.ts';
import { inSteps } from '../inSteps.ts';
import type { Watch } from '../source.ts';
import { ImportCancelled } from '../types.ts';
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
export async function readHdf5(path: string, wanted: (name: string) => boolean, watch: Watch): Promise<NamedArray[]> {
  return inFile(path, watch, (file) => arraysIn(file, wanted));
}

/** Name and sizes of every numeric array, in MATLAB's order; no numbers are read. */
export async function listHdf5(path: string, watch: Watch): Promise<SourceArray[]> {
  return inFile(path, watch, function* (file) {
    const found: SourceArray[] = [];
    for (const { name, dataset } of datasetsIn(file)) {
      if (isNumeric(dataset)) found.push({ name, dims: [...(dataset.shape ?? [])].reverse(), kind: 'numbers' });
      yield;
    }
    return found;
  });
}

async function inFile<T>(path: string, { signal, onShare }: Watch, work: (file: File) => Steps<T>): Promise<T> {
  const bytes = await readLimited(path, MAX_FILE, signal);
  const { default: h5 } = await import('h5wasm');
  const module = await h5.ready;
  // Errors as exceptions; else the library prints its stack.
  module.activate_throwing_error_handler();
  const place = `/import-${next++}.mat`;
  module.FS.writeFile(place, bytes);
  let file: File | null = null;
  try {
    file = new h5.File(place, 'r');
    return await inSteps(work(file), signal, onShare);
  } catch (error) {
    if (error instanceof FormatError || error instanceof ImportCancelled) throw error;
    throw new FormatError(`expected a readable MATLAB 7.3 file, found a damaged one (${reason(error)})`);
  } finally {
    file?.close();
    module.FS.unlink(place);
  }
}

/** Several imports may run at a time. */
let next = 0;

function* arraysIn(file: File, wanted: (name: string) => boolean): Steps<NamedArray[]> {
  const found: NamedArray[] = [];
  for (const { name, dataset } of datasetsIn(file)) {
    if (!wanted(name)) continue;
    const array = yield* arrayOf(name, dataset);
    if (array !== null) found.push(array);
  }
  return found;
}

/** The datasets at the top of the file; groups (structures, sparse arrays) have no shape. */
function* datasetsIn(file: File): Generator<{ name: string; dataset: Dataset }> {
  for (const name of file.keys()) {
    if (name.startsWith('#')) continue;
    const entry = file.get(name);
    if (entry !== null && 'shape' in entry && 'metadata' in entry) yield { name, dataset: entry as Dataset };
  }
}

/** An empty array is stored as its sizes. */
function isNumeric({ attrs, metadata, shape }: Dataset): boolean {
  const kind = textOf(attrs['MATLAB_class']);
  const numeric = metadata.type === 0 || metadata.type === 1;
  const empty = attrs['MATLAB_empty'] !== undefined || shape === null || shape.length === 0;
  return numeric && kind !== 'char' && kind !== 'cell' && !empty;
}

/** Numbers read in a step. */
const SLICE = 2 ** 20;

/** HDF5's index order is the reverse of MATLAB's, so that the numbers lie in memory as in MATLAB. */
function* arrayOf(name: string, dataset: Dataset): Steps<NamedArray | null> {
  const { shape, metadata } = dataset;
  if (!isNumeric(dataset) || shape === null) return null;
  const count = shape.reduce((product, size) => product * size, 1);
  if (!(count * Math.max(8, metadata.size) <= MAX_ARRAY)) {
    throw new FormatError(
      `expected at most ${MAX_ARRAY} bytes in variable "${name}", found ${shape.join(' × ')} numbers`,
    );
  }
  // In slices along the first, slowest index.
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
    yield to / shape[0];
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

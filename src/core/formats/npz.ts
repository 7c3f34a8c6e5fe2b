/** NumPy's NPZ: a ZIP archive of NPY files. */
import { zipSync, type Zippable } from 'fflate';
import { FormatError } from './formatError.ts';
import {
  encodeNpy,
  MOST_HEADER,
  npyHeader,
  requireNpyLength,
  type NpyArray,
  decodeNpyContent,
  type NpyText,
} from './npy.ts';
import { runSteps, type Steps } from './cooperativeSteps.ts';
import { zipEntries } from './zip.ts';

export interface NpzOptions {
  /** Maximum total inflated length in bytes. @default 2 GiB */
  readonly maxInflated?: number;
}

/** The arrays of real numbers by name (without ".npy"); texts are left out. Throws FormatError for any other kind. */
export function decodeNpz(bytes: Uint8Array, options: NpzOptions = {}): ReadonlyMap<string, NpyArray> {
  const contents = runSteps(decodeNpzSteps(bytes, options));
  return new Map([...contents].filter((entry): entry is [string, NpyArray] => 'data' in entry[1]));
}

/** Numbers and texts by name, in the order of the archive. Throws FormatError for arrays that are neither. */
export function* decodeNpzSteps(
  bytes: Uint8Array,
  { maxInflated = 2 ** 31 }: NpzOptions = {},
): Steps<ReadonlyMap<string, NpyArray | NpyText>> {
  const entries = zipEntries(bytes).filter((entry) => entry.name.endsWith('.npy'));
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (entries.length === 0) throw new FormatError('expected NPY files in the archive, found none');
  if (total > maxInflated) {
    throw new FormatError(`expected at most ${maxInflated} bytes in the archive, found a claim of ${total}`);
  }
  // Check the lengths stated by archive and headers before inflating anything.
  for (const { head, size } of entries) {
    requireNpyLength(npyHeader(runSteps(head(MOST_HEADER))), size);
    yield;
  }
  const contents = new Map<string, NpyArray | NpyText>();
  for (const entry of entries) contents.set(entry.name.slice(0, -4), yield* decodeNpyContent(yield* entry.read()));
  return contents;
}

/** A deflated archive of float64 arrays; equal arrays give equal bytes. */
export function encodeNpz(
  arrays: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: ArrayLike<number> }>>,
): Uint8Array {
  const files: Zippable = {};
  for (const [name, array] of Object.entries(arrays)) files[`${name}.npy`] = encodeNpy(array);
  // ZIP has no time zone: local midnight gives the same stamp everywhere.
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
}

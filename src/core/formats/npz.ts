/** NumPy's NPZ: a ZIP archive of NPY files. */
import { zipSync, type Zippable } from 'fflate';
import { FormatError } from './error.ts';
import { decodeNpy, encodeNpy, type NpyArray } from './npy.ts';
import { runSteps } from './steps.ts';
import { zipEntries } from './zip.ts';

export interface NpzOptions {
  /** Greatest sum of the inflated lengths in bytes. @default 2 GiB */
  readonly maxInflated?: number;
}

/** The arrays by name (without ".npy"). Throws FormatError for anything that is no array of real numbers. */
export function decodeNpz(bytes: Uint8Array, options: NpzOptions = {}): ReadonlyMap<string, NpyArray> {
  const limit = options.maxInflated ?? 2 ** 31;
  const entries = zipEntries(bytes).filter((entry) => entry.name.endsWith('.npy'));
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (entries.length === 0) throw new FormatError('expected NPY files in the archive, found none');
  if (total > limit) throw new FormatError(`expected at most ${limit} bytes in the archive, found a claim of ${total}`);
  return new Map(entries.map((entry) => [entry.name.slice(0, -4), decodeNpy(runSteps(entry.read()))]));
}

/** A deflated archive of float64 arrays; the same arrays give the same bytes. */
export function encodeNpz(
  arrays: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: ArrayLike<number> }>>,
): Uint8Array {
  const files: Zippable = {};
  for (const [name, array] of Object.entries(arrays)) files[`${name}.npy`] = encodeNpy(array);
  // ZIP has no time zone: local midnight is the same stamp everywhere.
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
}

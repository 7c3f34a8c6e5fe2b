/** Arrays that commands write. */
import { extname } from 'node:path';
import { encodeNpy } from '../../core/formats/npy.ts';
import { encodeNpz } from '../../core/formats/npz.ts';
import type { Method, NamedArray } from '../../core/methods/method.ts';
import { methods } from '../../core/methods/registry.ts';
import { UsageError } from './errors.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

/** Throws UsageError unless arrays can be written to such a file. */
export function requireArrayEnding(option: string, path: string): void {
  if (!['.npy', '.npz'].includes(extname(path).toLowerCase())) {
    throw new UsageError(`${option} ${path}: expected a file that ends in .npy or .npz.`);
  }
}

/** Writes one array as .npy, or as .npz under its name. */
export async function writeArray(path: string, name: string, array: NamedArray): Promise<void> {
  const npy = extname(path).toLowerCase() === '.npy';
  await writeFileAtomic(path, npy ? encodeNpy(array) : encodeNpz({ [name]: array }));
}

/** Throws UsageError for a method that does not fill missing pixels. */
export function requireImputing(method: Method): void {
  if (method.impute) return;
  const known = methods.filter((candidate) => candidate.impute).map(({ id }) => id);
  throw new UsageError(`${method.title} does not fill missing pixels: the methods that do are ${known.join(', ')}.`);
}

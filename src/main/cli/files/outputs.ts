/** Arrays that commands write. */
import { encodeNpy } from '../../../core/formats/numpy/npy.ts';
import { encodeNpz } from '../../../core/formats/numpy/npz.ts';
import type { Method, NamedArray } from '../../../core/methods/method.ts';
import { methods } from '../../../core/methods/registry.ts';
import { UsageError } from '../errors.ts';
import { endingOf, writeOut } from './writeOut.ts';

/** Throws UsageError unless arrays can be written to such a file. */
export function requireArrayEnding(option: string, path: string): void {
  if (!['.npy', '.npz'].includes(endingOf(path, '.npy'))) {
    throw new UsageError(`${option} ${path}: expected a file that ends in .npy or .npz.`);
  }
}

/** Writes one array as .npy, or as .npz under its name. */
export function writeArray(path: string, name: string, array: NamedArray): void {
  const npy = endingOf(path, '.npy') === '.npy';
  writeOut(path, npy ? encodeNpy(array) : encodeNpz({ [name]: array }));
}

/** Throws UsageError for a method that does not fill missing pixels. */
export function requireImputing(method: Method): void {
  if (method.impute) return;
  const known = methods.filter((candidate) => candidate.impute).map(({ id }) => id);
  throw new UsageError(`${method.title} does not fill missing pixels: the methods that do are ${known.join(', ')}.`);
}

/** Arrays of a file by name, and which of them hold images and labels. */
import type { NamedArray } from '../../../core/formats/namedArray.ts';
import { ImportError } from '../types.ts';

/** Names of image arrays, in order of preference. */
export const IMAGE_NAMES: readonly string[] = ['fea', 'ff', 'x', 'data', 'images', 'faces', 'features', 'embeddings'];

/** Names of label vectors, in order of preference. */
export const LABEL_NAMES: readonly string[] = [
  'gnd',
  'y',
  'label',
  'labels',
  'gt',
  'subjects',
  'subject',
  'target',
  'targets',
  'class',
  'identity',
  'person',
];

/** The array of this name; without one the first of the preferred names. Upper and lower case count as equal. */
export function pickNamed<T extends { readonly name: string }>(
  arrays: readonly T[],
  wanted: string | undefined,
  preferred: readonly string[],
): T | null {
  const exact = arrays.find((array) => array.name === wanted);
  if (exact) return exact;
  for (const name of wanted === undefined ? preferred : [wanted.toLowerCase()]) {
    const found = arrays.find((array) => array.name.toLowerCase() === name);
    if (found) return found;
  }
  return null;
}

/** Numbers as labels. Throws ImportError for anything but a vector. */
export function labelsOf(file: string, { name, dims, data }: NamedArray): string[] {
  const long = dims.filter((size) => size !== 1);
  if (long.length > 1) {
    throw new ImportError(`${file}: expected ${name} as a vector of labels, found ${dims.join(' × ')}.`);
  }
  return Array.from(data, String);
}

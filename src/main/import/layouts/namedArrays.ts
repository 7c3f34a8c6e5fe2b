/** Selects the image and label arrays of a file by name. */
import { asSentence } from '../../../core/formats/formatError.ts';
import type { NamedArray, RequestedNames } from '../../../core/formats/namedArray.ts';
import { ImportError } from '../types.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { COLOURS, DESCRIPTIONS } from './exportedAttributes.ts';
import { TEST_FLAG } from './pie.ts';
import { DIGIT_SET } from './roweis.ts';

/** Names of image arrays, in order of preference. */
export const IMAGE_NAMES: readonly string[] = [
  'fea',
  'ff',
  'x',
  'data',
  'images',
  'faces',
  'features',
  'embeddings',
  'image',
];

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

/** The array of this name; without a name the first of the preferred names. Ignores case. */
export function pickNamed<T extends { readonly name: string }>(
  arrays: readonly T[],
  wanted: string | undefined,
  preferred: readonly string[],
): T | null {
  const exact = arrays.find((array) => array.name === wanted);
  if (exact) return exact;
  for (const name of wanted === undefined ? preferred : [wanted.toLowerCase()]) {
    const match = arrays.find((array) => array.name.toLowerCase() === name);
    if (match) return match;
  }
  return null;
}

/**
 * The same if fields of structures are named "data.fea": fields of the structure of `near` come first, then arrays
 * outside structures, then fields by their last name.
 */
export function pickNested<T extends { readonly name: string }>(
  arrays: readonly T[],
  wanted: string | undefined,
  preferred: readonly string[],
  near = '',
): T | null {
  const structure = near.slice(0, near.lastIndexOf('.') + 1);
  const byField = (candidates: readonly T[]): T | null =>
    pickNamed(
      candidates.map((array) => ({ name: lastName(array.name), array })),
      wanted,
      preferred,
    )?.array ?? null;
  const alongside = structure === '' ? null : byField(arrays.filter(({ name }) => name === structure + lastName(name)));
  return alongside ?? pickNamed(arrays, wanted, preferred) ?? byField(arrays);
}

/** "fea" of "data.fea". */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Numbers as labels. Throws ImportError for anything but a vector. */
export function labelsOf(file: string, { name, dims, data }: NamedArray): string[] {
  const long = dims.filter((size) => size !== 1);
  if (long.length > 1) {
    throw new ImportError(`${file}: expected ${name} as a vector of labels, found ${dims.join(' × ')}.`);
  }
  return Array.from(data, String);
}

const [MOST_NAMES, LONGEST_LIST] = [12, 250];

/** The first names of a file's contents, for a sentence: files may contain thousands, and names of any length. */
export function listed(names: readonly string[]): string {
  return asSentence(names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : ''), LONGEST_LIST);
}

/**
 * The variables that an import reads: images, labels and their descriptions; by the names that the recipe states, if
 * any.
 */
export function requestedNames({ variable, labels }: Pick<ImportRecipe, 'variable' | 'labels'>): RequestedNames {
  return {
    names: [
      ...(variable === undefined ? IMAGE_NAMES : [variable.toLowerCase()]),
      ...(labels === undefined ? LABEL_NAMES : [labels.toLowerCase()]),
      TEST_FLAG,
      COLOURS,
    ],
    patterns: [...(variable === undefined ? [new RegExp(DIGIT_SET, 'i')] : []), ...DESCRIPTIONS],
  };
}

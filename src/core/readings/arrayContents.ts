/** The arrays of a file, and how they are read. */
import type { NamedArray, NamedText } from '../formats/namedArray.ts';
import type { Judgement } from './reading.ts';
import type { Vectors } from './vectors.ts';

/** The numbers and texts of a file or of the array files of a folder. */
export interface ArrayContents {
  readonly arrays: readonly NamedArray[];
  readonly texts: readonly NamedText[];
  /** Whether MATLAB's conventions hold: an image is stacked by columns, a stack is rows × columns × images. */
  readonly matlab: boolean;
  /** Images per cell of a stack that was joined from cells. */
  readonly cells?: ReadonlyMap<string, readonly number[]>;
  /** Vectors of neighbouring files, used if the file itself holds no labels. */
  readonly beside?: readonly NamedText[];
  /** Arrays that are neither images nor labels, by name. */
  readonly apart?: (name: string) => boolean;
}

export type Order = 'rows' | 'columns';

/** Images as vectors, with their shape and subjects. */
export interface ArrayReading extends Judgement {
  /** Name of the array. */
  readonly name: string;
  /** Its dimensions, as stored. */
  readonly dims: readonly number[];
  readonly vectors: Vectors;
  readonly rows: number;
  readonly cols: number;
  /** 3 for colour images: an entry is then followed by its two other channels `channelStep` apart. */
  readonly channels: 1 | 3;
  readonly channelStep: number;
  readonly pixels: Order;
  readonly labels: readonly string[] | null;
  /** Name of the vector of labels; null without one. */
  readonly labelName: string | null;
  /** Set of each image, for arrays of training and test images that were joined. */
  readonly sets: readonly string[] | null;
  /** Whether pictures are seen: a stack, or a matrix with a period. */
  readonly pictures: boolean;
}

/** Choices listed in a doubt about arrays. */
export const MOST_CHOICES = 6;

/** "fea" of "data.fea" or "data/fea". */
export function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
}

/** The array of this name, or whose last part has it; ignores case. */
export function byName<T extends { readonly name: string }>(arrays: readonly T[], wanted: string): T | null {
  const lower = wanted.toLowerCase();
  return (
    arrays.find(({ name }) => name === wanted) ??
    arrays.find(({ name }) => name.toLowerCase() === lower) ??
    arrays.find(({ name }) => lastName(name).toLowerCase() === lower) ??
    null
  );
}

/** Names listed in a sentence. */
const MOST_NAMES = 12;

/** The first names for a sentence, with an ellipsis if there are more. */
export function firstNames(names: readonly string[], most = MOST_NAMES): string {
  return names.slice(0, most).join(', ') + (names.length > most ? ' …' : '');
}

/**
 * Which image is which, whatever its pixels: a subject, and a name within the subject. A preprocessed, resized or
 * re-encoded copy of a dataset has the same identities, so what is drawn by them is the same.
 */
import { int32Bytes, sha256Hex } from './hash.ts';

export interface ImageIdentities {
  /** SHA-256 (hex) of the subjects and names of all images, whatever their order. */
  readonly key: string;
  /** The images by the names of their subjects, and those of a subject by their names. */
  readonly order: Int32Array;
  /** SHA-256 (hex) of the key and the order: equal if every image has the same identity at the same place. */
  readonly listing: string;
  /** Name of every image within its subject. */
  readonly names: readonly string[];
}

/** Endings of image files; other endings are part of a name, as in "subject01.glasses". */
const ENDING = /\.(?:pgm|ppm|pbm|pnm|pfm|gif|png|jpe?g|tiff?|webp|bmp|raw)$/i;

/** Files of arrays and tables number their images, "faces.mat#12": such a number is a place, not a name. */
const NUMBERED = /#\d+$/;

/**
 * The identities of images with these subjects (a label −1 has none) and files. An image is named after its file,
 * without the ending of images, and with as few of the last folders as tell the images of every subject apart. An image
 * without a file of its own is named by its ordinal (from 1) within its subject.
 */
export function imageIdentities(
  labels: ArrayLike<number>,
  subjects: readonly string[],
  files: readonly string[] = [],
): ImageIdentities {
  const owners = Array.from(labels, (label) => (subjects[label] ?? '').normalize('NFC'));
  const names = imageNames(owners, files);
  const order = Int32Array.from(owners.keys()).sort(
    (a, b) => compareText(owners[a], owners[b]) || compareText(names[a], names[b]),
  );
  const key = sha256Hex(JSON.stringify(Array.from(order, (image) => [owners[image], names[image]])));
  return { key, order, listing: sha256Hex(`${key} ${sha256Hex(int32Bytes(order))}`), names };
}

function imageNames(owners: readonly string[], files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const ordinals = owners.map((owner) => {
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    return String(count);
  });
  const paths = owners.map((_, image) => pathOf(files[image]));
  const deepest = paths.reduce((most, path) => Math.max(most, path?.length ?? 0), 1);
  for (let depth = 1; depth <= deepest; depth++) {
    const names = paths.map((path, image) => path?.slice(-depth).join('/') ?? ordinals[image]);
    if (new Set(names.map((name, image) => JSON.stringify([owners[image], name]))).size === names.length) return names;
  }
  return ordinals;
}

/** Folders and name of a file; null if it is none. */
function pathOf(file: string | undefined): string[] | null {
  if (file === undefined || file === '' || NUMBERED.test(file)) return null;
  return file.normalize('NFC').replace(ENDING, '').split(/[/\\]/);
}

/** By code units, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Place of every image in the order of the identities. */
export function identityRanks({ order }: Pick<ImageIdentities, 'order'>): Int32Array {
  const ranks = new Int32Array(order.length);
  order.forEach((image, rank) => (ranks[image] = rank));
  return ranks;
}

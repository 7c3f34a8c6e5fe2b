/** Datasets published by Sam Roweis without labels: names and order of their arrays identify the images. */
import type { Stacking } from '../decode/stacked.ts';
import { ImportError, type ImageSize } from '../types.ts';
import type { NamedArray } from '../../../core/formats/namedArray.ts';

export interface OrderedImages {
  readonly images: NamedArray;
  readonly labels: readonly string[];
  readonly attributes?: readonly Readonly<Record<string, string>>[];
  readonly pixels: Stacking['pixels'];
  /** Absent: that of the pictures. */
  readonly imageSize?: ImageSize;
}

/** `olivettifaces.mat` or `usps_all.mat` by name and sizes, pixels stacked by columns; null for every other array. */
export function orderedImages(images: NamedArray): OrderedImages | null {
  const { name, dims } = images;
  // faces, 4096 × 400: ten images per subject.
  if (name === 'faces' && dims.join() === '4096,400') {
    return {
      images,
      labels: Array.from({ length: 400 }, (_, n) => String(Math.floor(n / 10) + 1)),
      pixels: 'columns',
      imageSize: { rows: 64, cols: 64 },
    };
  }
  // data, 256 × 1100 × 10: pixels × examples × digits, in the order 1, 2, …, 9, 0.
  if (name === 'data' && dims.length === 3 && dims[0] === 256 && dims[2] === 10) {
    const count = dims[1] * 10;
    const labels = Array.from({ length: count }, (_, n) => String((Math.floor(n / dims[1]) + 1) % 10));
    return { images: { ...images, dims: [256, count] }, labels, pixels: 'columns', imageSize: { rows: 16, cols: 16 } };
  }
  return null;
}

/** The names of the arrays of `mnist_all.mat`: train0 … test9. */
export const DIGIT_SET = /^(train|test)(\d)$/;

/**
 * Concatenates the arrays of `mnist_all.mat` (one image per row, pixels by rows) by digit, training images first; the
 * attribute `set` distinguishes them. null if there are none. Throws ImportError if their numbers of pixels differ.
 */
export function joinedDigits(file: string, arrays: readonly NamedArray[]): OrderedImages | null {
  const sets = arrays
    .flatMap((array) => {
      const [, set, digit] = DIGIT_SET.exec(array.name) ?? [];
      return digit === undefined || array.dims.length !== 2 ? [] : [{ ...array, set, digit }];
    })
    .sort((a, b) => a.digit.localeCompare(b.digit) || b.set.localeCompare(a.set));
  if (sets.length === 0) return null;
  const size = sets[0].dims[1];
  const other = sets.find(({ dims }) => dims[1] !== size);
  if (other) {
    throw new ImportError(`${file}: expected ${size} pixels per image in ${other.name}, found ${other.dims[1]}.`);
  }
  const count = sets.reduce((sum, { dims }) => sum + dims[0], 0);
  const bytes = sets.every(({ data }) => data instanceof Uint8Array);
  const data = bytes ? new Uint8Array(count * size) : new Float64Array(count * size);
  let first = 0;
  for (const { data: setPixels, dims } of sets) {
    for (let p = 0; p < size; p++) data.set(setPixels.subarray(p * dims[0], (p + 1) * dims[0]), p * count + first);
    first += dims[0];
  }
  const each = <T>(of: (set: (typeof sets)[number]) => T): T[] =>
    sets.flatMap((set) => new Array<T>(set.dims[0]).fill(of(set)));
  return {
    images: { name: 'train0 … test9', dims: [count, size], fastest: 'first', data },
    labels: each(({ digit }) => digit),
    attributes: each(({ set }) => ({ set })),
    pixels: 'rows',
  };
}

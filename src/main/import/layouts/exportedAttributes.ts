/** File names and attributes of images, as the export of a dataset writes them alongside the pixels. */
import type { ArraySource } from '../source.ts';
import { ImportError, type ImportedImages } from '../types.ts';
import type { NamedArray, NamedText } from '../../../core/formats/namedArray.ts';

const FILES = 'files';
const ATTRIBUTE = /^attribute_(.+)$/;

/** Names that `describedBy` accepts. */
export const DESCRIPTIONS: readonly RegExp[] = [/^files$/, ATTRIBUTE];

/**
 * Files and attributes from the texts `files` and `attribute_<name>`; an empty text means that the image lacks the
 * attribute.
 */
export function describedBy(texts: readonly NamedText[]): Partial<Pick<ArraySource, 'attributes' | 'files'>> {
  const files = texts.find(({ name }) => name === FILES)?.values;
  const columns = texts.flatMap(({ name, values }) => {
    const key = ATTRIBUTE.exec(name)?.[1];
    return key === undefined ? [] : [{ key, values }];
  });
  const count = columns[0]?.values.length ?? 0;
  const attributes = Array.from({ length: count }, (_, n) =>
    Object.fromEntries(
      columns.filter(({ values }) => (values[n] ?? '') !== '').map(({ key, values }) => [key, values[n]]),
    ),
  );
  return { ...(files ? { files } : {}), ...(count > 0 ? { attributes } : {}) };
}

/** Throws ImportError unless every image has a file name and attributes. */
export function requireDescribed(file: string, source: ArraySource): ArraySource {
  const { count } = source.images;
  if (source.files.length !== count || source.attributes.length !== count) {
    throw new ImportError(
      `${file}: expected ${count} file names and attributes, found ${source.files.length} and ${source.attributes.length}.`,
    );
  }
  return source;
}

// Colours alongside the grey values, as the export of a dataset writes them.

/** Name of the array: N × rows × columns × 3 in NumPy, rows × columns × 3 × N in MATLAB. */
export const COLOURS = 'colours';

type Colours = readonly (Uint8Array | Float64Array | null)[];

/** RGB triples of each image, null if it is grey; an empty object without such an array for images of this shape. */
export function coloursIn(
  arrays: readonly NamedArray[],
  { count, rows, cols }: ImportedImages,
): { readonly colours?: Colours } {
  const colourArray = arrays.find(({ name }) => name === COLOURS);
  if (colourArray === undefined) return {};
  const { dims, data, fastest } = colourArray;
  const shape = fastest === 'last' ? [count, rows, cols, 3] : [rows, cols, 3, count];
  if (dims.join() !== shape.join()) return {};
  const size = rows * cols;
  return {
    colours: Array.from({ length: count }, (_, n) => {
      const imageData = data.slice(n * size * 3, (n + 1) * size * 3);
      const triples = fastest === 'last' ? imageData : interleaved(imageData, rows, cols);
      return triples.every((value, i) => value === triples[i - (i % 3)]) ? null : triples;
    }),
  };
}

/** Interleaves three planes, each stored by columns. */
function interleaved<T extends Uint8Array | Float64Array>(planes: T, rows: number, cols: number): T {
  const result = planes.slice() as T;
  for (let channel = 0, from = 0; channel < 3; channel++) {
    for (let c = 0; c < cols; c++) {
      for (let r = 0; r < rows; r++) result[(r * cols + c) * 3 + channel] = planes[from++];
    }
  }
  return result;
}

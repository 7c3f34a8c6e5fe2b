/** File names and attributes of images, as the export of a dataset writes them beside the pixels. */
import type { ArraySource } from '../source.ts';
import { ImportError } from '../types.ts';

/** A vector of texts by name, one per image. */
export interface NamedText {
  readonly name: string;
  readonly values: readonly string[];
}

const FILES = 'files';
const ATTRIBUTE = /^attribute_(.+)$/;

/** The names that `describedBy` understands. */
export const DESCRIPTIONS: readonly RegExp[] = [/^files$/, ATTRIBUTE];

/** What the texts `files` and `attribute_<name>` say; empty texts are attributes that an image does not have. */
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

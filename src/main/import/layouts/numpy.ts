/** NumPy files: stacks of images or feature vectors, with their subjects. */
import { basename } from 'node:path';
import { isNpy, type NpyArray, decodeNpyContent, type NpyText } from '../../../core/formats/npy.ts';
import { decodeNpzSteps } from '../../../core/formats/npz.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import type { NamedArray, NamedText } from '../../../core/formats/namedArray.ts';
import { isZip } from '../../../core/formats/zip.ts';
import { readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { ArraySource, FileLayout, Watch } from '../source.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { arraySource } from './arraySource.ts';
import { isLabelFile, labelsBeside } from './labelsBeside.ts';

const MAX_FILE = 2 * 2 ** 30;

type Content = NamedArray | NamedText;

export const numpy: FileLayout = {
  id: 'numpy',
  accepts: (name, head) => (isNpy(head) && !isLabelFile(name)) || (/\.npz$/i.test(name) && isZip(head)),
  async open(path, recipe, watch) {
    const bytes = await readLimited(path, MAX_FILE, watch.signal);
    const contents = await runInTimeSlices(contentsOf(bytes), watch.signal, watch.onShare);
    return sourceOf(basename(path), contents, await labelsBeside(path, watch), recipe, watch);
  },
  async arrays(path, { signal, onShare }) {
    const bytes = await readLimited(path, MAX_FILE, signal);
    return (await runInTimeSlices(contentsOf(bytes), signal, onShare)).map((content) =>
      'values' in content
        ? { name: content.name, dims: [content.values.length], kind: 'text' }
        : { name: content.name, dims: content.dims, kind: 'numbers' },
    );
  },
};

/** The NPY files of a folder, such as `X_train.npy`, `X_test.npy` and their labels, as the arrays of one file. */
export async function openNpyFolder(
  folder: string,
  paths: readonly string[],
  recipe: ImportRecipe,
  watch: Watch,
): Promise<ArraySource> {
  const contents: Content[] = [];
  for (const path of paths) {
    const bytes = await readLimited(path, MAX_FILE, watch.signal, watch.within);
    const decoded = await runInTimeSlices(decodeNpyContent(bytes), watch.signal, watch.onShare);
    contents.push(contentOf(basename(path).replace(/\.npy$/i, ''), decoded));
  }
  return sourceOf(basename(folder), contents, [], recipe, watch);
}

function sourceOf(
  file: string,
  contents: readonly Content[],
  beside: readonly NamedText[],
  recipe: ImportRecipe,
  { signal, onShare }: Watch,
): Promise<ArraySource> {
  const arrays = contents.filter((content): content is NamedArray => 'data' in content);
  const texts = contents.filter((content): content is NamedText => 'values' in content);
  const steps = arraySource({ layout: 'numpy', format: 'NumPy', file, arrays, texts, beside, matlab: false }, recipe);
  return runInTimeSlices(steps, signal, onShare);
}

/** The array of an NPY file, named images, or every array of an archive. */
function* contentsOf(bytes: Uint8Array): Steps<Content[]> {
  if (isNpy(bytes)) return [contentOf('images', yield* decodeNpyContent(bytes))];
  const entries = yield* decodeNpzSteps(bytes, { maxInflated: MAX_FILE });
  return [...entries].map(([name, content]) => contentOf(name, content));
}

function contentOf(name: string, content: NpyArray | NpyText): Content {
  return 'values' in content
    ? { name, values: content.values }
    : { name, dims: content.shape, data: content.data, fastest: 'last' };
}

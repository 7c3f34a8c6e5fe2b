/** NumPy files: stacks of images or feature vectors, with their subjects. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { isNpy, type NpyArray, decodeNpyContent, type NpyText } from '../../../core/formats/npy.ts';
import { decodeNpzSteps } from '../../../core/formats/npz.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { isZip } from '../../../core/formats/zip.ts';
import { labelled } from './labelFileErrors.ts';
import { readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { FileLayout, Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { arraySource } from './arraySource.ts';
import { coloursIn, describedBy, requireDescribed, type NamedText } from './exportedAttributes.ts';
import type { NamedArray } from '../../../core/formats/namedArray.ts';
import { IMAGE_NAMES, LABEL_NAMES, labelsOf, listed, pickNamed } from './namedArrays.ts';

const MAX_FILE = 2 * 2 ** 30;

type Content = NamedArray | NamedText;

export const numpy: FileLayout = {
  id: 'numpy',
  accepts: (name, head) => (isNpy(head) && !isLabelFile(name)) || (/\.npz$/i.test(name) && isZip(head)),
  async open(path, recipe, watch) {
    const { signal, onShare } = watch;
    const file = basename(path);
    const bytes = await readLimited(path, MAX_FILE, signal);
    const contents = await runInTimeSlices(contentsOf(bytes), signal, onShare);
    const images = imagesIn(file, contents, recipe);
    const beside = isNpy(bytes) ? await labelFileOf(path) : null;
    const others =
      beside === null ? contents.filter((content) => content !== images) : [await readContent(beside, watch)];
    const labels = labelsIn(file, others, recipe, beside !== null);
    const texts = others.filter((content): content is NamedText => 'values' in content);
    const { attributes, files } = describedBy(texts);
    return runInTimeSlices(
      arraySource(
        {
          layout: 'numpy',
          file,
          title: titleOf(file, images, labels?.name),
          images,
          labels: labels?.values ?? null,
          files,
          attributes,
        },
        recipe,
        // Without a stated size a matrix contains vectors: codes and embeddings have any length, including squares.
        (pixels) => ({ rows: pixels, cols: 1, pixels: 'rows' }),
      ),
      signal,
      onShare,
    ).then((source) => requireDescribed(file, { ...source, ...coloursIn(arraysIn(contents), source.images) }));
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

function titleOf(file: string, images: NamedArray, labels: string | undefined): string {
  return `NumPy ${/\.npz$/i.test(file) ? images.name : 'array'}${labels === undefined ? ' without labels' : `/${labels}`}`;
}

/**
 * `faces_labels.npy`, `faces_target.npy`, `y.npy` and similar files belong to images and are not datasets themselves.
 */
function isLabelFile(name: string): boolean {
  return /(^|[-_.])(labels?|target|targets|gnd|y|subjects)\.npy$/i.test(name);
}

/** The label file next to an NPY file: its name with an ending such as _labels, or y.npy next to X.npy. */
async function labelFileOf(path: string): Promise<string | null> {
  const stem = basename(path).replace(/\.npy$/i, '');
  const wanted = ['labels', 'label', 'target', 'targets', 'gnd', 'y', 'subjects'].flatMap((ending) => [
    `${stem}_${ending}.npy`,
    `${stem}-${ending}.npy`,
    `${stem.replace(/[-_]?(images|data|x)$/i, '')}_${ending}.npy`,
    ...(/^(x|images|data|fea|features)$/i.test(stem) ? [`${ending}.npy`] : []),
  ]);
  const names = await readdir(dirname(path));
  const match = wanted.find((name) => names.includes(name));
  return match === undefined ? null : join(dirname(path), match);
}

async function readContent(path: string, { signal, onShare, within }: Watch): Promise<Content> {
  const bytes = await labelled(path, () => readLimited(path, MAX_FILE, signal, within));
  return contentOf(basename(path, '.npy'), await runInTimeSlices(decodeNpyContent(bytes), signal, onShare));
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

function arraysIn(contents: readonly Content[]): NamedArray[] {
  return contents.filter((content): content is NamedArray => 'data' in content);
}

function imagesIn(file: string, contents: readonly Content[], { variable }: ImportRecipe): NamedArray {
  const arrays = arraysIn(contents);
  const stacks = arrays.filter(({ dims }) => dims.length === 2 || dims.length === 3);
  const only = stacks.length === 1 && variable === undefined ? stacks[0] : null;
  const match = pickNamed(stacks, variable, IMAGE_NAMES) ?? only;
  if (match !== null) return match;
  const available = listed(arrays.map(({ name, dims }) => `${name} (${dims.join(' × ')})`));
  throw new ImportError(
    `${file}: expected an array of images named ${variable ?? 'images, fea or X'}, found ${available || 'none'}.`,
  );
}

function labelsIn(file: string, others: readonly Content[], { labels }: ImportRecipe, only: boolean): NamedText | null {
  // Names before numbers: an archive may contain both.
  const match = only ? others[0] : pickNamed(others, labels, ['subjects', ...LABEL_NAMES]);
  if (match === null) {
    if (labels === undefined) return null;
    throw new ImportError(
      `${file} holds no array ${labels}; it holds ${listed(others.map(({ name }) => name)) || 'no other'}.`,
    );
  }
  return 'values' in match ? match : { name: match.name, values: labelsOf(file, match) };
}

/** Sizes of the images of a folder before they are read, and the question that several sizes ask. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SizeCount } from '../../../core/contract/imports.ts';
import { canvasOf, fittedShape } from '../../../core/images/canvas.ts';
import { headerSize } from '../../../core/formats/pictures/headerSize.ts';
import { rawLength } from '../../../core/formats/raw.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { Doubt, ReadingChoice } from '../../../core/readings/reading.ts';
import { plural } from '../../../core/text/phrases.ts';
import { Cancelled } from '../../cancelled.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { rawLayoutOf } from '../decode/decodeImage.ts';
import { readEnds, type Within } from '../decode/readLimited.ts';
import { isEnlarged, sizingOf } from '../decode/resizeImage.ts';
import type { FilesSource } from '../source.ts';
import type { ImageSize } from '../types.ts';
import { readSourceImage } from './sourceImages.ts';

/** Files read concurrently. */
const ABREAST = 8;

/** First bytes to read: the headers of most files, and those behind the thumbnails and profiles of a camera. */
const HEADS = [2 ** 15, 2 ** 20] as const;

/** Bytes that hold the end mark of any format. */
const TAIL = 16;

/**
 * Size of every image of the source as it is decoded, or the reason why it cannot be read: by its header if that is
 * conclusive, else by decoding it. Sizes in `read` are taken as they are. Throws Cancelled.
 */
export async function imageSizes(
  source: FilesSource,
  recipe: ImportRecipe,
  signal?: AbortSignal,
  read: readonly (ImageSize | null)[] = [],
): Promise<readonly (ImageSize | string)[]> {
  const sizes = source.recipes.map((_, n): ImageSize | string => read[n] ?? '');
  let next = 0;
  const reader = async (): Promise<void> => {
    while (next < sizes.length) {
      if (signal?.aborted) throw new Cancelled();
      const n = next++;
      if (sizes[n] === '') sizes[n] = await sizeOf(source, n, recipe, signal);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, reader));
  return sizes;
}

async function sizeOf(
  source: FilesSource,
  n: number,
  recipe: ImportRecipe,
  signal?: AbortSignal,
): Promise<ImageSize | string> {
  try {
    const size = (await statedSize(source, n, recipe)) ?? (await readSourceImage(source, n, recipe, signal));
    return { rows: size.rows, cols: size.cols };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return fileReason(error);
  }
}

/**
 * Sizes by path, frame, version of the file and layout of its samples: the answers of a question ask for the same files
 * again.
 */
const remembered = new Map<string, ImageSize>();

/** Sizes that are remembered at once. */
const MOST_REMEMBERED = 50_000;

async function statedSize(source: FilesSource, n: number, recipe: ImportRecipe): Promise<ImageSize | null> {
  const { file, frame } = source.recipes[n];
  const path = join(source.root, frame?.file ?? file);
  const { size: length, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  const key = JSON.stringify([path, frame?.number, String(length), String(mtimeNs), String(ctimeNs), recipe.raw]);
  const before = remembered.get(key);
  if (before !== undefined) return before;
  const size = await sizeByHeader(path, frame?.number, source.within, recipe);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (size !== null) remembered.set(key, { rows: size.rows, cols: size.cols });
  return size;
}

async function sizeByHeader(
  path: string,
  frame: number | undefined,
  within: Within,
  recipe: ImportRecipe,
): Promise<ImageSize | null> {
  for (const head of HEADS) {
    const ends = await readEnds(path, head, TAIL, within);
    const raw = rawLayoutOf(path, ends.length, recipe.raw);
    if (raw !== undefined) return ends.length === rawLength(raw) ? raw : null;
    const size = headerSize(ends, frame);
    if (size !== null || ends.length <= head) return size;
  }
  return null;
}

/** How many images have each size, the most common first; on a tie the size that comes first. */
export function sizeCounts(sizes: readonly (ImageSize | string | null)[]): SizeCount[] {
  const counts = new Map<string, SizeCount>();
  for (const size of sizes) {
    if (size === null || typeof size === 'string') continue;
    const { rows, cols } = size;
    const key = `${rows} × ${cols}`;
    counts.set(key, { rows, cols, images: (counts.get(key)?.images ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.images - a.images);
}

/** Whether an image of this size is kept by an import to `size` of images whose most common size is `common`. */
export function isKept(image: ImageSize, size: ImageSize | null, recipe: ImportRecipe, common: ImageSize): boolean {
  const sizing = sizingOf(size, recipe);
  if (sizing !== null) return !isEnlarged(image, sizing);
  return image.rows === common.rows && image.cols === common.cols;
}

/** Sizes named in a question. */
const NAMED = 4;

/** The question that images of several sizes ask; none if there is one size, or if the import settles it. */
export function sizesDoubts(
  { recipes }: Pick<FilesSource, 'recipes'>,
  sizes: readonly (ImageSize | string)[],
  size: ImageSize | null,
  recipe: ImportRecipe,
): readonly Doubt[] {
  const counts = sizeCounts(sizes);
  if (counts.length < 2 || sizingOf(size, recipe) !== null || recipe.skipOtherSizes === true) return [];
  const [common] = counts;
  const choice = (choiceRecipe: ImportRecipe): Pick<ReadingChoice, 'recipe' | 'images' | 'subjects'> => {
    const kept = recipes.filter((_, n) => {
      const image = sizes[n];
      return typeof image !== 'string' && isKept(image, null, choiceRecipe, common);
    });
    return {
      recipe: choiceRecipe,
      images: kept.length,
      subjects: new Set(kept.map(({ subject }) => subject)).size,
    };
  };
  const canvas = canvasOf(counts.map((image) => fittedShape(image, null)));
  const [padded, skipped] = [choice({ fit: 'pad' }), choice({ skipOtherSizes: true })];
  const named = counts.slice(0, NAMED).map(({ rows, cols, images }) => `${images} of ${rows} × ${cols}`);
  const more = counts.length - named.length;
  const doubt: Doubt = {
    aspect: 'sizes',
    title: `The images have ${counts.length} sizes. What becomes of them?`,
    text: `There are ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'further size')}` : ''}.`,
    choices: [
      {
        ...padded,
        title: 'On one canvas',
        detail: `Every image keeps its proportions, in the middle of a black canvas of ${canvas.rows} × ${canvas.cols}.`,
        evidence: [`All ${plural(padded.images, 'image')} are kept.`],
        concerns: ['A study needs aligned faces: find and crop them first.'],
      },
      {
        ...skipped,
        title: `Only ${common.rows} × ${common.cols}, the most common size`,
        detail: `${skipped.images} of ${plural(padded.images, 'image')}, ${common.rows} × ${common.cols}.`,
        evidence: [],
        concerns: [`${plural(padded.images - skipped.images, 'image')} of other sizes are left out.`],
      },
    ],
  };
  return [doubt];
}

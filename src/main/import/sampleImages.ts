/** Some images of a source that is not imported yet. */
import { join } from 'node:path';
import type { ImportRecipe } from '../../core/contract/importRecipe.ts';
import type { Original } from '../../core/images/preprocess/apply.ts';
import { bringTo } from './bringTo.ts';
import { readImage } from './decodeImage.ts';
import { openSource } from './openSource.ts';
import type { ImportSource } from './source.ts';
import { ImportError, type ImageSize, type ImportOptions } from './types.ts';

export interface SampleImage extends Original {
  readonly file: string;
}

/** At most `count` readable images, evenly spaced, as an import would store them. Throws ImportError where there are none. */
export async function sampleImages(
  { path, size, recipe = {}, roots, signal }: ImportOptions,
  count: number,
): Promise<SampleImage[]> {
  const source = await openSource(path, recipe, { signal }, roots);
  const found: SampleImage[] = [];
  let reason = 'it holds no images';
  for (const n of evenly(source.kind === 'files' ? source.recipes.length : source.images.count, count)) {
    try {
      found.push(await imageOf(source, n, size, recipe));
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  if (found.length === 0) throw new ImportError(`No image can be shown: ${reason}.`);
  return found;
}

async function imageOf(
  source: ImportSource,
  n: number,
  size: ImageSize | null,
  recipe: ImportRecipe,
): Promise<SampleImage> {
  const { file, image } = await originalOf(source, n, recipe);
  return { file, ...(size === null ? image : bringTo(image, { ...recipe, size })) };
}

async function originalOf(source: ImportSource, n: number, recipe: ImportRecipe) {
  if (source.kind === 'files') {
    const { file } = source.recipes[n];
    return { file, image: await readImage(join(source.root, file), recipe) };
  }
  const { rows, cols, pixels } = source.images;
  const own = pixels.slice(n * rows * cols, (n + 1) * rows * cols);
  return { file: source.files[n], image: { rows, cols, pixels: own, colours: null } };
}

function evenly(total: number, count: number): number[] {
  const taken = Math.min(total, count);
  return Array.from({ length: taken }, (_, n) => Math.floor((n * total) / taken));
}

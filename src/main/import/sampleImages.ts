/** Sample images of a source before its import. */
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import type { Original } from '../../core/images/preprocess/preprocess.ts';
import { resizeImage, sizingOf } from './decode/resizeImage.ts';
import type { GreyImage } from './decode/decodeImage.ts';
import { withSource } from './archives/withSource.ts';
import { readSourceImage } from './sources/sourceImages.ts';
import type { ImportSource } from './source.ts';
import { ImportError, type ImageSize, type ImportOptions } from './types.ts';

export interface SampleImage extends Original {
  /** Position among the files of the source. */
  readonly index: number;
}

export interface Samples {
  readonly images: readonly SampleImage[];
  readonly files: readonly string[];
}

/**
 * At most `count` readable images, evenly spaced, as an import would store them. Throws ImportError if there are none.
 */
export async function sampleImages(
  { path, size, recipe = {}, roots, signal }: ImportOptions,
  count: number,
): Promise<Samples> {
  return withSource(path, recipe, { signal }, roots, async (source) => {
    const samples: SampleImage[] = [];
    let reason = 'it holds no images';
    const files = source.kind === 'files' ? source.recipes.map(({ file }) => file) : source.files;
    for (const index of evenly(files.length, count)) {
      try {
        samples.push({ index, ...(await imageOf(source, index, size, recipe)) });
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    if (samples.length === 0) throw new ImportError(`No image can be shown: ${reason}.`);
    return { images: samples, files };
  });
}

async function imageOf(
  source: ImportSource,
  n: number,
  size: ImageSize | null,
  recipe: ImportRecipe,
): Promise<GreyImage> {
  const image = await originalOf(source, n, recipe);
  const sizing = sizingOf(size, recipe);
  return sizing === null ? image : resizeImage(image, sizing);
}

/** Image n of a source as its file holds it. Throws FormatError, Cancelled, the system's error. */
export async function originalOf(source: ImportSource, n: number, recipe: ImportRecipe): Promise<GreyImage> {
  if (source.kind === 'files') return readSourceImage(source, n, recipe);
  const { rows, cols, pixels } = source.images;
  return { rows, cols, pixels: pixels.slice(n * rows * cols, (n + 1) * rows * cols), colours: null };
}

/** At most `count` of the numbers 0 … total − 1, evenly spaced, starting with 0. */
export function evenly(total: number, count: number): number[] {
  const taken = Math.min(total, count);
  return Array.from({ length: taken }, (_, n) => Math.floor((n * total) / taken));
}

/** Decodes the files of a folder into images of one shape. */
import { canvasOf } from '../../../core/images/canvas.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { resizeImage, sizingOf } from '../decode/resizeImage.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { requireMemoryFor } from '../decode/memoryLimit.ts';
import { imageBuffer, type ImageBuffer } from '../decode/imageBuffer.ts';
import { imageSizes, sizeCounts, sizesDoubts } from './imageSizes.ts';
import { readSourceImage } from './sourceImages.ts';
import type { FilesSource, ImageRecipe, ReadImages } from '../source.ts';
import { throttled } from '../throttled.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError, ImportQuestion, type ImageSize, type ImportOptions } from '../types.ts';

/** Files read concurrently: sharp decodes in its own threads, and reading runs ahead. */
const ABREAST = 4;

/**
 * Reads all files. Files that fail become problems, as do those of other sizes than the most common one with
 * `skipOtherSizes`. Without it and without a size or canvas, throws ImportQuestion at the first image of another size.
 */
export async function readFiles(
  source: FilesSource,
  { size, recipe = {}, folder, inMemory, signal, onProgress }: ImportOptions,
): Promise<ReadImages> {
  const { recipes } = source;
  const sizing = sizingOf(size, recipe);
  if (size !== null) requireMemoryFor(recipes.length, size, sizing ?? {});
  const buffer = imageBuffer(recipes.length, sizing !== null, { folder, inMemory });
  const reasons = new Map<number, string>();
  const report = throttled(onProgress);
  const oneSize = sizing === null && recipe.skipOtherSizes !== true;
  let firstSize: ImageSize | null = null;
  let sizesDiffer = false;
  let next = 0;
  let done = 0;
  const reader = async (): Promise<void> => {
    while (next < recipes.length && !sizesDiffer) {
      if (signal?.aborted) throw new Cancelled();
      const n = next++;
      try {
        const image = await readSourceImage(source, n, recipe, signal);
        firstSize ??= { rows: image.rows, cols: image.cols };
        sizesDiffer ||= oneSize && (image.rows !== firstSize.rows || image.cols !== firstSize.cols);
        buffer.put(n, sizing === null ? image : resizeImage(image, sizing), image);
      } catch (error) {
        if (error instanceof ImportError) throw error;
        reasons.set(n, fileReason(error));
      }
      done++;
      report({ done, total: recipes.length, running: recipes[n].file });
    }
  };
  try {
    await allEnded(Array.from({ length: ABREAST }, reader));
    if (signal?.aborted) throw new Cancelled();
    const shapes = recipes.map((_, n) => buffer.shapeOf(n));
    if (sizesDiffer) {
      const sizes = await imageSizes(source, recipe, signal, shapes);
      throw new ImportQuestion(sizesDoubts(source, sizes, size, recipe));
    }
    const shape =
      size ?? (sizing === null ? usualSize(shapes) : canvasOf(shapes.filter((fileShape) => fileShape !== null)));
    // A given size is checked before reading.
    if (sizing !== null && size === null) requireMemoryFor(recipes.length, shape, sizing);
    return collect(recipes, buffer, shapes, shape, sizing !== null, reasons, source.problems);
  } catch (error) {
    buffer.release();
    throw error;
  }
}

/** Waits for all, even if one has failed: the others may still be writing. Throws the first error. */
async function allEnded(readers: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(readers)).find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The most common size; 0 × 0 if no image could be read. */
function usualSize(shapes: readonly (ImageSize | null)[]): ImageSize {
  const [{ rows, cols } = { rows: 0, cols: 0 }] = sizeCounts(shapes);
  return { rows, cols };
}

function collect(
  recipes: readonly ImageRecipe[],
  buffer: ImageBuffer,
  shapes: readonly (ImageSize | null)[],
  shape: ImageSize,
  sized: boolean,
  reasons: Map<number, string>,
  earlier: readonly ImportProblem[],
): ReadImages {
  const kept: number[] = [];
  shapes.forEach((image, n) => {
    if (image === null) return;
    if (sized || (image.rows === shape.rows && image.cols === shape.cols)) kept.push(n);
    else {
      reasons.set(
        n,
        `it has ${image.rows} × ${image.cols} pixels, and the most common size is ${shape.rows} × ${shape.cols}; choose a size, or one canvas for all`,
      );
    }
  });
  const problems = [...reasons].sort(([a], [b]) => a - b).map(([n, reason]) => ({ file: recipes[n].file, reason }));
  return {
    ...buffer.take(kept, shape),
    subjects: kept.map((n) => recipes[n].subject),
    files: kept.map((n) => recipes[n].file),
    attributes: kept.map((n) => recipes[n].attributes),
    problems: [...earlier, ...problems],
  };
}

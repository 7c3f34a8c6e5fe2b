/** Decodes the files of a folder into images of one shape. */
import { canvasOf } from '../../../core/images/canvas.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { resizeImage, sizingOf } from '../decode/resizeImage.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { requireMemoryFor } from '../decode/memoryLimit.ts';
import { imageBuffer, type ImageBuffer } from '../decode/imageBuffer.ts';
import { readSourceImage } from './sourceImages.ts';
import type { FilesSource, ImageRecipe, ReadImages } from '../source.ts';
import { throttled } from '../throttled.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError, type ImageSize, type ImportOptions } from '../types.ts';

/** Files read concurrently: sharp decodes in its own threads, and reading runs ahead. */
const ABREAST = 4;

/**
 * Reads all files. Files that fail become problems, as do those with a shape other than the most common one if neither
 * a size nor a canvas is requested.
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
  let next = 0;
  let done = 0;
  const reader = async (): Promise<void> => {
    while (next < recipes.length) {
      if (signal?.aborted) throw new Cancelled();
      const n = next++;
      try {
        const image = await readSourceImage(source, n, recipe, signal);
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
    const shape =
      size ?? (sizing === null ? commonShape(shapes) : canvasOf(shapes.filter((fileShape) => fileShape !== null)));
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

/** The most frequent image shape; the first on a tie. */
function commonShape(images: readonly (ImageSize | null)[]): ImageSize {
  const counts = new Map<string, { shape: ImageSize; count: number }>();
  for (const image of images) {
    if (image === null) continue;
    const key = `${image.rows} × ${image.cols}`;
    const entry = counts.get(key) ?? { shape: { rows: image.rows, cols: image.cols }, count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count);
  return sorted[0]?.shape ?? { rows: 0, cols: 0 };
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
        `it has ${image.rows} × ${image.cols} pixels, most images have ${shape.rows} × ${shape.cols}; choose a size, or one canvas for all`,
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

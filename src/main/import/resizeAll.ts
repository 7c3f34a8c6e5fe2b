/** Brings the images of a MATLAB or IDX file to another size. */
import { setImmediate } from 'node:timers/promises';
import { resize } from '../../core/images/resize.ts';
import { checkRoom } from './room.ts';
import type { ArraySource } from './source.ts';
import { throttled } from './throttled.ts';
import { ImportCancelled, type ImageSize, type ImportedImages, type ImportOptions } from './types.ts';

/** Images between two looks at the abort signal. */
const SLICE = 100;

/** Every image at this size; the same images where they have that size already. */
export async function resizeAll(
  { images, files }: ArraySource,
  { rows, cols }: ImageSize,
  { filter = 'area', signal, onProgress }: ImportOptions,
): Promise<ImportedImages> {
  if (images.rows === rows && images.cols === cols) return images;
  checkRoom(images.count, { rows, cols });
  const from = images.rows * images.cols;
  const pixels = new Float64Array(images.count * rows * cols);
  const report = throttled(onProgress);
  for (let n = 0; n < images.count; n++) {
    const image = { rows: images.rows, cols: images.cols, pixels: images.pixels.subarray(n * from, (n + 1) * from) };
    pixels.set(resize(image, rows, cols, filter), n * rows * cols);
    report({ done: n + 1, total: images.count, running: files[n] });
    if (n % SLICE !== SLICE - 1) continue;
    await setImmediate();
    if (signal?.aborted) throw new ImportCancelled();
  }
  return { rows, cols, count: images.count, pixels };
}

/** Brings the images of a MATLAB, NumPy, CSV or IDX file to another size. */
import type { Steps } from '../../../core/formats/steps.ts';
import { isEnlarged, resizeImage, type Sizing } from './resizeImage.ts';
import { requireMemoryFor } from './memoryLimit.ts';
import type { ArraySource } from '../source.ts';
import { ImportError, type ImageSize, type ImportedImages, type ImportProgress } from '../types.ts';

/** Every image at this size, one a step; the same images where they have that size already. Throws ImportError. */
export function* resizeAll(
  { images, files }: ArraySource,
  sizing: Sizing & { readonly size: ImageSize },
  report: (progress: ImportProgress) => void,
): Steps<ImportedImages> {
  const { rows, cols } = sizing.size;
  if (images.rows === rows && images.cols === cols) return images;
  if (isEnlarged(images, sizing)) {
    throw new ImportError(
      `The images have ${images.rows} × ${images.cols} pixels, fewer than the ${rows} × ${cols} asked for; allow enlarging, or choose a smaller size.`,
    );
  }
  requireMemoryFor(images.count, sizing.size, sizing);
  const from = images.rows * images.cols;
  const length = images.count * rows * cols;
  const pixels = sizing.depth === '8-bit' ? new Uint8Array(length) : new Float64Array(length);
  for (let n = 0; n < images.count; n++) {
    const image = { ...images, pixels: images.pixels.subarray(n * from, (n + 1) * from), colours: null };
    pixels.set(resizeImage(image, sizing).pixels, n * rows * cols);
    report({ done: n + 1, total: images.count, running: files[n] });
    yield;
  }
  return { rows, cols, count: images.count, pixels };
}

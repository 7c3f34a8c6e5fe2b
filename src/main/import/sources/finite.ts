/** Leaves out images whose grey values are not all finite. */
import { keepImages } from './keepImages.ts';
import type { ArraySource } from '../source.ts';

/** The source without images that hold NaN or infinity; each of them becomes a problem. */
export function withoutNonFinite(source: ArraySource): ArraySource {
  const { images, files, problems } = source;
  if (images.pixels instanceof Uint8Array) return source;
  const size = images.rows * images.cols;
  const kept: number[] = [];
  const bad: number[] = [];
  for (let n = 0; n < images.count; n++) {
    const finite = images.pixels.subarray(n * size, (n + 1) * size).every(Number.isFinite);
    (finite ? kept : bad).push(n);
  }
  if (bad.length === 0) return source;
  return {
    ...source,
    ...keepImages(source, kept),
    problems: [...problems, ...bad.map((n) => ({ file: files[n], reason: 'it holds values that are not finite' }))],
  };
}

/** Reads pixels of imported images from memory or the spool. */
import type { ImportedImages } from '../types.ts';

export type Pixels = Uint8Array | Float64Array;

/** Pixels of images `from` … `to` − 1: a view, or read from the spool. */
export function pixelsAt(images: ImportedImages, from: number, to: number): Pixels {
  if (images.part) return images.part(from, to);
  const size = images.rows * images.cols;
  return images.pixels.subarray(from * size, to * size);
}

export function areBytes(images: ImportedImages): boolean {
  return pixelsAt(images, 0, 0) instanceof Uint8Array;
}

export function selectImported(images: ImportedImages, kept: readonly number[]): ImportedImages {
  const { rows, cols, part } = images;
  const size = rows * cols;
  const collect = (numbers: readonly number[]): Pixels => {
    const pixels = areBytes(images) ? new Uint8Array(numbers.length * size) : new Float64Array(numbers.length * size);
    numbers.forEach((n, at) => pixels.set(pixelsAt(images, n, n + 1), at * size));
    return pixels;
  };
  if (!part) return { rows, cols, count: kept.length, pixels: collect(kept) };
  return imagesByParts(rows, cols, kept.length, (from, to) => collect(kept.slice(from, to)));
}

/** Images that are read on demand; `pixels` reads all of them each time. */
export function imagesByParts(
  rows: number,
  cols: number,
  count: number,
  part: NonNullable<ImportedImages['part']>,
): ImportedImages {
  return {
    rows,
    cols,
    count,
    part,
    get pixels() {
      return part(0, count);
    },
  };
}

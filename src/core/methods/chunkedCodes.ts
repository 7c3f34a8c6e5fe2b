/** Codes of image sets that are too large to keep all codes. */
import { partOfStack, streamedStack, type MatrixStack } from '../linalg/index.ts';
import type { ImageSet } from '../images/imageSet.ts';

/** Maximum bytes of codes that are computed at once and kept. */
const KEPT_BYTES = 2 ** 26;

/** Whether the codes (rows × cols) of all these images are computed at once. */
export function fitsInMemory({ count }: ImageSet, rows: number, cols: number, kept = KEPT_BYTES): boolean {
  return 8 * count * rows * cols <= kept;
}

/**
 * The codes (rows × cols) that `encode` computes for images: all at once, or, beyond `kept` bytes, part by part on
 * every read, e.g. in a sweep that processes a gallery block by block. `encode` must give an image the same bits in any
 * part.
 */
export function chunkedCodes(
  images: ImageSet,
  rows: number,
  cols: number,
  encode: (part: ImageSet) => MatrixStack,
  kept = KEPT_BYTES,
): MatrixStack {
  if (fitsInMemory(images, rows, cols, kept)) return encode(images);
  return streamedStack(images.count, rows, cols, (from, to, target, at) =>
    target.set(encode(partOfStack(images, from, to)).data, at),
  );
}

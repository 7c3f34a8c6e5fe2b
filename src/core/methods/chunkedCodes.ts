/** Codes of more images than codes should be kept of. */
import { partOfStack, streamedStack, type MatrixStack } from '../linalg/index.ts';
import type { ImageSet } from '../images/imageSet.ts';

/** Bytes up to which the codes of all images are made at once and kept. */
const KEPT_BYTES = 2 ** 26;

/** Whether the codes (rows × cols) of all these images are made at once. */
export function fitsInMemory({ count }: ImageSet, rows: number, cols: number, kept = KEPT_BYTES): boolean {
  return 8 * count * rows * cols <= kept;
}

/**
 * The codes (rows × cols) that `encode` makes of images: of all at once, or, where these would take more than `kept`
 * bytes, of a part of them whenever that is read, e.g. by a sweep that goes through a gallery block by block. `encode`
 * gives an image the same bits in any part.
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

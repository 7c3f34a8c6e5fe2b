/** Datasets written image by image, without a copy of all pixels or of the whole file. */
import type { LabelledImages } from './labelledImages.ts';

type Samples = Uint8Array | Float64Array;

export interface ImageStream extends Omit<LabelledImages, 'pixels' | 'colours'> {
  /** 'u8': all samples are integers 0 … 255. */
  readonly type: 'u8' | 'f64';
  /** Grey values of image n, row by row. */
  readonly pixelsOf: (n: number) => Samples;
  /** RGB triples of image n in the same type, null if it is grey; absent: all images are grey. */
  readonly coloursOf?: (n: number) => Samples | null;
}

/** Maximum bytes of a block, except for larger images. */
const BLOCK_BYTES = 2 ** 20;

/** Grey values of all images, one block at a time. */
export function greyBlocks(images: ImageStream): Iterable<Samples> {
  return blocks(images, 1, images.pixelsOf);
}

/** The triples of all images, grey ones included; null if every image is grey. */
export function colourBlocks(images: ImageStream): Iterable<Samples> | null {
  const { coloursOf, pixelsOf } = images;
  if (!coloursOf) return null;
  return blocks(images, 3, (n) => coloursOf(n) ?? tripled(pixelsOf(n)));
}

function tripled(grey: Samples): Samples {
  const result = grey instanceof Uint8Array ? new Uint8Array(3 * grey.length) : new Float64Array(3 * grey.length);
  grey.forEach((value, i) => result.fill(value, 3 * i, 3 * i + 3));
  return result;
}

function* blocks(
  { count, rows, cols, type }: ImageStream,
  channels: number,
  samplesOf: (n: number) => Samples,
): Iterable<Samples> {
  const size = rows * cols * channels;
  const most = Math.max(1, Math.floor(BLOCK_BYTES / Math.max(1, size * (type === 'u8' ? 1 : 8))));
  for (let from = 0; from < count; from += most) {
    const length = Math.min(most, count - from);
    const block = type === 'u8' ? new Uint8Array(length * size) : new Float64Array(length * size);
    for (let n = 0; n < length; n++) block.set(samplesOf(from + n), n * size);
    yield block;
  }
}

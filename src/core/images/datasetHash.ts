/** Fingerprint of a dataset: part of every result, to identify the pixels that it came from. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Images in memory, or read one by one. */
export type HashedImages = {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
} & (
  | {
      /** Pixel (r, c) of image n is `pixels[(n·rows + r)·cols + c]`. */
      readonly pixels: Uint8Array | Float64Array;
    }
  | {
      /** Pixels of image n, row by row; the array may be reused for the next image. */
      readonly read: (n: number) => Float64Array;
    }
);

/** SHA-256 (hex) of shape, pixels and labels; see `datasetBytes`. */
export function datasetHash(images: HashedImages, labels: readonly string[]): string {
  const hash = sha256.create();
  for (const part of datasetBytes(images, labels)) hash.update(part);
  return bytesToHex(hash.digest());
}

/**
 * The hashed bytes, in parts: the text "eigenbench dataset 1\n"; count, rows, cols as little-endian uint32; every pixel
 * as little-endian float64 (so bytes and floats of equal value hash alike), one part per image; then for every image
 * the length of its label in UTF-8 as little-endian uint32 and the label.
 */
export function* datasetBytes(images: HashedImages, labels: readonly string[]): Generator<Uint8Array> {
  const { rows, cols, count } = images;
  const size = rows * cols;
  if (('pixels' in images && images.pixels.length !== count * size) || labels.length !== count) {
    const pixels = 'pixels' in images ? `${images.pixels.length} pixels and ` : '';
    throw new RangeError(`datasetHash: ${pixels}${labels.length} labels for ${count} images of ${rows} × ${cols}`);
  }
  yield new TextEncoder().encode('eigenbench dataset 1\n');
  yield uint32Bytes(count, rows, cols);
  for (let n = 0; n < count; n++) {
    yield float64Bytes('pixels' in images ? images.pixels.subarray(n * size, (n + 1) * size) : images.read(n));
  }
  for (const label of labels) {
    const text = new TextEncoder().encode(label);
    yield uint32Bytes(text.length);
    yield text;
  }
}

function uint32Bytes(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setUint32(4 * i, value, true));
  return new Uint8Array(view.buffer);
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Little-endian bytes; shares the memory of the values on little-endian machines. */
function float64Bytes(values: Uint8Array | Float64Array): Uint8Array {
  const floats = values instanceof Float64Array ? values : Float64Array.from(values);
  const bytes = new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
  if (IS_LITTLE_ENDIAN) return bytes;
  const swapped = bytes.slice();
  for (let offset = 0; offset < swapped.length; offset += 8) swapped.subarray(offset, offset + 8).reverse();
  return swapped;
}

/** The fingerprint of a dataset: part of every result, so that a table says exactly which pixels it came from. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Pixel (r, c) of image n is `pixels[(n·rows + r)·cols + c]`. */
export interface HashedImages {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly pixels: ArrayLike<number>;
}

/** SHA-256 (hex) of shape, pixels and labels; see `datasetBytes`. */
export function datasetHash(images: HashedImages, labels: readonly string[]): string {
  const hash = sha256.create();
  for (const part of datasetBytes(images, labels)) hash.update(part);
  return bytesToHex(hash.digest());
}

/**
 * The bytes that are hashed, in parts: the text "eigenbench dataset 1\n"; count, rows, cols as little-endian uint32; every
 * pixel as little-endian float64 (so bytes and floats of equal value hash alike), one part an image; then for every image
 * the length of its label in UTF-8 as little-endian uint32 and the label.
 */
export function* datasetBytes(images: HashedImages, labels: readonly string[]): Generator<Uint8Array> {
  const { rows, cols, count, pixels } = images;
  const size = rows * cols;
  if (pixels.length !== count * size || labels.length !== count) {
    throw new RangeError(
      `datasetHash: ${pixels.length} pixels and ${labels.length} labels for ${count} images of ${rows} × ${cols}`,
    );
  }
  yield new TextEncoder().encode('eigenbench dataset 1\n');
  yield littleEndian(4, 3, (view, i) => view.setUint32(4 * i, [count, rows, cols][i], true));
  for (let n = 0; n < count; n++) {
    yield littleEndian(8, size, (view, i) => view.setFloat64(8 * i, pixels[n * size + i], true));
  }
  for (const label of labels) {
    const text = new TextEncoder().encode(label);
    yield littleEndian(4, 1, (view) => view.setUint32(0, text.length, true));
    yield text;
  }
}

function littleEndian(width: number, count: number, set: (view: DataView, i: number) => void): Uint8Array {
  const bytes = new Uint8Array(width * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) set(view, i);
  return bytes;
}

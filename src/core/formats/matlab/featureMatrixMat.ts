import type { ImageStream } from '../imageStream.ts';
import { subjectNumbers } from '../labelledImages.ts';
import { column, matParts } from './matWriter.ts';

/** Bytes of the columns gathered per pass over the images. */
const PASS_BYTES = 2 ** 26;

/**
 * A dataset as Deng Cai's scripts load it, a MAT-file of two variables: `fea` (N × rows·columns, uint8 or double), one
 * image per row, its pixels column by column: `reshape(fea(n, :), rows, columns)` is image n; `gnd` (N × 1), subject
 * numbers from 1 in the order of their first images. Yields the parts of the file in order. `fea` is stored pixel by
 * pixel, so the images are read once per 64 MiB of it: memory does not grow with the number of pixels.
 */
export function encodeFeaMat(dataset: ImageStream): Iterable<Uint8Array<ArrayBuffer>> {
  const { rows, cols, count, type, subjects } = dataset;
  const size = rows * cols;
  return matParts('Eigenbench dataset, fea and gnd', [
    { name: 'fea', dims: [count, size], data: { type, length: count * size, parts: pixelColumns(dataset) } },
    column('gnd', subjectNumbers(subjects)),
  ]);
}

/** The columns of `fea`, several at a time. */
function* pixelColumns({ rows, cols, count, type, pixelsOf }: ImageStream): Iterable<Uint8Array | Float64Array> {
  const size = rows * cols;
  const most = Math.max(1, Math.floor(PASS_BYTES / (count * (type === 'u8' ? 1 : 8))));
  for (let from = 0; from < size; from += most) {
    const length = Math.min(most, size - from);
    const block = type === 'u8' ? new Uint8Array(length * count) : new Float64Array(length * count);
    for (let n = 0; n < count; n++) {
      const pixels = pixelsOf(n);
      for (let i = 0; i < length; i++) {
        const [c, r] = [Math.floor((from + i) / rows), (from + i) % rows];
        block[i * count + n] = pixels[r * cols + c];
      }
    }
    yield block;
  }
}

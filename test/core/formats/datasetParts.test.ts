/** Datasets are encoded part by part: an image is read when its part is asked for. */
import { expect, it } from 'vitest';
import { encodeDatasetArff } from '../../../src/core/formats/tables/arff.ts';
import { encodeDatasetMat } from '../../../src/core/formats/matlab/datasetMat.ts';
import { encodeDatasetNpz } from '../../../src/core/formats/datasetNpz.ts';
import type { ImageStream } from '../../../src/core/formats/imageStream.ts';
import { encodeDatasetLibsvm } from '../../../src/core/formats/tables/libsvm.ts';

/** Six images of 0.5 MiB of noise, two per block. */
function images(read: (n: number) => void): ImageStream {
  const [rows, cols, count] = [512, 1024, 6];
  let state = 1;
  const noise = Uint8Array.from({ length: rows * cols }, () => (state = (state * 48271) % 2147483647) & 255);
  const texts = Array.from({ length: count }, (_, n) => `s${n}`);
  return {
    rows,
    cols,
    count,
    type: 'u8',
    pixelsOf(n) {
      read(n);
      return noise;
    },
    subjects: texts,
    files: texts,
    attributes: texts.map(() => ({})),
  };
}

it.each([
  ['mat', encodeDatasetMat],
  ['npz', encodeDatasetNpz],
  ['arff', encodeDatasetArff],
  ['libsvm', encodeDatasetLibsvm],
])('%s holds no more than a block of images', (_, encode) => {
  let read = 0;
  let written = 0;
  let furthest = 0;
  for (const part of encode(images(() => read++))) {
    written += part.length;
    furthest = Math.max(furthest, read * 512 * 1024 - written);
  }
  expect(read).toBe(6);
  expect(written).toBeGreaterThan(6 * 512 * 1024);
  // A block, and what the compression holds back of it.
  expect(furthest).toBeLessThan(2 * 1024 * 1024);
});

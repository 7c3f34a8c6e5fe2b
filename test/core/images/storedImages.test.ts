import { describe, expect, it } from 'vitest';
import { meanImage, selectImages } from '../../../src/core/images/imageSet.ts';
import { imagesOfPixels, placeOf, storedPixels } from '../../../src/core/images/storedImages.ts';
import { matrixStack } from '../../../src/core/linalg/index.ts';

const [count, rows, cols] = [13, 3, 2];
const values = Uint8Array.from({ length: count * rows * cols }, (_, i) => (i * 37) % 256);

describe.each(['u8', 'f64'] as const)('images that are stored as %s', (type) => {
  const plain = matrixStack(count, rows, cols, Float64Array.from(values));
  // Pieces of one, a few and all images; 7 images of 6 pixels leave room at the end of a piece.
  for (const images of [1, 4, 7.5, 100]) {
    const pixels = storedPixels({ rows, cols, count, type }, images * 6 * (type === 'u8' ? 1 : 8));
    for (let n = 0; n < count; n++) placeOf(pixels)(n).set(values.subarray(n * 6, n * 6 + 6));

    it(`are the same in pieces of ${images}`, () => {
      expect(pixels.pieces).toHaveLength(Math.ceil(count / Math.floor(images)));
      const stored = imagesOfPixels(pixels);
      expect(stored.data).toEqual(plain.data);
      const index = Int32Array.of(12, 5, 6, 7, 8, 0);
      expect(selectImages(imagesOfPixels(pixels), index).data).toEqual(selectImages(plain, index).data);
      expect(meanImage(imagesOfPixels(pixels))).toEqual(meanImage(plain));
    });
  }

  it('take one byte or eight per pixel', () => {
    const pixels = storedPixels({ rows, cols, count, type });
    expect(pixels.pieces.map((piece) => piece.byteLength)).toEqual([count * 6 * (type === 'u8' ? 1 : 8)]);
  });
});

import { describe, expect, it } from 'vitest';
import { asVectors, centreImages, meanImage, selectImages, valueRange } from '../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';

const images = matrixStack(3, 1, 2, Float64Array.of(1, 2, 3, 6, 5, 1));

describe('image sets', () => {
  it('have the range of their values', () => {
    const images = matrixStack(2, 1, 2);
    images.data.set([3, -1, 250, 7]);
    expect(valueRange(images)).toEqual({ low: -1, high: 250 });
    expect(valueRange(matrixStack(0, 1, 2))).toEqual({ low: Infinity, high: -Infinity });
  });

  it('selects images by index, with repetition, as a copy', () => {
    const chosen = selectImages(images, [2, 0, 2]);
    expect([...chosen.data]).toEqual([5, 1, 1, 2, 5, 1]);
    chosen.data[0] = 99;
    expect(images.data[4]).toBe(5);
  });

  it('averages and centres', () => {
    const mean = meanImage(images);
    expect([...mean.data]).toEqual([3, 3]);
    expect([...centreImages(images, mean).data]).toEqual([-2, -1, 0, 3, 2, -2]);
    expect(() => meanImage(matrixStack(0, 1, 2))).toThrow('the image set is empty');
  });

  it('are seen as vectors over the same memory', () => {
    const vectors = asVectors(images);
    expect([vectors.rows, vectors.cols]).toEqual([3, 2]);
    expect(vectors.data).toBe(images.data);
  });
});

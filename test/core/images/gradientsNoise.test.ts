import { describe, expect, it } from 'vitest';
import type { ImageSet } from '../../../src/core/images/imageSet.ts';
import { addPixelNoise } from '../../../src/core/images/noise.ts';
import { matrixStack } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { featuresOf } from '../../support/featuresOf.ts';

const gradientImages = (images: ImageSet) => featuresOf(['gradients'], images);

describe('Gradient images', () => {
  it('hold central differences inside and one-sided ones at the border, horizontal above vertical', () => {
    const images = matrixStack(2, 2, 3, Float64Array.of(1, 2, 4, 7, 11, 16, 0, 0, 0, 5, 5, 5));
    const gradients = gradientImages(images);
    expect([gradients.count, gradients.rows, gradients.cols]).toEqual([2, 4, 3]);
    expect([...gradients.data]).toEqual([1, 1.5, 2, 4, 4.5, 5, 6, 9, 12, 6, 9, 12, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5]);
  });

  it('are constant on a plane and zero along a dimension of one pixel', () => {
    const plane = matrixStack(1, 4, 5);
    plane.data.forEach((_, i) => (plane.data[i] = 3 * (i % 5) - 2 * Math.floor(i / 5)));
    const { data } = gradientImages(plane);
    expect([...data]).toEqual([...new Array<number>(20).fill(3), ...new Array<number>(20).fill(-2)]);
    expect([...gradientImages(matrixStack(1, 1, 2, Float64Array.of(1, 4))).data]).toEqual([3, 3, 0, 0]);
  });
});

describe('Pixel noise', () => {
  it('has the mean and deviation asked for, and leaves the images alone', () => {
    const images = matrixStack(20, 30, 40, new Float64Array(24_000).fill(100));
    const noisy = addPixelNoise(images, 25.5, stream('noise'));
    const mean = noisy.data.reduce((sum, value) => sum + value, 0) / 24_000;
    const variance = noisy.data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 24_000;
    // Standard errors: 0.16 of the mean, 0.12 of the deviation.
    expect(Math.abs(mean - 100)).toBeLessThan(0.7);
    expect(Math.abs(Math.sqrt(variance) - 25.5)).toBeLessThan(0.5);
    expect(images.data.every((value) => value === 100)).toBe(true);
  });

  it('is nothing at σ = 0 and refuses a negative σ', () => {
    const images = matrixStack(1, 1, 2, Float64Array.of(3, 4));
    expect([...addPixelNoise(images, 0, stream('none')).data]).toEqual([3, 4]);
    expect(() => addPixelNoise(images, -1, stream('none'))).toThrow(RangeError);
  });
});

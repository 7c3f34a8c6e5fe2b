import { describe, expect, it } from 'vitest';
import { eigenfaces, eigenSpectrum } from '../../../src/core/images/eigenSpectrum.ts';
import { matrixStack } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';

describe('eigenSpectrum', () => {
  it('gives planted variances along orthogonal images', () => {
    // ±a along one pixel, ±b along another: variances a² and b², in whatever number of images.
    const [a, b] = [3, 2];
    const images = [
      [a, 0],
      [-a, 0],
      [0, b],
      [0, -b],
    ].flatMap(([x, y]) => [5 + x, 7, 1 + y]);
    const { values, total } = eigenSpectrum(matrixStack(4, 1, 3, Float64Array.from(images)));
    expect(values).toHaveLength(2);
    expect(values[0]).toBeCloseTo((2 * a * a) / 4, 12);
    expect(values[1]).toBeCloseTo((2 * b * b) / 4, 12);
    expect(total).toBeCloseTo((2 * a * a + 2 * b * b) / 4, 12);
  });

  it('is the same from more images than pixels and from fewer: twice the images, the same spectrum', () => {
    const random = stream('spectrum');
    const few = Float64Array.from({ length: 6 * 20 }, () => random.normal());
    const many = Float64Array.from({ length: 24 * 20 }, (_, i) => few[i % few.length]);
    const [first, second] = [eigenSpectrum(matrixStack(6, 4, 5, few)), eigenSpectrum(matrixStack(24, 4, 5, many))];
    expect(first.values).toHaveLength(5);
    expect(second.values).toHaveLength(5);
    first.values.forEach((value, i) => expect(second.values[i]).toBeCloseTo(value, 10));
    expect(first.values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(first.total, 10);
  });

  it('has no eigenvalues where all images are equal', () => {
    expect(eigenSpectrum(matrixStack(3, 2, 2, new Float64Array(12).fill(7)))).toEqual({
      values: new Float64Array(0),
      total: 0,
    });
  });
});

describe('eigenfaces', () => {
  it('are the planted directions with their deviations, from more images than pixels and from fewer', () => {
    const direction = [0.6, 0, 0.8, 0, 0];
    for (const count of [4, 8]) {
      const heights = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? 2 : -2));
      const data = heights.flatMap((height) => direction.map((entry, i) => 10 + i + height * entry));
      const { mean, components } = eigenfaces(matrixStack(count, 1, 5, Float64Array.from(data)), 3);
      expect([...mean.data]).toEqual([10, 11, 12, 13, 14].map((value) => expect.closeTo(value, 12)));
      const [first, ...others] = components;
      expect(others).toEqual([]);
      expect([first.deviation, first.share]).toEqual([expect.closeTo(2, 9), expect.closeTo(1, 9)]);
      const sign = Math.sign(first.axis[0]);
      first.axis.forEach((entry, i) => expect(sign * entry).toBeCloseTo(direction[i], 9));
    }
  });
});

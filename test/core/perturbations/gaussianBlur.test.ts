import { describe, expect, it } from 'vitest';
import { gaussianBlur } from '../../../src/core/perturbations/gaussianBlur.ts';
import { listPerturbations, perturbationSchema } from '../../../src/core/perturbations/registry.ts';
import { stream } from '../../../src/core/random/stream.ts';

const [rows, cols] = [9, 7];
const pixels = Float64Array.from({ length: rows * cols }, () => 0);
const random = stream('blur');
pixels.forEach((_, i) => (pixels[i] = 255 * random.uniform()));

const blur = (level: number, image = pixels): Float64Array =>
  gaussianBlur.apply(
    { kind: 'gaussian-blur', level, on: 'test' },
    { pixels: image, rows, cols, range: { low: 0, high: 255 }, random, marked: false },
  );

/** … c b a | a b c … by walking, the other way round from the declaration's arithmetic. */
function mirror(i: number, n: number): number {
  let at = i;
  while (at < 0 || at >= n) at = at < 0 ? -1 - at : 2 * n - 1 - at;
  return at;
}

/** The sum over the square window, two-dimensional and not separated. */
function direct(sigma: number): Float64Array {
  const radius = Math.ceil(3 * sigma);
  return pixels.map((_, i) => {
    let [sum, weights] = [0, 0];
    for (let dr = -radius; dr <= radius; dr++) {
      for (let dc = -radius; dc <= radius; dc++) {
        const weight = Math.exp(-(dr * dr + dc * dc) / (2 * sigma * sigma));
        const row = mirror(Math.floor(i / cols) + dr, rows);
        sum += weight * pixels[row * cols + mirror((i % cols) + dc, cols)];
        weights += weight;
      }
    }
    return sum / weights;
  });
}

describe('Gaussian blur', () => {
  it.each([0.4, 1, 2.5, 6])('is the direct convolution in two dimensions, σ = %d', (sigma) => {
    const expected = direct(sigma);
    blur(sigma).forEach((value, i) => expect(value).toBeCloseTo(expected[i], 9));
  });

  it('keeps the sum of the pixels and constant images, and leaves its input alone', () => {
    const sum = (image: Float64Array): number => image.reduce((total, value) => total + value, 0);
    const before = Float64Array.from(pixels);
    for (const sigma of [0.5, 1, 3, 8]) expect(sum(blur(sigma)) / sum(pixels)).toBeCloseTo(1, 12);
    expect(pixels).toEqual(before);
    for (const value of blur(2, new Float64Array(rows * cols).fill(3))) expect(value).toBeCloseTo(3, 12);
  });

  it('is smoother the greater σ is, and next to nothing for a small one', () => {
    const spread = (image: Float64Array): number => Math.max(...image) - Math.min(...image);
    const spreads = [0.1, 0.5, 1, 2, 4].map((sigma) => spread(blur(sigma)));
    expect(spreads).toEqual([...spreads].sort((a, b) => b - a));
    blur(0.05).forEach((value, i) => expect(value).toBeCloseTo(pixels[i], 9));
  });

  it('is a condition for each level of a spec', () => {
    const group = perturbationSchema.parse({ kind: 'gaussian-blur', sigma: [1, 2.5] });
    expect(listPerturbations([group]).map(({ suffix, title }) => [suffix, title])).toEqual([
      [' + gaussian-blur=1@test', 'blur σ = 1 pixels (test)'],
      [' + gaussian-blur=2.5@test', 'blur σ = 2.5 pixels (test)'],
    ]);
    expect(perturbationSchema.safeParse({ kind: 'gaussian-blur', sigma: [0] }).success).toBe(false);
  });
});

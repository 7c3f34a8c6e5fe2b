import { describe, expect, it } from 'vitest';
import { perturbationSchema } from '../../../src/core/perturbations/registry.ts';
import type { GreyImage } from '../../../src/renderer/faces/greyImage.ts';
import { conditionFaces } from '../../../src/renderer/faces/conditionFaces.ts';

/** An even face of 40 × 30. */
function even(value: number): GreyImage {
  const rgba = new Uint8ClampedArray(40 * 30 * 4).fill(value);
  for (let n = 3; n < rgba.length; n += 4) rgba[n] = 255;
  return { rows: 40, cols: 30, rgba };
}
const faces = (group: unknown, value = 128, range: [number, number] = [0, 255]) =>
  conditionFaces(even(value), perturbationSchema.parse(group), range);
const greys = ({ rgba }: GreyImage): number[] => [...rgba].filter((_, n) => n % 4 === 0);
function deviation(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

describe('a face under the conditions of a study', () => {
  it('is the face itself where images are as they are', () => {
    const [{ title, face }] = faces({ kind: 'none' });
    expect(title).toBe('');
    expect(face).toEqual(even(128));
  });

  it('has noise of each level in the unit of the stored pixels, the same at every call', () => {
    const shown = faces({ kind: 'gaussian-noise', sigma: [10, 20] });
    expect(shown.map(({ title }) => title)).toEqual(['noise σ = 10 (test)', 'noise σ = 20 (test)']);
    const spread = shown.map(({ face }) => deviation(greys(face)));
    expect(spread[0]).toBeGreaterThan(9);
    expect(spread[0]).toBeLessThan(11);
    expect(spread[1]).toBeGreaterThan(18.5);
    expect(spread[1]).toBeLessThan(21.5);
    expect(faces({ kind: 'gaussian-noise', sigma: [10, 20] })).toEqual(shown);
    // Pixels stored as 0 … 1: σ = 0.1 is 25.5 grey values of the screen.
    const [unit] = faces({ kind: 'gaussian-noise', sigma: [0.1] }, 128, [0, 1]);
    expect(deviation(greys(unit.face))).toBeGreaterThan(24);
    expect(deviation(greys(unit.face))).toBeLessThan(27);
  });

  it('has the block of an occlusion where and as grey as it is asked for', () => {
    const [{ face }] = faces({ kind: 'occlusion', side: [0.5], at: { row: 4, col: 2 }, value: 7 });
    const expected = greys(even(128)).map((grey, n) => {
      const [row, col] = [Math.floor(n / 30), n % 30];
      return row >= 4 && row < 24 && col >= 2 && col < 17 ? 7 : grey;
    });
    expect(greys(face)).toEqual(expected);
  });

  it('is left out at levels that its images cannot have', () => {
    expect(faces({ kind: 'occlusion', side: [0.25, 0.9], at: { row: 8, col: 8 } })).toHaveLength(1);
    expect(faces({ kind: 'missing', fraction: [0.5, 0.9999] })).toHaveLength(1);
  });
});

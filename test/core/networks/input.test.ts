import { describe, expect, it } from 'vitest';
import {
  channelPlanes,
  inputShape,
  nearestSimilarity,
  networkInput,
  type Channels,
} from '../../../src/core/networks/input.ts';
import { facePoints } from '../../../src/core/networks/landmarks.ts';
import { recipeSchema } from '../../../src/core/networks/recipe.ts';
import { separabilityImages, separabilityProblem } from '../../../src/core/networks/separabilityCheck.ts';

const recipe = recipeSchema.parse({ size: [8, 10], template: null });

describe('the input of a network', () => {
  it('has channels, order and scale of the recipe', () => {
    const pixels = Float64Array.of(10, 20);
    const own = { mean: [1, 2, 3] as [number, number, number], scale: 2 };
    const planes = (layout: 'NCHW' | 'NHWC', channels: 'RGB' | 'BGR'): number[] =>
      Array.from(channelPlanes(pixels, { layout, channels, ...own }));
    expect(planes('NCHW', 'RGB')).toEqual([4.5, 9.5, 4, 9, 3.5, 8.5]);
    expect(planes('NCHW', 'BGR')).toEqual([3.5, 8.5, 4, 9, 4.5, 9.5]);
    expect(planes('NHWC', 'RGB')).toEqual([4.5, 4, 3.5, 9.5, 9, 8.5]);
    expect(inputShape(recipe)).toEqual([1, 3, 8, 10]);
    expect(inputShape({ ...recipe, layout: 'NHWC' })).toEqual([1, 8, 10, 3]);
  });

  it('takes the colours of an image where it has them', () => {
    const planes = [1, 2, 3].map((value) => Float64Array.of(value, 10 * value)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const plain = { layout: 'NHWC', mean: 0, scale: 1 } as const;
    expect([...channelPlanes(planes, { ...plain, channels: 'RGB' })]).toEqual([1, 2, 3, 10, 20, 30]);
    expect([...channelPlanes(planes, { ...plain, channels: 'BGR' })]).toEqual([3, 2, 1, 30, 20, 10]);
    const image = [1, 2, 3].map((value) => ({ rows: 4, cols: 5, pixels: new Float64Array(20).fill(value) }));
    const input = networkInput(image as unknown as Channels, { ...recipe, mean: [1, 2, 2], scale: 1 }, null);
    expect([input[0], input[80], input[160]]).toEqual([0, 0, 1]);
  });

  it('finds the planted similarity, from two points and from five', () => {
    const planted = { a: 1.2, b: -0.4, dx: 7, dy: -3 };
    const target = [
      { x: 1, y: 2 },
      { x: 9, y: 3 },
      { x: 5, y: 6 },
      { x: 2, y: 9 },
      { x: 8, y: 9 },
    ];
    const { a, b, dx, dy } = planted;
    const found = target.map(({ x, y }) => ({ x: a * x - b * y + dx, y: b * x + a * y + dy }));
    for (const count of [2, 5]) {
      const similarity = nearestSimilarity(target.slice(0, count), found.slice(0, count));
      for (const key of ['a', 'b', 'dx', 'dy'] as const) expect(similarity[key]).toBeCloseTo(planted[key], 12);
    }
  });

  it('moves a face to the template by its eyes', () => {
    const image = { rows: 20, cols: 20, pixels: new Float64Array(400) };
    image.pixels[5 * 20 + 6] = 255;
    const eyes = { left: { x: 6, y: 5 }, right: { x: 12, y: 5 } };
    const template = [
      { x: 2, y: 3 },
      { x: 8, y: 3 },
    ];
    const input = networkInput([image], { ...recipe, mean: 0, scale: 1, template }, eyes);
    expect(input[3 * 10 + 2]).toBe(255);
    expect(input.filter((value) => value !== 0)).toHaveLength(3);
  });

  it('reads landmarks of images that are higher than wide, from a square of black', () => {
    const landmarks = Float32Array.from({ length: 136 }, () => 0.5);
    const { left, nose } = facePoints(landmarks, { rows: 112, cols: 92 });
    expect(left).toEqual({ x: 46, y: 56 });
    expect(nose).toEqual({ x: 46, y: 56 });
  });
});

describe('a recipe', () => {
  it.each([
    [{ size: [8] }, 'size'],
    [{ size: [8, 8], template: null, scale: 0 }, 'scale'],
    [{ size: [8, 8], template: null, scale: [1, 0, 1] }, 'scale'],
    [{ size: [8, 8], template: [{ x: 1, y: 1 }] }, 'template'],
    [{ size: [8, 8], template: null, layout: 'HWC' }, 'layout'],
    [{ size: [8, 8], template: null, colour: 'RGB' }, ''],
  ])('is refused where it does not fit: %j', (value, field) => {
    const { error } = recipeSchema.safeParse(value);
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});

describe('the trial of a network', () => {
  const vectors = (...rows: number[][]): Float32Array[] => rows.map((row) => Float32Array.from(row));

  it('takes two images each of at most five subjects that have two', () => {
    expect(separabilityImages([0, 1, 1, 2, 2, 2, 0])).toEqual([0, 6, 1, 2, 3, 4]);
    expect(separabilityImages(Array.from({ length: 40 }, (_, n) => n >> 1))).toHaveLength(10);
  });

  it('holds where a face is nearer to itself than to others', () => {
    expect(separabilityProblem(vectors([0, 0], [0, 1], [5, 5], [5, 6]))).toBeNull();
    expect(separabilityProblem(vectors([0, 0], [5, 6], [5, 5], [0, 1]))).toMatch(
      /nearer to itself .* 7\.\d+ and 4\.\d+/,
    );
    expect(separabilityProblem(vectors([1, 1], [1, 1], [1, 1], [1, 1]))).toMatch(/nearer to itself/);
  });

  it('names vectors that are of several lengths or not finite', () => {
    expect(separabilityProblem(vectors([1], [1, 2]))).toMatch(/one length, found 1 and 2/);
    expect(separabilityProblem(vectors([1], [NaN]))).toMatch(/finite/);
  });
});

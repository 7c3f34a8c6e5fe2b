import { describe, expect, it } from 'vitest';
import { builtInRecipe, recipeSchema } from '../../../src/core/networks/recipe.ts';
import {
  emptyRecipe,
  recipeDraft,
  recipeFacts,
  recipeOf,
  usualPoints,
  vectorName,
} from '../../../src/renderer/networks/networkRecipe.ts';

const KEYED = { key: 'a', type: 'book', authors: ['A'], title: 'T', venue: 'V', year: 2000 } as const;

describe('the fields of a recipe', () => {
  it('say the recipe that they were made from', () => {
    const whole = recipeSchema.parse({
      size: [32, 40],
      layout: 'NHWC',
      channels: 'BGR',
      scale: [1, 2, 3],
      template: null,
    });
    const stated = { ...whole, training: '5 photographs', citation: { ...KEYED, authors: ['A'] } };
    for (const recipe of [builtInRecipe, whole, stated])
      expect(recipeOf(recipeDraft(recipe))).toEqual({ recipe, problems: [] });
  });

  it('are told as sentences', () => {
    expect(recipeFacts(builtInRecipe)).toEqual([
      ['Input', '150 × 150 pixels; red, green, blue, one channel after the other'],
      ['Alignment', 'The eyes come to fixed places.'],
      ['Values', '0 to 255, less 122.782 (red), 117.001 (green) and 104.298 (blue), divided by 255'],
    ]);
    const other = recipeSchema.parse({ size: [32, 40], layout: 'NHWC', channels: 'BGR', template: null });
    expect(recipeFacts(other)).toEqual([
      ['Input', '32 × 40 pixels; blue, green, red, pixel by pixel'],
      ['Alignment', 'None: the whole image is resized.'],
      ['Values', '0 to 255, less 127.5, divided by 127.5'],
    ]);
  });

  it('begin with five points in a square of 112, which follow the size', () => {
    expect(recipeOf(emptyRecipe()).recipe).toMatchObject({ size: [112, 112], template: { length: 5 } });
    expect(usualPoints('eyes', { rows: '224', cols: '112' })).toBe('38.2946, 103.3926; 73.5318, 103.0028');
  });

  it.each([
    [{ rows: '' }, 'size.0'],
    [{ cols: '5000' }, 'size.1'],
    [{ mean: '1, 2' }, 'mean'],
    [{ mean: '1,,2' }, 'mean'],
    [{ scale: '0' }, 'scale'],
    [{ points: '1, 2; 3' }, 'template'],
    [{ aligned: 'eyes' as const }, 'template'],
  ])('name the wrong one: %j', (change, path) => {
    const { recipe, problems } = recipeOf({ ...emptyRecipe(), ...change });
    expect(recipe).toBeNull();
    expect(problems.map((problem) => problem.path)).toEqual([path]);
  });
});

describe('the name of vectors', () => {
  it.each([
    ['w600k r50.onnx', 'w600k-r50'],
    ['2-faces.npy', 'faces'],
    ['1.onnx', ''],
    [`${'a'.repeat(60)}.csv`, 'a'.repeat(40)],
  ])('comes from that of their file: %s', (file, name) => expect(vectorName(file)).toBe(name));
});

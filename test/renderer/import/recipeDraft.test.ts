import { describe, expect, it } from 'vitest';
import { importRecipeSchema } from '../../../src/core/images/importRecipe.ts';
import { emptyRecipe, newRaw, parseRecipe } from '../../../src/renderer/import/recipeDraft.ts';

/** As the recipe goes over the wire. */
const sent = (recipe: unknown): unknown => JSON.parse(JSON.stringify(recipe));

describe('the recipe in the form', () => {
  it('asks for nothing where nothing is filled in', () => {
    const { recipe, size, problems } = parseRecipe(emptyRecipe);
    expect(sent(recipe)).toEqual({});
    expect(size).toBeNull();
    expect(problems).toEqual([]);
  });

  it('says all that is filled in, as the engine takes it', () => {
    const { recipe, size, problems } = parseRecipe({
      ...emptyRecipe,
      pattern: ' (?<subject>.+)_ ',
      minPerSubject: '5',
      list: ' at.txt ',
      imageAxis: 'last',
      header: 'none',
      dropColumns: 'id, Unnamed: 0',
      skipOtherSizes: true,
      imageSize: '32x32',
      pixelOrder: 'columns',
      raw: { ...newRaw, header: '16' },
      grey: '0.2, 0.7, 0.1',
      greyOnly: true,
      dropDuplicates: 'near',
      size: '56 × 46',
      filter: 'bicubic',
      depth: '8-bit',
      enlarge: true,
    });
    expect(problems).toEqual([]);
    expect(size).toEqual({ rows: 56, cols: 46 });
    expect(importRecipeSchema.parse(sent(recipe))).toEqual({
      pattern: '(?<subject>.+)_',
      minPerSubject: 5,
      list: 'at.txt',
      imageAxis: 'last',
      header: 'none',
      dropColumns: ['id', 'Unnamed: 0'],
      skipOtherSizes: true,
      imageSize: { rows: 32, cols: 32 },
      pixelOrder: 'columns',
      raw: { rows: 576, cols: 768, channels: 3, order: 'planar', header: 16, bits: 8 },
      grey: { red: 0.2, green: 0.7, blue: 0.1 },
      greyOnly: true,
      dropDuplicates: 'near',
      filter: 'bicubic',
      depth: '8-bit',
      enlarge: true,
    });
  });

  it('asks for a canvas with a size or without one, in whole grey values unless they are kept as computed', () => {
    const canvas = { ...emptyRecipe, fit: 'pad', depth: '8-bit' } as const;
    expect(parseRecipe(canvas)).toMatchObject({ size: null, problems: [] });
    expect(sent(parseRecipe(canvas).recipe)).toEqual({ fit: 'pad' });
    const sized = parseRecipe({ ...canvas, size: '600 x 800', depth: 'float' });
    expect(sized.size).toEqual({ rows: 600, cols: 800 });
    expect(sent(sized.recipe)).toEqual({ fit: 'pad', depth: 'float' });
  });

  it('says nothing of a filter where the images keep their size', () => {
    expect(sent(parseRecipe({ ...emptyRecipe, filter: 'bicubic', enlarge: true }).recipe)).toEqual({});
  });

  it('names each field that is not valid and leaves it out', () => {
    const { recipe, size, problems } = parseRecipe({
      ...emptyRecipe,
      minPerSubject: '1',
      imageSize: 'large',
      raw: { ...newRaw, size: '0 × 5', header: 'x' },
      grey: '1, 1, 1',
      size: '5000 × 1',
    });
    expect(problems.map(({ path }) => path).sort()).toEqual([
      'grey',
      'imageSize',
      'minPerSubject',
      'raw.header',
      'raw.size',
      'size',
    ]);
    expect(sent(recipe)).toEqual({});
    expect(size).toBeNull();
  });
});

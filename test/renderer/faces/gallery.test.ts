import { describe, expect, it } from 'vitest';
import { faceSize } from '../../../src/renderer/faces/faceSize.ts';
import { nextPlace, placeOf, thumbnailLines } from '../../../src/renderer/faces/thumbnailLines.ts';
import { filterImages, isFiltering, noFilter } from '../../../src/renderer/datasets/imageFilter.ts';

const subjects = [
  {
    subject: 'Anna',
    images: [0, 1, 2, 3, 4].map((index) => ({
      index,
      file: `a${index}.png`,
      attributes: { session: String(1 + (index % 2)), light: index < 2 ? 'left' : 'right' },
    })),
  },
  { subject: 'Bert', images: [{ index: 5, file: 'b5.png', attributes: { session: '2' } }] },
];

describe('filterImages', () => {
  const shown = (filter: Parameters<typeof filterImages>[1]): [string, number[]][] =>
    filterImages(subjects, filter).map(({ subject, images }) => [subject, images.map(({ index }) => index)]);

  it('lets everything through where nothing is asked', () => {
    expect(isFiltering(noFilter)).toBe(false);
    expect(filterImages(subjects, noFilter)).toBe(subjects);
  });

  it('takes part of a subject’s name, upper or lower case', () => {
    expect(shown({ subject: ' ERT', attributes: {} })).toEqual([['Bert', [5]]]);
  });

  it('takes images that have every wanted value, and leaves out subjects without any', () => {
    expect(shown({ subject: '', attributes: { session: '2', light: 'right' } })).toEqual([['Anna', [3]]]);
    expect(shown({ subject: '', attributes: { session: '2', light: '' } })).toEqual([
      ['Anna', [1, 3]],
      ['Bert', [5]],
    ]);
  });
});

describe('keys in the gallery', () => {
  // Lines: [0 1 2], [3 4], [5].
  const lines = thumbnailLines(subjects, 3);

  it.each([
    ['ArrowRight', [0, 2], [1, 0]],
    ['ArrowRight', [2, 0], [2, 0]],
    ['ArrowLeft', [1, 0], [0, 2]],
    ['ArrowLeft', [0, 0], [0, 0]],
    ['ArrowDown', [0, 2], [1, 1]],
    ['ArrowDown', [2, 0], [2, 0]],
    ['ArrowUp', [1, 1], [0, 1]],
    ['Home', [2, 0], [0, 0]],
    ['End', [0, 0], [2, 0]],
  ])('%s leads from %j to %j', (key, from, to) => {
    expect(nextPlace(lines, { line: from[0], column: from[1] }, key)).toEqual({ line: to[0], column: to[1] });
  });

  it('leaves all other keys alone', () => {
    expect(nextPlace(lines, { line: 0, column: 0 }, 'PageDown')).toBeNull();
  });

  it('finds the place of an image, and none for one that is not shown', () => {
    expect(placeOf(lines, 4)).toEqual({ line: 1, column: 1 });
    expect(placeOf(lines, 9)).toBeNull();
  });
});

describe('faceSize', () => {
  it('reduces large images, keeps their proportions and enlarges small ones in whole multiples', () => {
    expect(faceSize(112, 92, 56)).toEqual({ width: 46, height: 56 });
    expect(faceSize(32, 16, 72)).toEqual({ width: 32, height: 64 });
    expect(faceSize(1000, 1, 72)).toEqual({ width: 1, height: 72 });
  });
});

import { describe, expect, it } from 'vitest';
import { nextPlace, drawnPlaces, spanAround, suits } from '../../../../src/renderer/study/table/virtualTable.ts';

describe('the part of a table that is drawn', () => {
  it('is what is in sight and what is kept, with what is left out between', () => {
    expect(drawnPlaces(10, { from: 4, to: 6 }, [0])).toEqual({
      places: [
        { at: 0, before: 0 },
        { at: 4, before: 3 },
        { at: 5, before: 0 },
      ],
      after: 4,
    });
    expect(drawnPlaces(10, { from: 4, to: 6 }, [9])).toEqual({
      places: [
        { at: 4, before: 4 },
        { at: 5, before: 0 },
        { at: 9, before: 3 },
      ],
      after: 0,
    });
  });

  it('is all of what is shorter than its span, and nothing of nothing', () => {
    expect(drawnPlaces(2, { from: 0, to: 16 })).toEqual({
      places: [
        { at: 0, before: 0 },
        { at: 1, before: 0 },
      ],
      after: 0,
    });
    expect(drawnPlaces(0, { from: 0, to: 16 }, [0])).toEqual({ places: [], after: 0 });
  });

  it('accounts for every place, wherever the table is scrolled to', () => {
    for (let first = 0; first < 50; first++) {
      const { places, after } = drawnPlaces(50, spanAround(first, first + 10), [0]);
      expect(places.reduce((sum, { before }) => sum + before + 1, after)).toBe(50);
      const drawn = places.map(({ at }) => at);
      for (let at = first; at < Math.min(50, first + 11); at++) expect(drawn).toContain(at);
    }
  });

  it('stays the same over small scrolls', () => {
    expect(spanAround(8, 20)).toEqual(spanAround(9, 20));
    expect(spanAround(0, 10)).toEqual({ from: 0, to: 14 });
  });
});

describe('what is drawn already', () => {
  it('suits where it has all that is wanted and little more', () => {
    const drawn = { from: 4, to: 20 };
    expect(suits(drawn, drawn)).toBe(true);
    expect(suits(drawn, { from: 6, to: 18 })).toBe(true);
    expect(suits(drawn, { from: 8, to: 18 })).toBe(false);
    expect(suits(drawn, { from: 0, to: 16 })).toBe(false);
    expect(suits(drawn, { from: 8, to: 24 })).toBe(false);
  });
});

describe('keys in a table', () => {
  const size = { rows: 40, columns: 50, page: 10 };
  const from = { r: 12, c: 7 };
  const press = (key: string, ctrlKey = false) => nextPlace({ key, ctrlKey, metaKey: false }, from, size);

  it('lead by one, by a page, and to the ends of rows and table', () => {
    expect(press('ArrowUp')).toEqual({ r: 11, c: 7 });
    expect(press('ArrowRight')).toEqual({ r: 12, c: 8 });
    expect(press('PageDown')).toEqual({ r: 22, c: 7 });
    expect(press('PageUp')).toEqual({ r: 2, c: 7 });
    expect(press('Home')).toEqual({ r: 12, c: 0 });
    expect(press('End')).toEqual({ r: 12, c: 49 });
    expect(press('Home', true)).toEqual({ r: 0, c: 0 });
    expect(press('End', true)).toEqual({ r: 39, c: 49 });
  });

  it('stay in the table, and leave other keys alone', () => {
    expect(nextPlace({ key: 'PageUp', ctrlKey: false, metaKey: false }, { r: 3, c: 0 }, size)).toEqual({ r: 0, c: 0 });
    expect(nextPlace({ key: 'ArrowLeft', ctrlKey: false, metaKey: false }, { r: 3, c: 0 }, size)).toEqual({
      r: 3,
      c: 0,
    });
    expect(press('Enter')).toBeNull();
    expect(press('toString')).toBeNull();
  });
});

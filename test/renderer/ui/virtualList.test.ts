import { describe, expect, it } from 'vitest';
import { drawnPlaces, spanAround, suits } from '../../../src/renderer/ui/virtualList.ts';

describe('the part of a list that is drawn', () => {
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

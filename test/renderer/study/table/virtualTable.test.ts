import { describe, expect, it } from 'vitest';
import { nextPlace } from '../../../../src/renderer/study/table/virtualTable.ts';

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

import { describe, expect, it } from 'vitest';
import { compareNames } from '../../../../src/core/text/nameLookup.ts';
import { commonFolder } from '../../../../src/main/import/layouts/fileNames.ts';

describe('file names', () => {
  it('are ordered with their numbers as numbers', () => {
    const names = ['s10/1.pgm', 's2/10.pgm', 's1/1.pgm', 's2/9.pgm', 's01/1.pgm'];
    expect(names.toSorted(compareNames)).toEqual(['s01/1.pgm', 's1/1.pgm', 's2/9.pgm', 's2/10.pgm', 's10/1.pgm']);
  });

  it('are never equal unless they are the same', () => {
    expect(compareNames('a1', 'a01')).not.toBe(0);
    expect(compareNames('a1', 'a1')).toBe(0);
  });

  it.each([
    [[], ''],
    [['a.pgm', 'b.pgm'], ''],
    [['x/a.pgm', 'x/b.pgm'], 'x/'],
    [['x/s1/a.pgm', 'x/s2/b.pgm'], 'x/'],
    [['x/s1/a.pgm', 'xy/s1/b.pgm'], ''],
    [['x/y/s1/a.pgm'], 'x/y/s1/'],
  ])('%j lie below "%s"', (files, folder) => {
    expect(commonFolder(files)).toBe(folder);
  });
});

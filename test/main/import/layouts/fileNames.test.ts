import { describe, expect, it } from 'vitest';
import { compareNames } from '../../../../src/core/text/nameLookup.ts';

describe('file names', () => {
  it('are ordered with their numbers as numbers', () => {
    const names = ['s10/1.pgm', 's2/10.pgm', 's1/1.pgm', 's2/9.pgm', 's01/1.pgm'];
    expect(names.toSorted(compareNames)).toEqual(['s01/1.pgm', 's1/1.pgm', 's2/9.pgm', 's2/10.pgm', 's10/1.pgm']);
  });

  it('are never equal unless they are the same', () => {
    expect(compareNames('a1', 'a01')).not.toBe(0);
    expect(compareNames('a1', 'a1')).toBe(0);
  });
});

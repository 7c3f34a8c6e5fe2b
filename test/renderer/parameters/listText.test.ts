import { describe, expect, it } from 'vitest';
import {
  indicesText,
  parseIndices,
  parseLevels,
  parseRegion,
  parseRegions,
  regionText,
  parseCounts,
} from '../../../src/renderer/parameters/listText.ts';

describe('lists in fields', () => {
  it('reads indices and ranges, and writes runs as ranges', () => {
    expect(parseIndices('0-3, 7')).toEqual({ value: [0, 1, 2, 3, 7] });
    expect(indicesText([0, 1, 2, 3, 7])).toBe('0-3, 7');
    expect(parseIndices('')).toEqual({ value: [] });
    expect(parseIndices('3-1')).toEqual({ problem: 'The range 3-1 ends before it starts.' });
    expect(parseIndices('a')).toEqual({ problem: '"a" is not an index or a range such as 0-99.' });
  });

  it('refuses levels that are not positive, too large or there twice', () => {
    expect(parseLevels('10, 20.5')).toEqual({ value: [10, 20.5] });
    for (const text of ['', '0', '-1', 'x', '0.5, 1.5']) expect(parseLevels(text, 1)).toHaveProperty('problem');
    expect(parseLevels('1, 1')).toEqual({ problem: 'Duplicate value.' });
  });

  it('reads rectangles as rows and columns', () => {
    const region = { rows: [0, 28], cols: [5, 41] };
    expect(parseRegion(' 0:28, 5:41')).toEqual({ value: region });
    expect(regionText({ rows: [0, 28], cols: [5, 41] })).toBe('0:28, 5:41');
    expect(parseRegions('0:28, 5:41; 0:28,5:41;')).toEqual({ value: [region, region] });
    expect(parseRegions('')).toHaveProperty('problem');
    expect(parseRegion('0:28')).toHaveProperty('problem');
  });
});

describe('parseCounts', () => {
  it('reads numbers apart by commas or blanks', () => {
    expect(parseCounts('2, 3 4')).toEqual({ value: [2, 3, 4] });
  });

  it.each(['', '2, x', '0', '2, 2', '1.5'])('names the problem of %j', (text) => {
    expect(parseCounts(text)).toHaveProperty('problem');
  });
});

import { describe, expect, it } from 'vitest';
import { wholeRows } from '../../../../src/renderer/study/curves/chartRowHeight.ts';

const gap = 8;

describe('rows of small charts', () => {
  it('are all in view where they fit, and as full as each other', () => {
    expect(wholeRows(9, { width: 1050, height: 556, gap })).toEqual({ columns: 3, row: 180 });
    expect(wholeRows(4, { width: 1050, height: 556, gap })).toEqual({ columns: 4, row: 300 });
    expect(wholeRows(5, { width: 1050, height: 556, gap })).toEqual({ columns: 3, row: 274 });
  });

  it('end with the lower edge where more follow', () => {
    for (const height of [340, 410, 500, 620, 777]) {
      const { row } = wholeRows(50, { width: 660, height, gap });
      const cut = (height + gap) % (row + gap);
      // But for the pixels that do not divide evenly.
      expect(cut).toBeLessThan((height + gap) / (row + gap));
      expect(row).toBeGreaterThanOrEqual(160);
    }
  });

  it('stay readable in a window of any size', () => {
    expect(wholeRows(9, { width: 150, height: 90, gap })).toEqual({ columns: 1, row: 160 });
    expect(wholeRows(1, { width: 1500, height: 2000, gap })).toEqual({ columns: 1, row: 300 });
    expect(wholeRows(9, { width: 660, height: -40, gap })).toEqual({ columns: 3, row: 160 });
  });
});

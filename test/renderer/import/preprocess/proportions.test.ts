import { describe, expect, it } from 'vitest';
import { reducedSize } from '../../../../src/core/images/resize.ts';
import { columnsFor, sizesBefore, widening } from '../../../../src/renderer/import/preprocess/proportions.ts';
import { newStep } from '../../../../src/renderer/import/preprocess/stepDraft.ts';

const orl = { rows: 112, cols: 92 };

describe('proportions of resized faces', () => {
  it('are kept by the size that the form begins with', () => {
    expect(reducedSize(orl)).toEqual({ rows: 56, cols: 46 });
    expect(reducedSize({ rows: 243, cols: 320 })).toEqual({ rows: 49, cols: 64 });
    expect(reducedSize({ rows: 28, cols: 28 })).toEqual({ rows: 14, cols: 14 });
    for (const size of [orl, { rows: 243, cols: 320 }, { rows: 19, cols: 3 }])
      expect(widening(size, reducedSize(size))).toBe(0);
  });

  it('change by a share that is stated', () => {
    expect(widening(orl, { rows: 32, cols: 32 })).toBe(22);
    expect(widening({ rows: 243, cols: 320 }, { rows: 32, cols: 32 })).toBe(-24);
    expect(widening(orl, { rows: 32, cols: columnsFor(32, orl) })).toBe(0);
  });

  it('are those of the step before', () => {
    const drafts = [newStep('crop', { rows: 80, cols: 60 }), newStep('equalise'), newStep('resize')];
    expect(sizesBefore(drafts, orl)).toEqual([orl, { rows: 80, cols: 60 }, { rows: 80, cols: 60 }]);
    const broken = { ...drafts[0], texts: { ...drafts[0].texts, rows: 'x' } };
    expect(sizesBefore([broken, drafts[1]], orl)).toEqual([orl, null]);
  });
});

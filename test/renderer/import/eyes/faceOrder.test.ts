import { describe, expect, it } from 'vitest';
import { byUncertainty } from '../../../../src/renderer/import/eyes/eyeMarks.ts';

const image = (index: number, doubt: number | null) => ({ index, file: `${index}`, faces: 1, concerns: [], doubt });

describe('the order in which faces are looked at', () => {
  it('begins with images without a face, then the most doubtful, and ends with those not searched', () => {
    expect(byUncertainty(5, [image(0, 0.4), image(2, 1.3), image(4, null), image(3, 0.4)])).toEqual([4, 2, 0, 3, 1]);
  });

  it('is that of the images where nothing was searched', () => {
    expect(byUncertainty(3, [])).toEqual([0, 1, 2]);
  });
});

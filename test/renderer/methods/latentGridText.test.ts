import { describe, expect, it } from 'vitest';
import { axisText, parseAxis, parseShapes } from '../../../src/renderer/methods/latentGridText.ts';

describe('parseAxis', () => {
  it.each([
    ['all', 'all'],
    ['1-40', { from: 1, to: 40, step: 1 }],
    [' 2 – 40 step 2 ', { from: 2, to: 40, step: 2 }],
    ['5, 15, 10', [5, 10, 15]],
    ['1-3, 10, 20-30 step 5', [1, 2, 3, 10, 20, 25, 30]],
    ['7', [7]],
  ])('reads %j', (text, grid) => {
    expect(parseAxis(text)).toEqual({ value: grid });
  });

  it.each(['', 'many', '1-', '0-4', '9-3', '1-9 step 0', '1.5', '1-999999, 5'])('names the problem of %j', (text) => {
    expect(parseAxis(text)).toEqual({ problem: expect.stringMatching(/\w+.*\.$/) });
  });

  it.each(['all', '1-40', '2-40 step 2', '5, 10, 15'])('writes %j back as it was', (text) => {
    const parsed = parseAxis(text);
    expect('value' in parsed && axisText(parsed.value)).toBe(text);
  });
});

describe('parseShapes', () => {
  it('reads shapes in brackets, with ×, or one a line', () => {
    expect(parseShapes('(10, 3), (12,3)', 2)).toEqual({
      value: [
        [10, 3],
        [12, 3],
      ],
    });
    expect(parseShapes('10x3\n12 × 3', 2)).toEqual(parseShapes('(10, 3) (12, 3)', 2));
  });

  it('refuses shapes of another number of dimensions', () => {
    expect(parseShapes('(10, 3, 1)', 2)).toHaveProperty('problem');
    expect(parseShapes('10', 2)).toHaveProperty('problem');
    expect(parseShapes(' ', 2)).toHaveProperty('problem');
  });
});

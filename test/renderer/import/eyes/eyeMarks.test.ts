import { describe, expect, it } from 'vitest';
import {
  clickedEye,
  expectedPlaces,
  inside,
  nextEye,
  stepOfKey,
  unmarked,
} from '../../../../src/renderer/import/eyes/eyeMarks.ts';

const size = { rows: 20, cols: 10 };
const [left, right] = [
  { x: 2, y: 8 },
  { x: 7, y: 8 },
];

describe('the marks of a face', () => {
  it('are expected where those of other faces are, and at the usual place before any is', () => {
    expect(expectedPlaces([], size)).toEqual({ left: { x: 2.7, y: 7.9 }, right: { x: 6.3, y: 7.9 } });
    const marked = [
      { index: 0, left, right },
      { index: 1, left: { x: 3, y: 9 }, right: { x: 8, y: 7 } },
    ];
    expect(expectedPlaces(marked, size)).toEqual({ left: { x: 2.5, y: 8.5 }, right: { x: 7.5, y: 7.5 } });
  });

  it('stay inside the image, to a tenth of a pixel', () => {
    expect(inside({ x: 3.14159, y: 2.05 }, size)).toEqual({ x: 3.1, y: 2.1 });
    expect(inside({ x: -4, y: 99 }, size)).toEqual({ x: 0, y: 19 });
  });

  it('are set one after the other, then the nearer one to a click', () => {
    expect(clickedEye(unmarked, 'left', right)).toBe('left');
    expect(nextEye({ left, right: null }, 'left')).toBe('right');
    expect(clickedEye({ left, right: null }, 'right', left)).toBe('right');
    expect(nextEye({ left, right }, 'right')).toBe('right');
    expect(clickedEye({ left, right }, 'right', { x: 3, y: 8 })).toBe('left');
  });

  it('move by a pixel with an arrow, by a tenth with Shift', () => {
    expect(stepOfKey({ key: 'ArrowUp', shiftKey: false })).toEqual({ x: 0, y: -1 });
    expect(stepOfKey({ key: 'ArrowRight', shiftKey: true })).toEqual({ x: 0.1, y: 0 });
    expect(stepOfKey({ key: 'x', shiftKey: false })).toBeNull();
  });
});

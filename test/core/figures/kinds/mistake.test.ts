import { describe, expect, it } from 'vitest';
import { SCREEN } from '../../../../src/core/figures/drawingArea.ts';
import type { TextShape } from '../../../../src/core/figures/drawing/drawing.ts';
import { mistake, type SubjectBar } from '../../../../src/core/figures/kinds/mistake.ts';
import { textWidth } from '../../../../src/core/figures/painters/textWidth.ts';

const face = { rows: 1, cols: 1, pixels: 'AA==', crisp: true };

type Marks = Readonly<Record<number, SubjectBar['mark']>>;

/** The names below the only strip of the figure, with the ends of each. */
function names(marks: Marks): { y: number; from: number; to: number }[] {
  const bars = Array.from({ length: 40 }, (_, n) => ({ name: `subject${n}`, distance: n + 1, mark: marks[n] ?? null }));
  const strip = { label: 'PCA', shape: '(2)', answer: 'subject0', correct: false, bars, right: face, matched: face };
  const view = { title: 'A mistake', probe: face, truth: 'subject1', axis: 'Distance', strips: [strip], note: 'Note.' };
  const { shapes } = mistake.draw(view, { theme: 'light', sheet: SCREEN });
  return shapes
    .filter((shape): shape is TextShape => shape.kind === 'text' && / name$/.test(shape.part ?? ''))
    .map(({ at: [x, y], runs }) => {
      const half = textWidth(runs.map(({ text }) => text).join(''), 11) / 2;
      return { y, from: x - half, to: x + half };
    });
}

describe('the names below the distances of a mistake', () => {
  it('are in one line where there is room', () => {
    const found = names({ 0: 'answer', 15: 'right', 30: 'other' });
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ y }) => y)).size).toBe(1);
  });

  it('never overlap, also of neighbouring subjects', () => {
    const neighbours: Marks[] = [
      { 0: 'answer', 1: 'right', 2: 'other' },
      { 37: 'other', 38: 'right', 39: 'answer' },
    ];
    for (const marks of neighbours) {
      const found = names(marks);
      expect(found).toHaveLength(3);
      for (const [n, a] of found.entries()) {
        for (const b of found.slice(n + 1)) {
          expect(Math.abs(a.y - b.y) >= 12 || a.to <= b.from || b.to <= a.from).toBe(true);
        }
      }
    }
  });
});

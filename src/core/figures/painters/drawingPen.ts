import type { Pen } from '../drawScatter.ts';
import { circle, image, line as straight, picture, rect, text as words } from '../drawing/drawing.ts';
import type { Drawing, ImageShape, Shape } from '../drawing/drawing.ts';

const ANCHOR = { start: 'start', middle: 'middle', end: 'end', upward: 'middle' } as const;

/** Pen that records a drawing. `faceOf` returns the pixels of an image, or null. */
export function drawingPen(faceOf: (index: number) => Pick<ImageShape, 'rows' | 'cols' | 'pixels'> | null): {
  readonly pen: Pen;
  readonly drawing: (width: number, height: number, title: string) => Drawing;
} {
  const shapes: Shape[] = [];
  const add = (shape: Shape): void => void shapes.push(shape);
  return {
    pen: {
      rect: (x, y, width, height, fill) => add(rect({ x, y, width, height, fill })),
      frame: (x, y, width, height, stroke, line) =>
        add(rect({ x, y, width, height, fill: 'none', stroke, 'stroke-width': line })),
      line: (x1, y1, x2, y2, stroke) => add(straight([x1, y1], [x2, y2], { stroke })),
      dot: (cx, cy, r, fill) => add(circle({ cx, cy, r, fill })),
      ring: (cx, cy, r, stroke, line) => add(circle({ cx, cy, r, fill: 'none', stroke, 'stroke-width': line })),
      text(content, x, y, fill, place) {
        const turn = place === 'upward' ? ({ upward: 'after' } as const) : {};
        add(words(x, y, content, { fill, 'text-anchor': ANCHOR[place], ...turn }));
      },
      face(index, x, y, width, height) {
        const pixels = faceOf(index);
        if (pixels === null) return false;
        add(image({ x, y, width, height }, { ...pixels, crisp: true }));
        return true;
      },
    },
    drawing: (width, height, title) => ({ ...picture(width, height, title, shapes), lined: true }),
  };
}

import type { Pen } from '../drawScatter.ts';
import { element, picture, text as words } from './svg.ts';

const ANCHOR = { start: 'start', middle: 'middle', end: 'end', upward: 'middle' } as const;

/** Writes SVG. `faceOf` gives the address of a picture, such as a data address; null where there is none. */
export function svgPen(faceOf: (index: number) => string | null): {
  readonly pen: Pen;
  readonly document: (width: number, height: number, title: string) => string;
} {
  const parts: string[] = [];
  const add = (part: string): void => void parts.push(part);
  return {
    pen: {
      rect: (x, y, width, height, fill) => add(element('rect', { x, y, width, height, fill })),
      frame: (x, y, width, height, stroke, line) =>
        add(element('rect', { x, y, width, height, fill: 'none', stroke, 'stroke-width': line })),
      line: (x1, y1, x2, y2, stroke) => add(element('line', { x1, y1, x2, y2, stroke })),
      dot: (cx, cy, r, fill) => add(element('circle', { cx, cy, r, fill })),
      ring: (cx, cy, r, stroke, line) =>
        add(element('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': line })),
      text(text, x, y, fill, place) {
        const turned = place === 'upward';
        const turn = turned ? { transform: `translate(${x} ${y}) rotate(-90)` } : {};
        add(words(turned ? 0 : x, turned ? 0 : y, text, { fill, 'text-anchor': ANCHOR[place], ...turn }));
      },
      face(index, x, y, width, height) {
        const href = faceOf(index);
        if (href === null) return false;
        const look = { preserveAspectRatio: 'none', style: 'image-rendering:pixelated' };
        add(element('image', { x, y, width, height, ...look, href }));
        return true;
      },
    },
    document: (width, height, title) => picture(width, height, title, parts.join('\n')),
  };
}

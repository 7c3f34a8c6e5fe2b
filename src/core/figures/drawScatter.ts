/** Draws a scatter scene with a pen: one implementation for canvases, one for SVG. */
import type { ChartPalette } from './palette.ts';
import type { Placed, ScatterScene } from './scatterScene.ts';

export interface Pen {
  readonly rect: (x: number, y: number, width: number, height: number, fill: string) => void;
  readonly frame: (x: number, y: number, width: number, height: number, colour: string, line: number) => void;
  readonly line: (x1: number, y1: number, x2: number, y2: number, colour: string) => void;
  readonly dot: (x: number, y: number, radius: number, fill: string) => void;
  readonly ring: (x: number, y: number, radius: number, colour: string, line: number) => void;
  readonly text: (text: string, x: number, y: number, colour: string, place: TextPlace) => void;
  /** Draws the face of an image; returns false if it has not been loaded yet. */
  readonly face: (index: number, x: number, y: number, width: number, height: number) => boolean;
}

/** Anchor of a text; 'upward': its middle, rotated by 90°. */
export type TextPlace = 'start' | 'middle' | 'end' | 'upward';

export interface ScatterStyle {
  readonly palette: ChartPalette;
  /** Colour of an image's mark. */
  readonly colourOf: (index: number) => string;
  /** Highlighted images, e.g. the one under the pointer. */
  readonly marked: readonly number[];
  /** Images with a hollow dot and a thinner frame, such as training images. @default none */
  readonly hollowOf?: (index: number) => boolean;
  /** Colour of the ring around an image; no ring if null or absent. */
  readonly ringOf?: (index: number) => string | null;
  /** Pairs of images joined by a line, such as a misclassified image and its match. */
  readonly links?: readonly (readonly [number, number])[];
  readonly xTitle: string;
  readonly yTitle: string;
}

const DOT = 2.5;
/** Line widths of hollow dots and of frames around faces. */
const OUTLINE = 1.25;
const FRAME = 1.5;
const THIN_FRAME = 0.5;
const RING = 6;

export function drawScatter(scene: ScatterScene, style: ScatterStyle, pen: Pen): void {
  const { plot, xTicks, yTicks, dots, faces, face } = scene;
  const { palette, colourOf, marked } = style;
  const [right, bottom] = [plot.left + plot.width, plot.top + plot.height];
  pen.rect(0, 0, scene.width, scene.height, palette.surface);
  for (const { at, text } of xTicks) {
    pen.line(at, plot.top, at, bottom, palette.hairline);
    pen.text(text, at, bottom + 16, palette.secondary, 'middle');
  }
  for (const { at, text } of yTicks) {
    pen.line(plot.left, at, right, at, palette.hairline);
    pen.text(text, plot.left - 6, at + 4, palette.secondary, 'end');
  }
  pen.line(plot.left, bottom, right, bottom, palette.secondary);
  pen.line(plot.left, plot.top, plot.left, bottom, palette.secondary);
  pen.text(style.xTitle, plot.left + plot.width / 2, bottom + 34, palette.text, 'middle');
  pen.text(style.yTitle, 12, plot.top + plot.height / 2, palette.text, 'upward');
  const ring = ({ index, x, y }: Placed): void => {
    const colour = style.ringOf?.(index) ?? null;
    if (colour !== null) pen.ring(x, y, RING, colour, 1.75);
  };
  const dot = ({ index, x, y }: Placed): void => {
    if (style.hollowOf?.(index)) pen.ring(x, y, DOT, colourOf(index), OUTLINE);
    else pen.dot(x, y, DOT, colourOf(index));
  };
  if (style.links) {
    const placed = new Map([...dots, ...faces].map((point) => [point.index, point]));
    for (const [a, b] of style.links) {
      const [from, to] = [placed.get(a), placed.get(b)];
      if (from && to) pen.line(from.x, from.y, to.x, to.y, palette.secondary);
    }
  }
  dots.forEach(dot);
  dots.forEach(ring);
  for (const { index, x, y } of faces) {
    const [left, top] = [x - face.width / 2, y - face.height / 2];
    if (pen.face(index, left, top, face.width, face.height)) {
      pen.frame(left, top, face.width, face.height, colourOf(index), style.hollowOf?.(index) ? THIN_FRAME : FRAME);
      const colour = style.ringOf?.(index) ?? null;
      if (colour !== null) pen.frame(left - 3, top - 3, face.width + 6, face.height + 6, colour, 2.5);
    } else {
      dot({ index, x, y });
      ring({ index, x, y });
    }
  }
  for (const { index, x, y } of [...dots, ...faces].filter((point) => marked.includes(point.index))) {
    const size = face.width > 0 ? face : { width: 12, height: 12 };
    const [left, top] = [x - size.width / 2, y - size.height / 2];
    pen.face(index, left, top, size.width, size.height);
    pen.frame(left - 2, top - 2, size.width + 4, size.height + 4, palette.text, 2.5);
  }
}

/** Draws a scatter plot with faces, for the screen as for files. */
import {
  circle,
  image,
  line,
  picture,
  rect,
  text,
  type CircleShape,
  type Drawing,
  type ImageShape,
  type LineShape,
  type RectShape,
  type TextShape,
} from '../drawing/drawing.ts';
import type { ChartPalette } from '../palette.ts';
import type { Placed, ScatterScene } from '../scatterScene.ts';

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

export type FacePicture = Pick<ImageShape, 'rows' | 'cols' | 'pixels'>;
export type ScatterShape = RectShape | LineShape | CircleShape | TextShape | ImageShape;
export type ScatterDrawing = Drawing & { readonly shapes: readonly ScatterShape[] };

const DOT = 2.5;
/** Line widths of hollow dots and of frames around faces. */
const OUTLINE = 1.25;
const FRAME = 1.5;
const THIN_FRAME = 0.5;
const RING = 6;

/** `faceOf`: the face of an image, which is a dot until the face is loaded. */
export function drawScatter(
  scene: ScatterScene,
  style: ScatterStyle,
  faceOf: (index: number) => FacePicture | null,
  title = '',
): ScatterDrawing {
  const { plot, xTicks, yTicks, dots, faces, face } = scene;
  const { palette, colourOf, marked } = style;
  const [right, bottom] = [plot.left + plot.width, plot.top + plot.height];
  const shapes: ScatterShape[] = [];
  const rule = (x1: number, y1: number, x2: number, y2: number, stroke: string): void => {
    shapes.push(line([x1, y1], [x2, y2], { stroke }));
  };
  const words = (content: string, x: number, y: number, fill: string, anchor: 'middle' | 'end'): void => {
    shapes.push(text(x, y, content, { fill, 'text-anchor': anchor }));
  };
  const frame = (x: number, y: number, width: number, height: number, stroke: string, thickness: number): void => {
    shapes.push(rect({ x, y, width, height, fill: 'none', stroke, 'stroke-width': thickness }));
  };
  const circleAround = ({ x, y }: Placed, r: number, stroke: string, thickness: number): void => {
    shapes.push(circle({ cx: x, cy: y, r, fill: 'none', stroke, 'stroke-width': thickness }));
  };
  const ring = (point: Placed): void => {
    const colour = style.ringOf?.(point.index) ?? null;
    if (colour !== null) circleAround(point, RING, colour, 1.75);
  };
  const dot = (point: Placed): void => {
    const { index, x, y } = point;
    if (style.hollowOf?.(index)) circleAround(point, DOT, colourOf(index), OUTLINE);
    else shapes.push(circle({ cx: x, cy: y, r: DOT, fill: colourOf(index) }));
  };

  shapes.push(rect({ x: 0, y: 0, width: scene.width, height: scene.height, fill: palette.surface }));
  for (const tick of xTicks) {
    rule(tick.at, plot.top, tick.at, bottom, palette.hairline);
    words(tick.text, tick.at, bottom + 16, palette.secondary, 'middle');
  }
  for (const tick of yTicks) {
    rule(plot.left, tick.at, right, tick.at, palette.hairline);
    words(tick.text, plot.left - 6, tick.at + 4, palette.secondary, 'end');
  }
  rule(plot.left, bottom, right, bottom, palette.secondary);
  rule(plot.left, plot.top, plot.left, bottom, palette.secondary);
  words(style.xTitle, plot.left + plot.width / 2, bottom + 34, palette.text, 'middle');
  const upward = { fill: palette.text, 'text-anchor': 'middle', upward: 'after' } as const;
  shapes.push(text(12, plot.top + plot.height / 2, style.yTitle, upward));
  if (style.links) {
    const placed = new Map([...dots, ...faces].map((point) => [point.index, point]));
    for (const [a, b] of style.links) {
      const [from, to] = [placed.get(a), placed.get(b)];
      if (from && to) rule(from.x, from.y, to.x, to.y, palette.secondary);
    }
  }
  dots.forEach(dot);
  dots.forEach(ring);
  for (const point of faces) {
    const { index, x, y } = point;
    const [left, top] = [x - face.width / 2, y - face.height / 2];
    const pixels = faceOf(index);
    if (pixels === null) {
      dot(point);
      ring(point);
      continue;
    }
    shapes.push(image({ x: left, y: top, ...face }, { ...pixels, crisp: true }));
    frame(left, top, face.width, face.height, colourOf(index), style.hollowOf?.(index) ? THIN_FRAME : FRAME);
    const colour = style.ringOf?.(index) ?? null;
    if (colour !== null) frame(left - 3, top - 3, face.width + 6, face.height + 6, colour, 2.5);
  }
  for (const { index, x, y } of [...dots, ...faces].filter((point) => marked.includes(point.index))) {
    const size = face.width > 0 ? face : { width: 12, height: 12 };
    const [left, top] = [x - size.width / 2, y - size.height / 2];
    const pixels = faceOf(index);
    if (pixels !== null) shapes.push(image({ x: left, y: top, ...size }, { ...pixels, crisp: true }));
    frame(left - 2, top - 2, size.width + 4, size.height + 4, palette.text, 2.5);
  }
  return { ...picture(scene.width, scene.height, title, shapes), shapes, lined: true };
}

/** A printed drawing as positioned paths, texts and images, for the PDF and TikZ writers. */
import { MM } from '../drawingArea.ts';
import type { Look, Point, Shape, TextShape } from './drawing.ts';
import { boxSegments, circleSegments, lineSegments, outlineSegments, type Segment } from './outline.ts';
import type { Printed } from './printStyle.ts';

/** Red, green and blue, from 0 to 1. */
export type Colour = readonly [number, number, number];

export interface Ink {
  readonly colour: Colour;
  readonly opacity: number;
}

export interface Stroke extends Ink {
  readonly width: number;
  readonly dash: readonly number[];
}

export interface PlacedRun {
  readonly text: string;
  /** Font size in units. */
  readonly size: number;
  readonly symbol: boolean;
  readonly dx: number;
  readonly dy: number;
  readonly colour: Colour;
}

export type PlacedShape =
  | {
      readonly kind: 'path';
      readonly segments: readonly Segment[];
      readonly fill: Ink | null;
      readonly stroke: Stroke | null;
    }
  | {
      readonly kind: 'text';
      readonly at: Point;
      readonly upward: boolean;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold: boolean;
      readonly runs: readonly PlacedRun[];
    }
  | {
      readonly kind: 'image';
      readonly from: Point;
      readonly to: Point;
      readonly rows: number;
      readonly cols: number;
      readonly pixels: string;
    }
  | { readonly kind: 'clip'; readonly from: Point; readonly to: Point; readonly shapes: readonly PlacedShape[] };

export interface PlacedDrawing {
  readonly title: string;
  /** In units; `scale` is points per unit on paper. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly family: 'sans' | 'serif';
  readonly shapes: readonly PlacedShape[];
}

/** Throws RangeError for a colour that depends on the reader's theme. */
export function placed({ drawing, family, paper, sizeOf }: Printed): PlacedDrawing {
  const { title, height, shapes } = drawing;
  // Same digits as in an SVG file.
  const width = Number((paper?.units ?? drawing.width).toFixed(4));
  const left = Number((paper?.left ?? 0).toFixed(2));
  return {
    title,
    width,
    height,
    // A screen pixel is 0.75 points.
    scale: paper ? (paper.width * MM) / width : 0.75,
    family,
    shapes: placedShapes(shapes, { x: -left, y: 0, scale: 1 }, sizeOf),
  };
}

/** Scaled about the origin, then moved. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

function placedShapes(shapes: readonly Shape[], frame: Frame, sizeOf: Printed['sizeOf']): PlacedShape[] {
  const onPage = ([x, y]: Point): Point => [frame.x + x, frame.y + y];
  return shapes.flatMap((shape): PlacedShape[] => {
    switch (shape.kind) {
      case 'group':
        return placedShapes(shape.shapes, { ...frame, y: frame.y + shape.down }, sizeOf);
      case 'clip': {
        const from = onPage([shape.x, shape.y]);
        const inside = { ...frame, x: from[0] - shape.x, y: from[1] - shape.y };
        const to: Point = [from[0] + shape.width, from[1] + shape.height];
        return [{ kind: 'clip', from, to, shapes: placedShapes(shape.shapes, inside, sizeOf) }];
      }
      case 'rect':
        return [painted(boxSegments({ x: 0, y: 0, ...shape }), shape, frame)];
      case 'line':
        return [painted(lineSegments([shape.from, shape.to], false), shape, frame)];
      case 'path':
        return [
          painted(
            shape.lines.flatMap((line) => lineSegments(line, shape.closed)),
            shape,
            frame,
          ),
        ];
      case 'boxes':
        return [painted(shape.boxes.flatMap(boxSegments), shape, frame)];
      case 'circle':
        return [painted([...circleSegments([shape.cx, shape.cy], shape.r), { kind: 'close' }], shape, frame)];
      case 'marker': {
        const [x, y] = onPage(shape.at);
        return [painted(outlineSegments(shape.outline), shape, { x, y, scale: shape.size })];
      }
      case 'image': {
        const { x, y, width, height, rows, cols, pixels } = shape;
        return [{ kind: 'image', from: onPage([x, y]), to: onPage([x + width, y + height]), rows, cols, pixels }];
      }
      case 'text':
        return [placedText(shape, onPage(shape.at), sizeOf)];
    }
  });
}

function painted(segments: readonly Segment[], look: Look, { x, y, scale }: Frame): PlacedShape {
  const onPage = (point: Point): Point => [x + scale * point[0], y + scale * point[1]];
  const { fill = 'none', stroke = 'none', 'stroke-width': width = 1, 'stroke-dasharray': dash = [] } = look;
  return {
    kind: 'path',
    segments: segments.map((segment): Segment => {
      if (segment.kind === 'close') return segment;
      if (segment.kind !== 'curve') return { ...segment, to: onPage(segment.to) };
      return { kind: 'curve', first: onPage(segment.first), second: onPage(segment.second), to: onPage(segment.to) };
    }),
    fill: fill === 'none' ? null : { colour: colourOf(fill), opacity: look['fill-opacity'] ?? 1 },
    stroke:
      stroke === 'none'
        ? null
        : {
            colour: colourOf(stroke),
            opacity: look['stroke-opacity'] ?? 1,
            width: scale * width,
            dash: dash.map((length) => scale * length),
          },
  };
}

function colourOf(text: string): Colour {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  const rgb = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(text);
  const parts = (match: readonly string[], base: number, most: number): Colour => [
    parseInt(match[1], base) / most,
    parseInt(match[2], base) / most,
    parseInt(match[3], base) / most,
  ];
  if (hex) return parts(hex, 16, 255);
  if (short) return parts(short, 16, 15);
  if (rgb) return parts(rgb, 10, 255);
  throw new RangeError(`A figure has the colour "${text}"`);
}

function placedText(shape: TextShape, at: Point, sizeOf: Printed['sizeOf']): PlacedShape {
  const { runs, fill, upward, 'text-anchor': anchor = 'start', 'font-weight': weight } = shape;
  return {
    kind: 'text',
    at,
    upward: upward !== undefined,
    anchor,
    bold: weight === 600,
    runs: runs
      .filter(({ text }) => text !== '')
      .map((run) => ({
        text: run.text,
        size: sizeOf(shape, run),
        symbol: run.symbol !== undefined,
        dx: run.dx ?? 0,
        dy: run.dy ?? 0,
        colour: colourOf(run.fill ?? fill),
      })),
  };
}

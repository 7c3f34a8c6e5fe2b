/**
 * A drawing as shapes in one coordinate system, in units from the upper left. Painters produce drawings, and all file
 * formats are written from them. Numbers are rounded to hundredths of a unit, below which differences are invisible.
 */
import type { Box, Outline, Point } from './outline.ts';

// Mathematical symbols in texts of figures.

export interface TextPart {
  readonly text: string;
  /** Subscript of a symbol, '' if it has none; null for plain words. */
  readonly index: string | null;
}

/** Splits text into the symbols of latent dimensions, "q" and "q_c", and the words between them. */
export function symbolParts(content: string): TextPart[] {
  return content
    .split(/\b(q(?:_[a-z])?)\b/)
    .map((text, i): TextPart => {
      const [letter, index = ''] = text.split('_');
      return i % 2 === 0 ? { text, index: null } : { text: letter, index };
    })
    .filter(({ text }) => text !== '');
}

export type { Box, Point };

/** Meaning of a shape, by which tests and readers of a file identify it. */
export interface Mark {
  /** E.g. "line", "cell" or "x tick". */
  readonly part?: string;
  /** Label of the series. */
  readonly series?: string;
  readonly cell?: readonly [row: number, column: number];
}

/** Style of a shape, in terms of SVG 2; colours are "none", "#rrggbb", "rgb(r, g, b)", or depend on the theme. */
export interface Look {
  readonly fill?: string;
  readonly stroke?: string;
  readonly 'fill-opacity'?: number;
  readonly 'stroke-opacity'?: number;
  readonly 'stroke-width'?: number;
  readonly 'stroke-linejoin'?: 'round';
  /** Lengths of dashes and gaps; absent: a solid line. */
  readonly 'stroke-dasharray'?: readonly number[];
  readonly 'shape-rendering'?: 'crispEdges';
}

/** A run of text in one typeface. */
export interface TextRun {
  readonly text: string;
  /** A mathematical symbol or its subscript: italic, with serifs. */
  readonly symbol?: 'letter' | 'index';
  /** Offset in units to the right of, and below, the end of the previous run. */
  readonly dx?: number;
  readonly dy?: number;
  readonly fill?: string;
}

export interface TextLook extends Mark {
  readonly fill: string;
  readonly 'font-weight'?: 600;
  readonly 'text-anchor'?: 'start' | 'middle' | 'end';
  readonly 'font-size'?: number;
  /** Rotated to read upwards: about its position, or after the origin was moved there. */
  readonly upward?: 'about' | 'after';
}

type Painted = Look & Mark;

/** Absent coordinates are 0. */
export type RectShape = Painted & Omit<Box, 'x' | 'y'> & Partial<Box> & { readonly kind: 'rect' };
export type CircleShape = Painted & {
  readonly kind: 'circle';
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  /** Tooltip. */
  readonly title?: string;
};
export type LineShape = Look & { readonly kind: 'line'; readonly from: Point; readonly to: Point };
/** Polylines, closed or open. */
export type PathShape = Painted & {
  readonly kind: 'path';
  readonly lines: readonly (readonly Point[])[];
  readonly closed: boolean;
};
/** Many boxes of one style. */
export type BoxesShape = Painted & { readonly kind: 'boxes'; readonly boxes: readonly Box[] };
/** An outline around a point, `size` times as large as declared. */
export type MarkerShape = Painted & {
  readonly kind: 'marker';
  readonly outline: Outline;
  readonly at: Point;
  readonly size: number;
};
export type TextShape = TextLook & { readonly kind: 'text'; readonly at: Point; readonly runs: readonly TextRun[] };
export type ImageShape = Box & {
  readonly kind: 'image';
  readonly rows: number;
  readonly cols: number;
  /** One byte per pixel, row by row, 0 black; as base64. */
  readonly pixels: string;
  /** Whether pixels stay sharp when enlarged. */
  readonly crisp: boolean;
};

export type Shape =
  | RectShape
  | CircleShape
  | LineShape
  | PathShape
  | BoxesShape
  | MarkerShape
  | TextShape
  | ImageShape
  | { readonly kind: 'group'; readonly down: number; readonly shapes: readonly Shape[] }
  | (Box & { readonly kind: 'clip'; readonly shapes: readonly Shape[] });

export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Whether text formats write one line per shape. */
  readonly lined?: boolean;
}

export const short = (value: number): number => Number(value.toFixed(2));
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Rounds every number of a shape or its style to hundredths. */
function rounded<T extends object>(of: T): T {
  const entries = Object.entries(of).map(([key, value]) => [key, typeof value === 'number' ? short(value) : value]);
  return Object.fromEntries(entries) as T;
}

export function rect(look: Omit<RectShape, 'kind'>): RectShape {
  return { kind: 'rect', ...rounded(look) };
}

export function image(place: Box, pixels: Omit<ImageShape, 'kind' | keyof Box>): ImageShape {
  return { kind: 'image', ...rounded(place), ...pixels };
}

export function circle(look: Omit<CircleShape, 'kind'>): CircleShape {
  return { kind: 'circle', ...rounded(look) };
}

export function line([x1, y1]: Point, [x2, y2]: Point, look: Look): LineShape {
  return { kind: 'line', from: [short(x1), short(y1)], to: [short(x2), short(y2)], ...rounded(look) };
}

export function path(points: readonly Point[], look: Painted): PathShape {
  return paths([points], look);
}

/** Several polylines, or closed areas, of one style. */
export function paths(lines: readonly (readonly Point[])[], look: Painted, closed = false): PathShape {
  const places = lines.map((points) => points.map(([x, y]): Point => [hundredths(x), hundredths(y)]));
  return { kind: 'path', lines: places, closed, ...rounded(look) };
}

export function boxes(places: readonly Box[], look: Painted): BoxesShape {
  return { kind: 'boxes', boxes: places.map(rounded), ...rounded(look) };
}

/** Offset of a subscript below the baseline. */
const LOWERED = 3;

/** Text at a point. Words like "q" and "q_c" are set as mathematical symbols. */
export function text(x: number, y: number, content: string, look: TextLook): TextShape {
  let raise: number | undefined;
  const runs = symbolParts(printable(content)).flatMap(({ text: words, index }): TextRun[] => {
    const dy = raise === undefined ? {} : { dy: raise };
    raise = undefined;
    // Blanks next to a symbol would be trimmed at the end of their element.
    if (index === null) return [{ text: words.replace(/^ | $/g, '\u00a0'), ...dy }];
    const symbol: TextRun = { text: words, symbol: 'letter', ...dy };
    if (index === '') return [symbol];
    raise = -LOWERED;
    return [symbol, { text: index, symbol: 'index', dy: LOWERED }];
  });
  return textOf(x, y, runs, look);
}

/** Text of several runs; rotated text keeps the full precision of its position. */
export function textOf(x: number, y: number, runs: readonly TextRun[], look: TextLook): TextShape {
  return { kind: 'text', at: look.upward ? [x, y] : [short(x), short(y)], runs, ...look };
}

export function picture(width: number, height: number, title: string, shapes: readonly Shape[]): Drawing {
  return { title: printable(title), width: short(width), height: short(height), shapes };
}

/** Control characters that XML forbids, and two noncharacters. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Removes the characters that XML forbids (XML 1.0, section 2.2). */
export function printable(content: string): string {
  return content.toWellFormed().replace(FORBIDDEN, '');
}

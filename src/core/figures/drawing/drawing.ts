/**
 * A drawing as shapes in one coordinate system, units from the upper left: what painters make, and what every file is
 * written from. Numbers are those of the files: hundredths of a unit, less cannot be seen.
 */
import type { Box, Outline, Point } from './outline.ts';

// Mathematical symbols in the texts of figures.

export interface TextPart {
  readonly text: string;
  /** Of a symbol its lower index, '' where it has none; null: plain words. */
  readonly index: string | null;
}

/** The symbols of latent dimensions, "q" and "q_c", and what stands between them. */
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

/** What a shape stands for: tests and readers of a file find it by this. */
export interface Mark {
  /** Such as "line", "cell" or "x tick". */
  readonly part?: string;
  /** Label of the series that it belongs to. */
  readonly series?: string;
  readonly cell?: readonly [row: number, column: number];
}

/** How a shape is painted, in the words of SVG 2; colours are "none", "#rrggbb", "rgb(r, g, b)", or by the ground. */
export interface Look {
  readonly fill?: string;
  readonly stroke?: string;
  readonly 'fill-opacity'?: number;
  readonly 'stroke-opacity'?: number;
  readonly 'stroke-width'?: number;
  readonly 'stroke-linejoin'?: 'round';
  /** Lengths of dashes and gaps; none: a full line. */
  readonly 'stroke-dasharray'?: readonly number[];
  readonly 'shape-rendering'?: 'crispEdges';
}

/** A piece of a text in one face. */
export interface TextRun {
  readonly text: string;
  /** A mathematical symbol or its lower index: italic, with serifs. */
  readonly symbol?: 'letter' | 'index';
  /** Units right of where the run before ended, and below it. */
  readonly dx?: number;
  readonly dy?: number;
  readonly fill?: string;
}

export interface TextLook extends Mark {
  readonly fill: string;
  readonly 'font-weight'?: 600;
  readonly 'text-anchor'?: 'start' | 'middle' | 'end';
  readonly 'font-size'?: number;
  /** Turned to be read from the right: about its place, or after the origin was moved there. */
  readonly upward?: 'about' | 'after';
}

type Painted = Look & Mark;

/** Absent places are 0. */
export type RectShape = Painted & Omit<Box, 'x' | 'y'> & Partial<Box> & { readonly kind: 'rect' };
export type CircleShape = Painted & {
  readonly kind: 'circle';
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  /** What it says where the pointer is on it. */
  readonly title?: string;
};
export type LineShape = Look & { readonly kind: 'line'; readonly from: Point; readonly to: Point };
/** Lines through points, each closed or open. */
export type PathShape = Painted & {
  readonly kind: 'path';
  readonly lines: readonly (readonly Point[])[];
  readonly closed: boolean;
};
/** Many boxes of one look. */
export type BoxesShape = Painted & { readonly kind: 'boxes'; readonly boxes: readonly Box[] };
/** An outline around a place, `size` times as large as it is declared. */
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
  /** Whether its pixels are seen as such where it is enlarged. */
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
  /** Whether files of text have a line per shape. */
  readonly lined?: boolean;
}

export const short = (value: number): number => Number(value.toFixed(2));
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Every number of a shape or its look in hundredths. */
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

/** Several lines, or closed areas, of one look. */
export function paths(lines: readonly (readonly Point[])[], look: Painted, closed = false): PathShape {
  const places = lines.map((points) => points.map(([x, y]): Point => [hundredths(x), hundredths(y)]));
  return { kind: 'path', lines: places, closed, ...rounded(look) };
}

export function boxes(places: readonly Box[], look: Painted): BoxesShape {
  return { kind: 'boxes', boxes: places.map(rounded), ...rounded(look) };
}

/** How far a lower index stands below the line. */
const LOWERED = 3;

/** Text at a place. Words like "q" and "q_c" are set as mathematical symbols. */
export function text(x: number, y: number, content: string, look: TextLook): TextShape {
  let raise: number | undefined;
  const runs = symbolParts(printable(content)).flatMap(({ text: words, index }): TextRun[] => {
    const dy = raise === undefined ? {} : { dy: raise };
    raise = undefined;
    // Blanks next to a symbol would be lost at the end of its element.
    if (index === null) return [{ text: words.replace(/^ | $/g, '\u00a0'), ...dy }];
    const symbol: TextRun = { text: words, symbol: 'letter', ...dy };
    if (index === '') return [symbol];
    raise = -LOWERED;
    return [symbol, { text: index, symbol: 'index', dy: LOWERED }];
  });
  return textOf(x, y, runs, look);
}

/** Text of several runs; one that is turned keeps the digits of its place. */
export function textOf(x: number, y: number, runs: readonly TextRun[], look: TextLook): TextShape {
  return { kind: 'text', at: look.upward ? [x, y] : [short(x), short(y)], runs, ...look };
}

export function picture(width: number, height: number, title: string, shapes: readonly Shape[]): Drawing {
  return { title: printable(title), width: short(width), height: short(height), shapes };
}

/** Controls without a meaning in XML, and two code points that are no characters. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Without the characters that XML forbids (XML 1.0, section 2.2). */
export function printable(content: string): string {
  return content.toWellFormed().replace(FORBIDDEN, '');
}

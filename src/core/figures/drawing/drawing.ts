/** A drawing as shapes in one coordinate system, units from the upper left: what PDF and TikZ are written from. */

export type Point = readonly [x: number, y: number];

export type Segment =
  | { readonly kind: 'move'; readonly to: Point }
  | { readonly kind: 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly to: Point; readonly first: Point; readonly second: Point }
  | { readonly kind: 'close' };

/** Red, green and blue from 0 to 1. */
export type Colour = readonly [number, number, number];

export interface Ink {
  readonly colour: Colour;
  readonly opacity: number;
}

export interface Line extends Ink {
  readonly width: number;
  readonly dash: readonly number[];
}

export interface TextRun {
  readonly text: string;
  /** Height of the letters in units. */
  readonly size: number;
  /** A symbol: italic, with serifs. */
  readonly symbol: boolean;
  /** Units that the run stands right of where the one before ended, and below it. */
  readonly dx: number;
  readonly dy: number;
  readonly colour: Colour;
}

export type Shape =
  | {
      readonly kind: 'path';
      readonly segments: readonly Segment[];
      readonly fill: Ink | null;
      readonly stroke: Line | null;
    }
  | {
      readonly kind: 'text';
      readonly at: Point;
      /** Turned upwards, to be read from the right. */
      readonly upward: boolean;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold: boolean;
      readonly runs: readonly TextRun[];
    }
  | {
      readonly kind: 'image';
      readonly from: Point;
      readonly to: Point;
      readonly rows: number;
      readonly cols: number;
      /** One byte per pixel, row by row, 0 black. */
      readonly pixels: Uint8Array;
    }
  | { readonly kind: 'clip'; readonly from: Point; readonly to: Point; readonly shapes: readonly Shape[] };

export interface Drawing {
  readonly title: string;
  /** In units; `scale` is points per unit on paper. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly family: 'sans' | 'serif';
  readonly shapes: readonly Shape[];
}

/** Outlines of method markers, shared by tables, legends, charts on the page and exported figures. */
import type { Appearance } from '../methods/appearance.ts';
import type { Point } from './drawing/drawing.ts';
import type { Outline, OutlinePart } from './drawing/outline.ts';
import { chartPalette } from './palette.ts';

const lines = (closed: boolean, ...points: Point[]): OutlinePart => ({ kind: 'lines', points, closed });
const circle = (radius: number): OutlinePart => ({ kind: 'circle', radius });
const box = (x: number, y: number, width: number, height: number): OutlinePart => ({
  kind: 'box',
  box: { x, y, width, height },
});

const OUTLINES: Readonly<Record<Appearance['marker'], Outline>> = {
  circle: [circle(4.5)],
  triangle: [lines(true, [0, -5], [4.8, 3.8], [-4.8, 3.8])],
  rect: [box(-4, -4, 8, 8)],
  rectRot: [lines(true, [0, -5.4], [5.4, 0], [0, 5.4], [-5.4, 0])],
  star: [lines(false, [0, -5], [0, 5]), lines(false, [-4.3, -2.5], [4.3, 2.5]), lines(false, [4.3, -2.5], [-4.3, 2.5])],
  cross: [lines(false, [0, -5], [0, 5]), lines(false, [-5, 0], [5, 0])],
};

/** Left halves of filled markers. */
const HALVES: Readonly<Record<Exclude<Appearance['marker'], 'star' | 'cross'>, Outline>> = {
  circle: [{ kind: 'left half', radius: 4.5 }],
  triangle: [lines(true, [0, -5], [0, 3.8], [-4.8, 3.8])],
  rect: [box(-4, -4, 4, 8)],
  rectRot: [lines(true, [0, -5.4], [0, 5.4], [-5.4, 0])],
};

const DOT = [circle(1.9)];

/** Frames around markers that consist of lines only. */
const FRAMES: Readonly<Record<Exclude<Appearance['fill'], 'full'>, Outline>> = {
  hollow: [circle(5.6)],
  half: [box(-5.2, -5.2, 10.4, 10.4)],
  dotted: [lines(true, [0, -6.8], [6.8, 0], [0, 6.8], [-6.8, 0])],
};

/** Drawing of a marker around the origin, about 10 units wide. */
export interface MarkerOutline {
  readonly outline: Outline;
  /** Whether its inside has the background colour. */
  readonly open: boolean;
  /** Line width in the same units. */
  readonly line: number;
  /** Part filled with the edge colour; null if there is none. */
  readonly inside: Outline | null;
}

export function markerOutline({ marker, fill }: Pick<Appearance, 'marker' | 'fill'>): MarkerOutline {
  if (marker === 'star' || marker === 'cross') {
    const frame = fill === 'full' ? [] : FRAMES[fill];
    return { outline: [...frame, ...OUTLINES[marker]], open: fill !== 'full', line: 1.6, inside: null };
  }
  const inside = fill === 'half' ? HALVES[marker] : fill === 'dotted' ? DOT : null;
  return { outline: OUTLINES[marker], open: fill !== 'full', line: fill === 'full' ? 1 : 1.6, inside };
}

const PALE = '#F0E442';

/** Edge colour of a method's markers: without an edge, yellow is too pale on a light background. */
export function edgeColour({ light, dark }: Pick<Appearance, 'light' | 'dark'>): {
  readonly light: string;
  readonly dark: string;
} {
  return { light: light.toUpperCase() === PALE ? chartPalette.light.text : light, dark };
}

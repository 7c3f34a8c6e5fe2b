/** Outlines of method markers, shared by tables, legends, charts on the page and exported figures. */
import type { Appearance } from '../methods/appearance.ts';
import type { Point } from './drawing/drawing.ts';
import type { Outline, OutlinePart } from './drawing/outline.ts';

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
  dash: [box(-5, -1.2, 10, 2.4)],
};

/** Frame around markers that consist of lines only. */
const RING = circle(5.6);

/** Drawing of a marker around the origin, about 10 units wide. */
export interface MarkerOutline {
  readonly outline: Outline;
  /** Whether its inside has the background colour. */
  readonly open: boolean;
  /** Line width in the same units. */
  readonly line: number;
}

export function markerOutline({ marker, fill }: Pick<Appearance, 'marker' | 'fill'>): MarkerOutline {
  const open = fill === 'hollow';
  const isLines = marker === 'star' || marker === 'cross';
  const outline = isLines && open ? [RING, ...OUTLINES[marker]] : OUTLINES[marker];
  return { outline, open, line: isLines || open ? 1.6 : 1 };
}

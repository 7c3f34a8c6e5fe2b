import { rect, type Shape } from '../drawing/drawing.ts';
import type { FigureColours } from './theme.ts';

/** The ground of a whole picture. */
export function ground(width: number, height: number, colours: FigureColours): Shape {
  return rect({ width, height, fill: colours.surface });
}

/** Shapes so many units further down. */
export function moved(down: number, shapes: readonly Shape[]): Shape {
  return { kind: 'group', down, shapes };
}

/** Markers of methods in drawings. */
import type { Appearance } from '../../methods/appearance.ts';
import { short, type Mark, type Point, type Shape } from '../drawing/drawing.ts';
import { markerOutline } from '../markers.ts';
import type { FigureColours } from './theme.ts';

/** Marker of a method at a point; `size`: multiple of its outline. */
export function marker(
  appearance: Appearance,
  [x, y]: Point,
  size: number,
  colours: FigureColours,
  mark: Mark = {},
): Shape {
  const { outline, open, line } = markerOutline(appearance);
  const edge = colours.of(appearance);
  const fill = open ? colours.surface : edge;
  return {
    ...{ kind: 'marker', ...mark, at: [short(x), short(y)], size, outline },
    ...{ fill, stroke: edge, 'stroke-width': line },
  };
}

/** A hollow diamond in the colour of a method, filled with the background colour. */
export function hollowMarker(
  appearance: Appearance,
  place: Point,
  size: number,
  colours: FigureColours,
  mark: Mark = {},
): Shape {
  return marker({ ...appearance, marker: 'rectRot', fill: 'hollow' }, place, size, colours, mark);
}

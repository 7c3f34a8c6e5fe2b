/** The markers of methods in SVG. */
import type { Appearance } from '../../methods/appearance.ts';
import { markerOutline } from '../markers.ts';
import { element, type Attributes } from './svg.ts';
import type { FigureColours } from './theme.ts';

/** The marker of a method around a place; `size`: multiples of its outline. */
export function marker(
  appearance: Appearance,
  [x, y]: readonly [number, number],
  size: number,
  colours: FigureColours,
  attributes: Attributes = {},
): string {
  const { path, open, line, inside } = markerOutline(appearance);
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size})`;
  const edge = colours.edgeOf(appearance);
  const outline = element('path', {
    ...attributes,
    d: path,
    transform,
    fill: open ? colours.surface : colours.of(appearance),
    stroke: edge,
    'stroke-width': line,
  });
  return outline + (inside === null ? '' : element('path', { ...attributes, d: inside, transform, fill: edge }));
}

/** A hollow diamond in the colour of a method: its outline on the colour of the ground. */
export function hollowMarker(
  appearance: Appearance,
  place: readonly [number, number],
  size: number,
  colours: FigureColours,
  attributes: Attributes = {},
): string {
  return marker({ ...appearance, marker: 'rectRot', fill: 'hollow' }, place, size, colours, attributes);
}

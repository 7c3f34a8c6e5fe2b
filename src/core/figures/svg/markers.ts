/** The markers of methods in SVG. */
import type { Appearance } from '../../methods/appearance.ts';
import { markerLine, markerPath } from '../markers.ts';
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
  return element('path', {
    ...attributes,
    d: markerPath(appearance.marker),
    transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size})`,
    fill: colours.of(appearance),
    stroke: colours.edgeOf(appearance),
    'stroke-width': markerLine(appearance.marker),
  });
}

/** A hollow diamond in the colour of a method: its outline on the colour of the ground. */
export function hollowMarker(
  appearance: Appearance,
  [x, y]: readonly [number, number],
  size: number,
  colours: FigureColours,
  attributes: Attributes = {},
): string {
  return element('path', {
    ...attributes,
    d: markerPath('rectRot'),
    transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size})`,
    fill: colours.surface,
    stroke: colours.edgeOf(appearance),
    'stroke-width': markerLine('rectRot', true),
  });
}

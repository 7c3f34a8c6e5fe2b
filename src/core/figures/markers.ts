/** The markers of methods: one outline for tables, legends, charts on the page and exported figures. */
import type { Appearance } from '../methods/appearance.ts';
import { chartPalette } from './palette.ts';

const PATHS: Readonly<Record<Appearance['marker'], string>> = {
  circle: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0',
  triangle: 'M0-5 4.8 3.8H-4.8z',
  rect: 'M-4-4h8v8h-8z',
  rectRot: 'M0-5.4 5.4 0 0 5.4-5.4 0z',
  star: 'M0-5V5M-4.3-2.5 4.3 2.5M4.3-2.5-4.3 2.5',
  cross: 'M0-5V5M-5 0H5',
};

/** Outline of a marker around the origin, about 10 units wide, in SVG path syntax. */
export function markerPath(marker: Appearance['marker']): string {
  return PATHS[marker];
}

/** Width of a marker's line in the units of its outline: open and hollow ones are all line. */
export function markerLine(marker: Appearance['marker'], hollow = false): number {
  return hollow || marker === 'star' || marker === 'cross' ? 1.6 : 1;
}

const PALE = '#F0E442';

/** Edge of a method's markers: the palette's yellow is too pale on a light ground without one. */
export function edgeColour({ light, dark }: Pick<Appearance, 'light' | 'dark'>): {
  readonly light: string;
  readonly dark: string;
} {
  return { light: light.toUpperCase() === PALE ? chartPalette.light.text : light, dark };
}

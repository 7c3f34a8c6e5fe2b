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

/** Left halves. */
const HALVES: Readonly<Record<Exclude<Appearance['marker'], 'star' | 'cross'>, string>> = {
  circle: 'M0-4.5a4.5 4.5 0 0 0 0 9z',
  triangle: 'M0-5V3.8H-4.8z',
  rect: 'M-4-4h4v8h-4z',
  rectRot: 'M0-5.4V5.4L-5.4 0z',
};

const DOT = 'M-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0';

/** What stands around a marker that is all line. */
const FRAMES: Readonly<Record<Exclude<Appearance['fill'], 'full'>, string>> = {
  hollow: 'M-5.6 0a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0',
  half: 'M-5.2-5.2h10.4v10.4h-10.4z',
  dotted: 'M0-6.8 6.8 0 0 6.8-6.8 0z',
};

/** How a marker is drawn around the origin, about 10 units wide; paths in SVG syntax. */
export interface MarkerOutline {
  readonly path: string;
  /** Whether its inside is the ground, not the colour. */
  readonly open: boolean;
  /** Width of its line in the same units. */
  readonly line: number;
  /** What is filled on top with the colour of the edge; null: nothing. */
  readonly inside: string | null;
}

/** The outline of a marker of some fill. */
export function markerOutline({ marker, fill }: Pick<Appearance, 'marker' | 'fill'>): MarkerOutline {
  if (marker === 'star' || marker === 'cross') {
    const frame = fill === 'full' ? '' : FRAMES[fill];
    return { path: frame + PATHS[marker], open: fill !== 'full', line: 1.6, inside: null };
  }
  const inside = fill === 'half' ? HALVES[marker] : fill === 'dotted' ? DOT : null;
  return { path: PATHS[marker], open: fill !== 'full', line: fill === 'full' ? 1 : 1.6, inside };
}

const PALE = '#F0E442';

/** Edge of a method's markers: the palette's yellow is too pale on a light ground without one. */
export function edgeColour({ light, dark }: Pick<Appearance, 'light' | 'dark'>): {
  readonly light: string;
  readonly dark: string;
} {
  return { light: light.toUpperCase() === PALE ? chartPalette.light.text : light, dark };
}

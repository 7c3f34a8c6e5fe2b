/** Colours of heat maps: a perceptual sequential scale whose neighbouring shades cannot be told apart. */
import { interpolateViridis } from 'd3-scale-chromatic';

export const SHADES = 64;

/** Shade of a share: 0 (the best) to SHADES − 1 (the worst); shares outside 0 … 1 are clamped. */
export function shadeOf(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * (SHADES - 1));
}

/** Colour of a shade as "#rrggbb": the best is bright, the worst is dark. */
export function shadeColour(shade: number): string {
  return FILLS[shade];
}

export function shadeInk(shade: number): string {
  return INKS[shade];
}

/** Colour of a share as "#rrggbb": 0 (the best) is bright, 1 (the worst) is dark; shares outside are clamped. */
export function heatColour(share: number): string {
  return interpolateViridis(1 - Math.min(1, Math.max(0, share)));
}

/** Precomputed colours, because figures have thousands of cells. */
const FILLS = Array.from({ length: SHADES }, (_, shade) => heatColour(shade / (SHADES - 1)));

// Text on coloured backgrounds (WCAG 2.2, relative luminance and contrast ratio).

const DARK_INK = '#000000';
const BRIGHT_INK = '#ffffff';

/** Contrast ratio of two colours "#rrggbb", from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [bright, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const INKS = FILLS.map((fill) => (contrast(fill, DARK_INK) >= contrast(fill, BRIGHT_INK) ? DARK_INK : BRIGHT_INK));

/** Outline of the best cell: a hue that the scale does not have. */
export const BEST_CELL = '#d0252b';

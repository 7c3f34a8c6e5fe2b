/** Colours of figures for a light theme, a dark theme, or the reader's preference. */
import { chartPalette, type ChartPalette } from '../palette.ts';
import { rect, type Shape } from '../drawing/drawing.ts';

/** 'reader': both colours, for pages in browsers, which choose (CSS light-dark()). */
export type FigureTheme = 'light' | 'dark' | 'reader';

export interface FigureColours extends ChartPalette {
  readonly of: (colours: { readonly light: string; readonly dark: string }) => string;
}

export function figureColours(theme: FigureTheme): FigureColours {
  const of: FigureColours['of'] = ({ light, dark }) =>
    theme === 'reader' && light !== dark ? `light-dark(${light}, ${dark})` : theme === 'dark' ? dark : light;
  const { light, dark } = chartPalette;
  const pair = (name: keyof ChartPalette): string => of({ light: light[name], dark: dark[name] });
  return {
    of,
    surface: pair('surface'),
    hairline: pair('hairline'),
    text: pair('text'),
    secondary: pair('secondary'),
  };
}

/** Background of a whole picture. */
export function ground(width: number, height: number, colours: FigureColours): Shape {
  return rect({ width, height, fill: colours.surface });
}

/** Shapes moved down by `down` units. */
export function moved(down: number, shapes: readonly Shape[]): Shape {
  return { kind: 'group', down, shapes };
}

import type { Appearance } from '../methods/appearance.ts';

/** Colours for canvases, which cannot read the style sheet's tokens. A test keeps them equal to styles/tokens.css. */
export interface ChartPalette {
  readonly surface: string;
  readonly hairline: string;
  readonly text: string;
  readonly secondary: string;
}

export const chartPalette: Readonly<Record<'light' | 'dark', ChartPalette>> = {
  light: { surface: '#ffffff', hairline: '#e4e4e0', text: '#1c1c1a', secondary: '#6b6b66' },
  dark: { surface: '#1e2024', hairline: '#2e3136', text: '#e8e8e6', secondary: '#9a9c9f' },
};

/** Style of guide lines, which belong to no method: grey and dashed. */
export const GUIDE: Appearance = {
  light: chartPalette.light.secondary,
  dark: chartPalette.dark.secondary,
  marker: 'cross',
  fill: 'full',
  dash: [3, 3],
};

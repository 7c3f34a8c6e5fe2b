/** The interface's font inside a figure: a picture sees no font of the page around it. */
import { shallowRef } from 'vue';

/** Rules for a style element, with the font in them; null until it is asked for and there. */
export const figureFont = shallowRef<string | null>(null);
let loading: Promise<string> | null = null;

/** Loads the font once; its files are in a part of the page of their own. */
export function loadFigureFont(): Promise<string> {
  loading ??= Promise.all([
    import('../ui/fonts/inter-latin-wght-normal.woff2?inline'),
    import('../ui/fonts/inter-greek-wght-normal.woff2?inline'),
  ]).then(([latin, greek]) => {
    const face = (source: string, range: string): string =>
      `@font-face{font-family:Inter;font-weight:100 900;src:url(${source}) format("woff2");unicode-range:${range}}`;
    return (figureFont.value = face(latin.default, 'U+0-2FF,U+2000-22FF') + face(greek.default, 'U+370-3FF'));
  });
  return loading;
}

/** A picture (SVG) that brings its font along. */
export function withFont(svg: string, font: string): string {
  return svg.replace(/^<svg[^>]*>/, (opening) => `${opening}<style>${font}</style>`);
}

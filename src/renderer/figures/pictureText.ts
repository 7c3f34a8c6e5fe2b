/** Text of pictures (SVG): the embedded font and the title. Light enough for the first page. */
import { shallowRef } from 'vue';
import { FAMILIES } from '../../core/figures/drawing/printStyle.ts';

/** CSS rules with the embedded font; null until loaded. */
export const figureFont = shallowRef<string | null>(null);
let loading: Promise<string> | null = null;

/** Loads the font once; its files are a separate chunk of the page. */
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

/** A picture (SVG) with its font embedded. */
export function withFont(svg: string, font: string): string {
  return svg.replace(/^<svg[^>]*>/, (opening) => `${opening}<style>${font}</style>`);
}

/** A picture that is laid out as on paper, in the letters of the page. */
export function inPageLetters(svg: string): string {
  return svg.replace(/^(<svg[^>]*? font-family=")[^"]*/, (_, before: string) => before + FAMILIES.screen);
}

/**
 * The title of a picture drawn by the engine, extracted from its text, because the page may not parse markup (trusted
 * types).
 */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Empty if the picture has none. */
export function svgTitle(svg: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(svg) ?? [];
  return title.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]);
}

import { htmlText } from '../../core/report/html.ts';
import type { Pen } from './drawScatter.ts';

const round = (value: number): number => Math.round(value * 100) / 100;
const ANCHOR = { start: 'start', middle: 'middle', end: 'end', upward: 'middle' } as const;

/** Writes SVG. `faceOf` gives the address of a picture, such as a data address; null where there is none. */
export function svgPen(faceOf: (index: number) => string | null): {
  readonly pen: Pen;
  readonly document: (width: number, height: number, title: string) => string;
} {
  const parts: string[] = [];
  const box = (x: number, y: number, width: number, height: number): string =>
    `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  return {
    pen: {
      rect: (x, y, width, height, fill) => void parts.push(`<rect ${box(x, y, width, height)} fill="${fill}"/>`),
      frame: (x, y, width, height, colour, line) =>
        void parts.push(
          `<rect ${box(x, y, width, height)} fill="none" stroke="${colour}" stroke-width="${round(line)}"/>`,
        ),
      line: (x1, y1, x2, y2, colour) =>
        void parts.push(
          `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}"/>`,
        ),
      dot: (x, y, radius, fill) =>
        void parts.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`),
      text(text, x, y, colour, place) {
        const turn = place === 'upward' ? ` transform="rotate(-90 ${round(x)} ${round(y)})"` : '';
        const at = `x="${round(x)}" y="${round(y)}" fill="${colour}" text-anchor="${ANCHOR[place]}"`;
        parts.push(`<text ${at}${turn}>${htmlText(text)}</text>`);
      },
      face(index, x, y, width, height) {
        const address = faceOf(index);
        if (address === null) return false;
        parts.push(
          `<image ${box(x, y, width, height)} preserveAspectRatio="none" style="image-rendering:pixelated" href="${address}"/>`,
        );
        return true;
      },
    },
    document: (width, height, title) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
        `<title>${htmlText(title)}</title>`,
        ...parts,
        '</svg>',
        '',
      ].join('\n'),
  };
}

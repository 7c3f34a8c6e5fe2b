/** Sheets of images as SVG: a line per method, an image per column. */
import { element, picture, text } from '../../figures/svg/svg.ts';
import { textWidth } from '../../figures/svg/textWidth.ts';
import { figureColours, type FigureTheme } from '../../figures/svg/theme.ts';
import { bytesOf } from '../../formats/base64.ts';
import { greyPngAddress } from '../../formats/greyPng.ts';
import type { ResultSheet } from '../result.ts';

/** Height of an image in pixels. */
const HEIGHT = 96;
const GAP = 4;
const MARGIN = 10;

export function sheetSvg(sheet: ResultSheet, theme: FigureTheme): string {
  const { title, rows, cols, strips } = sheet;
  const colours = figureColours(theme);
  const width = (HEIGHT * cols) / rows;
  const left = MARGIN + Math.max(...strips.map((strip) => textWidth(strip.title, 12))) + 10;
  const images = strips.map(({ pixels }) => {
    const bytes = bytesOf(pixels);
    return Array.from({ length: bytes.length / (rows * cols) }, (_, n) =>
      bytes.subarray(n * rows * cols, (n + 1) * rows * cols),
    );
  });
  const across = Math.max(...images.map((line) => line.length));
  const full = { width: left + across * (width + GAP) + MARGIN, height: strips.length * (HEIGHT + GAP) + 2 * MARGIN };
  const body = strips.map((strip, s) => {
    const y = MARGIN + s * (HEIGHT + GAP);
    return [
      text(MARGIN, y + HEIGHT / 2 + 4, strip.title, { fill: colours.text }),
      ...images[s].map((bytes, n) =>
        element('image', {
          ...{ x: left + n * (width + GAP), y, width, height: HEIGHT, preserveAspectRatio: 'none' },
          href: greyPngAddress(rows, cols, bytes),
        }),
      ),
    ].join('');
  });
  return picture(full.width, full.height, title, element('rect', { ...full, fill: colours.surface }) + body.join(''));
}

/** Draws sheets of images: a row per method, a column per image. */
import { image, picture, text, type Drawing, type Shape } from '../../figures/drawing/drawing.ts';
import { type FigureTheme, figureColours, ground } from '../../figures/painters/theme.ts';
import { textWidth } from '../../figures/painters/textWidth.ts';
import { base64Of, bytesOf } from '../../formats/base64.ts';
import type { ResultSheet } from '../result.ts';

/** Height of an image in pixels. */
const HEIGHT = 96;
const GAP = 4;
const MARGIN = 10;

export function drawSheet(sheet: ResultSheet, theme: FigureTheme): Drawing {
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
  const body = strips.flatMap((strip, s): Shape[] => {
    const y = MARGIN + s * (HEIGHT + GAP);
    return [
      text(MARGIN, y + HEIGHT / 2 + 4, strip.title, { fill: colours.text }),
      ...images[s].map((bytes, n) => {
        const place = { x: left + n * (width + GAP), y, width, height: HEIGHT };
        return image(place, { rows, cols, pixels: base64Of(bytes), crisp: false });
      }),
    ];
  });
  return picture(full.width, full.height, title, [ground(full.width, full.height, colours), ...body]);
}

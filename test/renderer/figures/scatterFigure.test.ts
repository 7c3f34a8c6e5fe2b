import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { placed } from '../../../src/core/figures/drawing/placedDrawing.ts';
import { figurePageSchema } from '../../../src/core/figures/figurePage.ts';
import { printed } from '../../../src/core/figures/drawing/printStyle.ts';
import { SCREEN, sheetOf } from '../../../src/core/figures/drawingArea.ts';
import { chartPalette } from '../../../src/core/figures/palette.ts';
import { figurePdf } from '../../../src/core/figures/drawing/pdf.ts';
import { fittedWindow } from '../../../src/core/figures/scatterScene.ts';
import { figureSvg } from '../../../src/core/figures/drawing/svg.ts';
import { bytesOf } from '../../../src/core/formats/base64.ts';
import { figureTikz } from '../../../src/core/report/latex/tikz.ts';
import { figureContent, figureFaces } from '../../../src/main/export/figureFile.ts';
import type { GreyImage } from '../../../src/renderer/faces/greyImage.ts';
import { scatterDrawing, type VisibleScatter } from '../../../src/renderer/figures/scatterFigure.ts';

const points = { x: [0, 2, 5, 9, -3], y: [2, 50, 1, 40, 120] };
const image = (grey: number): GreyImage => {
  const rgba = new Uint8ClampedArray(2 * 3 * 4).fill(255);
  for (let i = 0; i < 6; i++) rgba.fill(grey + i, 4 * i, 4 * i + 3);
  return { rows: 2, cols: 3, rgba };
};
const shown: VisibleScatter = {
  points,
  view: fittedWindow(points),
  size: { width: 480, height: 400 },
  face: { width: 30, height: 20 },
  style: (theme) => ({
    palette: chartPalette[theme],
    colourOf: () => (theme === 'light' ? '#0072b2' : '#6bb3e0'),
    marked: [0],
    xTitle: 'Axis 1 (code)',
    yTitle: 'Axis 2 (code)',
  }),
  imageOf: (index) => (index === 2 ? undefined : image(10 * index)),
};
const column = figurePageSchema.parse({ width: 'column' });

describe('a scatter plot as a figure', () => {
  it('is as large as on the screen, or as wide as its paper, with a face wherever one has come', () => {
    expect(scatterDrawing(shown, 'light', SCREEN, 'orl')).toMatchObject({
      width: 480,
      height: 400,
    });
    const drawing = placed(printed(scatterDrawing(shown, 'light', sheetOf(column), 'orl'), column));
    expect(drawing.width * drawing.scale).toBeCloseTo((84 * 72) / 25.4, 2);
    const faces = drawing.shapes.flatMap((shape) => (shape.kind === 'image' ? [shape] : []));
    expect(faces.map(({ pixels }) => [...bytesOf(pixels)]).sort((a, b) => a[0] - b[0])).toEqual(
      [0, 10, 30, 40].map((grey) => [0, 1, 2, 3, 4, 5].map((i) => grey + i)),
    );
    for (const { from, to } of faces) {
      expect(from[0]).toBeGreaterThan(0);
      expect(to[0]).toBeLessThan(drawing.width);
      expect(to[0] - from[0]).toBeCloseTo(30, 6);
      expect(to[1] - from[1]).toBeCloseTo(20, 6);
    }
  });

  it('has the colours of its ground and marks nothing that is only pointed at', () => {
    const dark = figureSvg(scatterDrawing(shown, 'dark', sheetOf(column), 'orl'));
    expect(dark).toContain(chartPalette.dark.surface);
    expect(dark).toContain('#6bb3e0');
    expect(dark).not.toContain('stroke-width="2.5"');
  });

  it('is written as PDF with its images; TikZ has none and says so', () => {
    const drawing = printed(scatterDrawing(shown, 'light', sheetOf(column), 'orl'), column);
    const pdf = Buffer.from(figurePdf(drawing, figureFaces('sans'))).toString('latin1');
    expect(pdf.match(/\/Subtype \/Image \/Width 3 \/Height 2 \/ColorSpace \/DeviceGray/g)).toHaveLength(4);
    // Every image that the page names is the object that it says.
    const named = [...pdf.matchAll(/\/i(\d) (\d+) 0 R/g)].map(([, , object]) => Number(object));
    expect(named).toHaveLength(4);
    for (const object of named) expect(pdf).toMatch(new RegExp(`\\n${object} 0 obj\\n<< /Type /XObject`));
    expect(() => figureTikz(drawing)).toThrow('A figure with images can be saved as SVG, PNG and PDF, not as TikZ');
    const bare = printed(scatterDrawing({ ...shown, face: null }, 'light', sheetOf(column), 'orl'), column);
    expect(figureTikz(bare)).toContain('\\begin{tikzpicture}');
  });

  it('has the same bytes as ever', async () => {
    const pins: string[] = [];
    for (const page of [figurePageSchema.parse({}), column, figurePageSchema.parse({ width: 'page', fontSize: 10 })]) {
      for (const format of ['svg', 'pdf'] as const) {
        const content = await figureContent(scatterDrawing(shown, 'dark', sheetOf(page), 'orl <faces>'), format, page);
        pins.push(createHash('sha256').update(content).digest('hex').slice(0, 16));
      }
    }
    expect(pins).toMatchInlineSnapshot(`
      [
        "4a16ab6776f5a7cf",
        "6f146caec996855e",
        "394ea00609c57b35",
        "fa1967e3ea7c5cbe",
        "20e743155695f9a8",
        "3139254e1f969d52",
      ]
    `);
  });
});

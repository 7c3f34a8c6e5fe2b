import { describe, expect, it } from 'vitest';
import { placed as placedOn, type PlacedShape } from '../../../src/core/figures/drawing/placedDrawing.ts';
import { figurePageSchema, figureWidth } from '../../../src/core/figures/figurePage.ts';
import { printed } from '../../../src/core/figures/drawing/printStyle.ts';
import { MM, sheetOf } from '../../../src/core/figures/drawingArea.ts';
import { drawHeatMap } from '../../../src/core/figures/painters/heatMap.ts';
import { drawLineChart } from '../../../src/core/figures/painters/lineChart.ts';
import { drawRankDiagram } from '../../../src/core/figures/painters/rankDiagram.ts';
import { textWidth } from '../../../src/core/figures/painters/textWidth.ts';
import { figureTikz } from '../../../src/core/report/latex/tikz.ts';
import { figurePdf } from '../../../src/core/figures/drawing/pdf.ts';
import { figureFaces } from '../../../src/main/export/figureFile.ts';
import { curves, heat, ranks, sampleFigures } from '../../support/sampleFigures.ts';

const pages = [
  figurePageSchema.parse({ width: 'column' }),
  figurePageSchema.parse({ width: 'page', family: 'serif', fontSize: 10 }),
  figurePageSchema.parse({ width: 120, fontSize: 7 }),
];

interface Placed {
  readonly text: string;
  readonly sizes: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The texts of a drawing with about the room that each takes, in units. */
function texts(shapes: readonly PlacedShape[]): Placed[] {
  return shapes.flatMap((shape): Placed[] => {
    if (shape.kind === 'clip') return texts(shape.shapes);
    if (shape.kind !== 'text') return [];
    const sizes = shape.runs.map(({ size }) => size);
    // The estimate is an eighth too wide for plain letters.
    const width = shape.runs.reduce((sum, run) => sum + run.dx + textWidth(run.text, run.size) / 1.12, 0);
    const before = { start: 0, middle: width / 2, end: width }[shape.anchor];
    const [x, y, high] = [...shape.at, 0.75 * sizes[0]];
    const text = shape.runs.map((run) => run.text).join('');
    return shape.upward
      ? [{ text, sizes, left: x - high, right: x, top: y - width + before, bottom: y + before }]
      : [{ text, sizes, left: x - before, right: x - before + width, top: y - high, bottom: y }];
  });
}

describe.each(sampleFigures)('%s on paper', (_, draw) => {
  it.each(pages)(
    'is as wide as the page, with no letter below 7 pt, all inside, none on another ($width, $fontSize pt)',
    (page) => {
      const drawing = placedOn(printed(draw(sheetOf(page)), page));
      expect(drawing.width * drawing.scale).toBeCloseTo(figureWidth(page)! * MM, 3);
      expect(drawing.height * drawing.scale).toBeLessThan(700);
      const placed = texts(drawing.shapes);
      expect(placed.length).toBeGreaterThan(4);
      expect(Math.min(...placed.flatMap(({ sizes }) => sizes)) * drawing.scale).toBeGreaterThanOrEqual(7 - 1e-6);
      for (const text of placed) {
        expect(text.left, text.text).toBeGreaterThan(-1);
        expect(text.right, text.text).toBeLessThan(drawing.width + 1);
        expect(text.top, text.text).toBeGreaterThan(-1);
        expect(text.bottom, text.text).toBeLessThan(drawing.height + 1);
      }
      for (const [i, a] of placed.entries()) {
        for (const b of placed.slice(i + 1)) {
          const over = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          expect(over, `"${a.text}" and "${b.text}"`).toBe(false);
        }
      }
    },
  );

  it('is written as PDF with its fonts, the same bytes every time, and as TikZ', () => {
    const [page] = pages;
    const drawing = printed(draw(sheetOf(page)), page);
    const pdf = figurePdf(drawing, figureFaces('sans'));
    expect(Buffer.from(figurePdf(drawing, figureFaces('sans'))).equals(Buffer.from(pdf))).toBe(true);
    const head = Buffer.from(pdf).toString('latin1');
    expect(head).toMatch(/^%PDF-1\.7/);
    expect(head).toContain('/MediaBox [0 0 238.11 ');
    expect(head).toContain('/FontFile2');
    expect(head).not.toMatch(/\/Type1\b/);
    const tikz = figureTikz(drawing);
    expect(tikz).toContain('\\useasboundingbox (0,0) rectangle (238.11,');
    expect(tikz).not.toMatch(/NaN|undefined/);
  });
});

describe('a figure on paper', () => {
  const column = pages[0];

  it.each([5, 6, 9, 14, 20, 27, 33, 40])('of the ranks of %i methods has no label on another, on any page', (count) => {
    for (const page of pages) {
      const placed = texts(placedOn(printed(drawRankDiagram(ranks(count), 'light', true, sheetOf(page)), page)).shapes);
      const names = placed.filter(({ text }) => text.startsWith('Method'));
      expect(names).toHaveLength(count);
      for (const [i, a] of placed.entries()) {
        for (const b of placed.slice(i + 1)) {
          const over = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          expect(over, `"${a.text}" and "${b.text}"`).toBe(false);
        }
      }
    }
  });

  it.each([
    [1, 8],
    [3, 3],
    [3, 20],
    [20, 3],
    [46, 56],
  ])('of a grid of %i × %i leaves no third of its width or height empty', (rows, columns) => {
    for (const page of pages.slice(0, 2)) {
      const { shapes, width, height } = placedOn(
        printed(drawHeatMap(heat(rows, columns), 'light', sheetOf(page)), page),
      );
      const places = shapes.flatMap((shape) =>
        shape.kind === 'path' && shape.segments.length > 4
          ? shape.segments.flatMap((segment) => (segment.kind === 'close' ? [] : [segment.to]))
          : [],
      );
      const span = (axis: 0 | 1): number =>
        Math.max(...places.map((place) => place[axis])) - Math.min(...places.map((place) => place[axis]));
      // With the axis on the left and the scale on the right.
      expect(span(0) + 58 + 120).toBeGreaterThan((2 / 3) * width);
      expect(span(1) + 34 + 56).toBeGreaterThan((2 / 3) * height);
    }
  });

  it.each(['beside', 'inside', 'below', 'direct'] as const)('has its names %s where they are asked for', (legend) => {
    const page = { ...pages[1], legend };
    const drawing = placedOn(printed(drawLineChart(curves(3), 'light', sheetOf(page)), page));
    const clip = drawing.shapes.find((shape) => shape.kind === 'clip')!;
    const names = texts(drawing.shapes).filter(({ text }) => text.startsWith('Bilinear PPCA'));
    expect(names).toHaveLength(1);
    const inWidth = names[0].left < clip.to[0];
    const inHeight = names[0].top < clip.to[1];
    const wanted = { beside: [false, true], direct: [false, true], inside: [true, true], below: [true, false] };
    expect([inWidth, inHeight]).toEqual(wanted[legend]);
  });

  it('that is wider than the page says what it needs', () => {
    const long = curves(1);
    const chart = { ...long, series: [{ ...long.series[0], label: 'x'.repeat(120) }] };
    expect(() => printed(drawLineChart(chart, 'light', { ...sheetOf(column), legend: 'beside' }), column)).toThrow(
      /^the figure needs \d+ mm at 8 pt, the page has 84 mm$/,
    );
  });

  it('names a character that the fonts of PDF do not have', () => {
    const one = curves(1);
    const chart = { ...one, series: [{ ...one.series[0], label: '研究' }] };
    const drawing = printed(drawLineChart(chart, 'light', sheetOf(column)), column);
    expect(() => figurePdf(drawing, figureFaces('sans'))).toThrow('The font has no "研" (U+7814) in "研究"');
  });
});

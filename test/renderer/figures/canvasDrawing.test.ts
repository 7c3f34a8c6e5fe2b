// @vitest-environment happy-dom
/** One drawing: a scatter plot on the canvas of the page and in the exported SVG. */
import { describe, expect, it } from 'vitest';
import { drawScatter, type ScatterStyle } from '../../../src/core/figures/painters/scatter.ts';
import { chartPalette } from '../../../src/core/figures/palette.ts';
import { scatterScene, fittedWindow } from '../../../src/core/figures/scatterScene.ts';
import { figureSvg } from '../../../src/core/figures/drawing/svg.ts';
import { canvasPainter } from '../../../src/renderer/figures/canvasDrawing.ts';

const points = { x: [0, 1, 5, 5.01, -3], y: [2, 3, 1, 1.01, 120] };
const scene = scatterScene(points, fittedWindow(points), { width: 400, height: 300 }, { width: 20, height: 28 });

/** What stands where: a kind, its numbers to hundredths of a pixel, its colour or text. */
type Mark = readonly (string | number)[];
const short = (value: number): number => Number(value.toFixed(2));

const drawn = (style: ScatterStyle) =>
  drawScatter(scene, style, (index) => (index === 1 ? null : { rows: 1, cols: 1, pixels: 'AA==' }), 'orl');

function onCanvas(style: ScatterStyle): Mark[] {
  const marks: Mark[] = [];
  let [x0, y0, circle] = [0, 0, [] as number[]];
  let from: number[] = [];
  const context: Record<string, unknown> = {
    fillRect: (...box: number[]) => marks.push(['rect', ...box.map(short), String(context.fillStyle)]),
    strokeRect: (...box: number[]) =>
      marks.push(['frame', ...box.map(short), String(context.strokeStyle), Number(context.lineWidth)]),
    beginPath: () => (circle = []),
    moveTo: (x: number, y: number) => (from = [x, y]),
    lineTo: (x: number, y: number) => (from = [...from, x, y]),
    stroke: () =>
      marks.push(
        circle.length > 0
          ? ['ring', ...circle.map(short), String(context.strokeStyle), Number(context.lineWidth)]
          : ['line', ...from.map(short), String(context.strokeStyle)],
      ),
    arc: (x: number, y: number, r: number) => (circle = [x, y, r]),
    fill: () => marks.push(['dot', ...circle.map(short), String(context.fillStyle)]),
    save: () => undefined,
    translate: (x: number, y: number) => ([x0, y0] = [x, y]),
    rotate: () => undefined,
    restore: () => ([x0, y0] = [0, 0]),
    fillText: (text: string, x: number, y: number) =>
      marks.push(['text', text, short(x0 + x), short(y0 + y), String(context.fillStyle)]),
    drawImage: (_: unknown, ...box: number[]) => marks.push(['face', ...box.map(short)]),
  };
  canvasPainter('sans')(context as never, drawn(style));
  return marks;
}

function inSvg(style: ScatterStyle): Mark[] {
  const root = new DOMParser().parseFromString(figureSvg(drawn(style)), 'image/svg+xml').documentElement;
  return [...root.children].flatMap((node): Mark[] => {
    const n = (name: string): number => Number(node.getAttribute(name));
    const s = (name: string): string => node.getAttribute(name) ?? '';
    const box = [n('x'), n('y'), n('width'), n('height')];
    if (node.tagName === 'rect' && s('fill') === 'none') return [['frame', ...box, s('stroke'), n('stroke-width')]];
    if (node.tagName === 'rect') return [['rect', ...box, s('fill')]];
    if (node.tagName === 'line') return [['line', n('x1'), n('y1'), n('x2'), n('y2'), s('stroke')]];
    if (node.tagName === 'circle' && s('fill') === 'none') {
      return [['ring', n('cx'), n('cy'), n('r'), s('stroke'), n('stroke-width')]];
    }
    if (node.tagName === 'circle') return [['dot', n('cx'), n('cy'), n('r'), s('fill')]];
    if (node.tagName === 'image') return [['face', ...box]];
    if (node.tagName !== 'text') return [];
    const [, x = 0, y = 0] = /translate\((\S+) (\S+)\)/.exec(s('transform')) ?? [];
    return [['text', node.textContent!, short(Number(x) + n('x')), short(Number(y) + n('y')), s('fill')]];
  });
}

describe('A scatter plot with faces', () => {
  it.each(['light', 'dark'] as const)('stands on the page as in the exported figure, %s', (theme) => {
    const style: ScatterStyle = {
      palette: chartPalette[theme],
      colourOf: (index) => `#00000${index}`,
      marked: [0],
      ringOf: (index) => (index < 3 ? '#aa0000' : null),
      links: [[0, 2]],
      xTitle: 'Axis 1 (code)',
      yTitle: 'Axis 2 (code)',
    };
    const svg = inSvg(style);
    expect(onCanvas(style)).toEqual(svg);
    for (const kind of ['rect', 'frame', 'line', 'dot', 'face', 'text']) {
      expect(svg.filter(([found]) => found === kind).length, kind).toBeGreaterThan(0);
    }
  });
});

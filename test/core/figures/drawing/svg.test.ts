import { describe, expect, it } from 'vitest';
import { picture, printable, text, type Drawing, type Shape } from '../../../../src/core/figures/drawing/drawing.ts';
import { figureSvg } from '../../../../src/core/figures/drawing/svg.ts';
import { markerOutline } from '../../../../src/core/figures/markers.ts';

describe('text in SVG', () => {
  it('loses the characters that no XML may hold, and keeps every other', () => {
    expect(printable('a\u0000\u001b[31mb\u0008\uffff')).toBe('a[31mb');
    expect(printable('\ud800 alone')).toBe('\ufffd alone');
    const words = (content: string) => figureSvg(picture(9, 9, '', [text(0, 0, content, { fill: 'none' })]));
    expect(words('<é & 王> 👩‍👩‍👧\t')).toContain('>&lt;é &amp; 王&gt; 👩‍👩‍👧\t<');
    expect(words('q = 3\u0007')).not.toContain('\u0007');
  });
});

const { outline } = markerOutline({ marker: 'triangle', fill: 'full' });
const points = (count: number, fill: string): Shape[] =>
  Array.from({ length: count }, (_, i) => {
    return { kind: 'marker', outline, at: [i, 2 * i], size: 0.5, fill, part: 'point', series: `class ${i % 2}` };
  });
const drawingOf = (...shapes: Shape[]): Drawing => ({ title: 'points', width: 100, height: 80, shapes });
const tagsOf = (text: string, tag: string): string[] => text.match(new RegExp(`<${tag} [^>]*>`, 'g')) ?? [];

describe('markers of a drawing as SVG', () => {
  it('are defined once where many have one look, and used at their places', () => {
    const text = figureSvg(drawingOf({ kind: 'clip', x: 0, y: 0, width: 9, height: 9, shapes: points(12, '#aa0000') }));
    const [defined, ...others] = tagsOf(text, 'path');
    expect(others).toEqual([]);
    const id = /id="(\w+)"/.exec(defined)![1];
    expect(defined).toContain('scale(0.5)');
    expect(defined).not.toContain('class=');
    const used = tagsOf(text, 'use');
    expect(used).toHaveLength(12);
    expect(used[3]).toBe(`<use class="point" data-series="class 1" href="#${id}" x="3.00" y="6.00"/>`);
    expect(text.length).toBeLessThan(12 * figureSvg(drawingOf(...points(1, '#aa0000'))).length);
  });

  it('of different looks are told apart, and few are written where they stand', () => {
    const text = figureSvg(drawingOf(...points(10, '#aa0000'), ...points(10, '#0000aa'), ...points(9, '#00aa00')));
    expect(tagsOf(text, 'path')).toHaveLength(2 + 9);
    expect(new Set(tagsOf(text, 'use').map((tag) => /href="([^"]*)"/.exec(tag)![1])).size).toBe(2);
  });

  it('have the same name in every figure that has them', () => {
    const idOf = (text: string) => /id="(\w+)"/.exec(text)![1];
    expect(idOf(figureSvg(drawingOf(...points(10, '#aa0000'))))).toBe(
      idOf(figureSvg(drawingOf(...points(30, '#aa0000')))),
    );
  });
});

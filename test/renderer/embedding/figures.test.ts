// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { EmbeddingResult } from '../../../src/core/contract/embeddings.ts';
import { chartPalette } from '../../../src/core/figures/palette.ts';
import { coordinatesCsv, coordinatesTsv } from '../../../src/renderer/embedding/coordinatesText.ts';
import { drawScatter } from '../../../src/core/figures/painters/scatter.ts';
import { COLOURS } from '../../../src/core/methods/appearance.ts';
import { imageColours } from '../../../src/renderer/figures/imageColours.ts';
import { scatterScene, fittedWindow } from '../../../src/core/figures/scatterScene.ts';
import { figureSvg } from '../../../src/core/figures/drawing/svg.ts';

const result: EmbeddingResult = {
  axes: 2,
  codes: { values: [1, 2, 3, 4], trustworthiness: null },
  means: { values: [0.1, 0.2, 0.3, 1 / 3], trustworthiness: null },
  iterations: 3,
  converged: true,
  warnings: [],
  images: [0, 10],
  seconds: 1,
};
const factsOf = (position: number) => (position === 0 ? { file: 'a "b".pgm', subject: 'x\ty' } : undefined);

describe('Coordinates to take away', () => {
  it('have one record an image, with every digit', () => {
    expect(coordinatesCsv(result, factsOf).split('\r\n')).toEqual([
      'index,file,subject,code_1,code_2,mean_1,mean_2',
      '0,"a ""b"".pgm",x\ty,1,2,0.1,0.2',
      '10,,,3,4,0.3,0.3333333333333333',
      '',
    ]);
  });

  it('keep to one line an image on the clipboard', () => {
    expect(coordinatesTsv({ ...result, means: null }, factsOf)).toBe(
      'index\tfile\tsubject\tcode_1\tcode_2\n0\ta "b".pgm\tx y\t1\t2\n10\t\t\t3\t4\n',
    );
  });
});

describe('The figure as SVG', () => {
  it('is well-formed, with both axes named, every point, and faces as pictures', () => {
    const points = { x: [0, 1, 5, 5.01], y: [2, 3, 1, 1.01] };
    const scene = scatterScene(points, fittedWindow(points), { width: 400, height: 300 }, { width: 20, height: 28 });
    const colourOf = (index: number) => imageColours('order', ['s', 's', 's', 's']).colourOf(index, 'light');
    const drawing = drawScatter(
      scene,
      { palette: chartPalette.light, colourOf, marked: [0], xTitle: 'Axis 1 <a & b>', yTitle: 'Axis 2' },
      (index) => (index === 1 ? null : { rows: 1, cols: 1, pixels: 'AA==' }),
      'orl: LPP',
    );
    const parsed = new DOMParser().parseFromString(figureSvg(drawing), 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    const texts = [...parsed.querySelectorAll('text')].map((node) => node.textContent);
    expect(texts).toEqual(expect.arrayContaining(['Axis 1 <a & b>', 'Axis 2', '0', '4']));
    // Two of the four lie over each other, one has no picture yet, one is marked and drawn again on top.
    expect([parsed.querySelectorAll('image').length, parsed.querySelectorAll('circle').length]).toEqual([3, 2]);
  });
});

describe('Colours of images', () => {
  it('run from the first to the last image', () => {
    const { colourOf, legend } = imageColours('order', ['a', 'b', 'c']);
    expect(new Set([0, 1, 2].map((index) => colourOf(index, 'light'))).size).toBe(3);
    expect(legend('light').map(({ title }) => title)).toEqual(['first to last image']);
  });

  it('are those of the methods for subjects, in each theme, and named where they suffice', () => {
    const few = imageColours('subject', ['b', 'b', 'a']);
    for (const theme of ['light', 'dark'] as const) {
      expect(few.legend(theme)).toEqual([
        { title: 'subject b', colours: [COLOURS[0][theme]] },
        { title: 'subject a', colours: [COLOURS[1][theme]] },
      ]);
      expect([0, 1, 2].map((index) => few.colourOf(index, theme))).toEqual([0, 0, 1].map((at) => COLOURS[at][theme]));
    }
  });

  it('are shared in turn by more subjects than there are colours', () => {
    const many = imageColours(
      'subject',
      Array.from({ length: 40 }, (_, n) => `s${n + 1}`),
    );
    expect(many.colourOf(12, 'dark')).toBe(many.colourOf(0, 'dark'));
    expect(new Set(Array.from({ length: 12 }, (_, index) => many.colourOf(index, 'dark'))).size).toBe(12);
    expect(many.legend('light').map(({ title }) => title)).toEqual(['subject s1 to s40, 12 colours in turn']);
  });
});

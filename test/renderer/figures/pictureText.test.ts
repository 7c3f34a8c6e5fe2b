import { describe, expect, it } from 'vitest';
import { picture } from '../../../src/core/figures/drawing/drawing.ts';
import { figureSvg } from '../../../src/core/figures/drawing/svg.ts';
import { inPageLetters, svgTitle } from '../../../src/renderer/figures/pictureText.ts';

describe('the title of a picture', () => {
  it('is read as it was written', () => {
    for (const title of ['Hardest test images, k = 2, orl', 'A & B < C > "D" \'E\' &amp;', ''])
      expect(svgTitle(figureSvg(picture(10, 10, title, [])))).toBe(title);
  });

  it('is empty where there is none', () => {
    expect(svgTitle('<svg/>')).toBe('');
  });
});

it('a picture laid out as on paper can be shown in the letters of the page', () => {
  const drawing = picture(10, 10, 'A', []);
  const onPaper = figureSvg(drawing).replace('Inter, ', '');
  expect(onPaper).not.toContain('Inter');
  expect(inPageLetters(onPaper)).toBe(figureSvg(drawing));
});

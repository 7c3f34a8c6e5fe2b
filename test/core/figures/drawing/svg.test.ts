import { describe, expect, it } from 'vitest';
import { picture, printable, text } from '../../../../src/core/figures/drawing/drawing.ts';
import { figureSvg } from '../../../../src/core/figures/drawing/svg.ts';

describe('text in SVG', () => {
  it('loses the characters that no XML may hold, and keeps every other', () => {
    expect(printable('a\u0000\u001b[31mb\u0008\uffff')).toBe('a[31mb');
    expect(printable('\ud800 alone')).toBe('\ufffd alone');
    const words = (content: string) => figureSvg(picture(9, 9, '', [text(0, 0, content, { fill: 'none' })]));
    expect(words('<é & 王> 👩‍👩‍👧\t')).toContain('>&lt;é &amp; 王&gt; 👩‍👩‍👧\t<');
    expect(words('q = 3\u0007')).not.toContain('\u0007');
  });
});

import { describe, expect, it } from 'vitest';
import { escaped, text } from '../../../../src/core/figures/svg/svg.ts';

describe('text in SVG', () => {
  it('loses the characters that no XML may hold, and keeps every other', () => {
    expect(escaped('a\u0000\u001b[31mb\u0008\uffff')).toBe('a[31mb');
    expect(escaped('<é & 王> 👩‍👩‍👧\t')).toBe('&lt;é &amp; 王&gt; 👩‍👩‍👧\t');
    expect(escaped('\ud800 alone')).toBe('\ufffd alone');
    expect(text(0, 0, 'q = 3\u0007')).not.toContain('\u0007');
  });
});

import { describe, expect, it } from 'vitest';
import { outFormat, requireEnding } from '../../../../src/main/cli/files/outFormat.ts';

const ENDINGS = { latex: '.tex', csv: '.csv', 'csv-long': '.csv', text: '.txt' } as const;

describe('the format of a file', () => {
  it('is that of its ending, in either case, the first of several', () => {
    expect(outFormat(ENDINGS, { out: 'a/b.TEX' }, 'text')).toBe('latex');
    expect(outFormat(ENDINGS, { out: 'b.csv' }, 'text')).toBe('csv');
    expect(outFormat(ENDINGS, { out: 'b.csv', format: 'csv-long' }, 'text')).toBe('csv-long');
  });

  it('is the stated one, else the usual one, of standard output and names without an ending', () => {
    expect(outFormat(ENDINGS, {}, 'text')).toBe('text');
    expect(outFormat(ENDINGS, { format: 'csv' }, 'text')).toBe('csv');
    expect(outFormat(ENDINGS, { out: '/dev/stdout', format: 'csv' }, 'text')).toBe('csv');
  });

  it('is the stated one against the ending of the file, known or not', () => {
    expect(outFormat(ENDINGS, { out: 't.tex', format: 'csv' }, 'text')).toBe('csv');
    expect(outFormat(ENDINGS, { out: 't.dat', format: 'csv' }, 'text')).toBe('csv');
  });

  it('needs a known ending if none is stated', () => {
    expect(() => outFormat(ENDINGS, { out: 't.xlsx' }, 'text')).toThrow(
      '--out t.xlsx: expected a file that ends in .tex, .csv or .txt.',
    );
    expect(() => outFormat<'npz' | 'png'>({ npz: '.npz', png: '' }, { out: 'o.zip' }, 'npz')).toThrow(
      '--out o.zip: expected a file that ends in .npz or in nothing, for a folder.',
    );
    expect(() => requireEnding('r.pdf', '.html')).toThrow('--out r.pdf: expected a file that ends in .html.');
    expect(() => requireEnding('r.html', '.html')).not.toThrow();
  });
});

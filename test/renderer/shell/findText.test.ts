// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { findText, MOST_MATCHES } from '../../../src/renderer/shell/findText.ts';

const texts = (query: string): string[] => findText(document.body, query).map((range) => range.toString());
beforeEach(() => {
  document.body.innerHTML = '';
});

describe('finding text', () => {
  it('makes no difference between capitals and kinds of white space', () => {
    document.body.innerHTML = '<p>PPCA and ppca</p><p>paired\n  t-test</p>';
    expect(texts('ppca')).toEqual(['PPCA', 'ppca']);
    expect(texts('Paired t-TEST')).toEqual(['paired\n  t-test']);
    expect(texts('  ')).toEqual([]);
  });

  it('goes across inline elements, not across blocks', () => {
    document.body.innerHTML = '<p>q<span style="display: inline">c</span> = 3</p><div>one</div><div>two</div>';
    expect(texts('qc = 3')).toEqual(['qc = 3']);
    expect(texts('onetwo')).toEqual([]);
    expect(texts('one two')).toEqual([]);
  });

  it('takes every character as it is', () => {
    document.body.innerHTML = '<p>a.b (1/2) [x] $5 a+b \\d</p>';
    for (const query of ['a.b', '(1/2)', '[x]', '$5', 'a+b', '\\d']) expect(texts(query), query).toEqual([query]);
    expect(texts('a-b')).toEqual([]);
  });

  it('begins and ends where the words stand', () => {
    document.body.innerHTML = '<p>one two one</p>';
    const ranges = findText(document.body, 'one');
    expect(ranges.map((range) => [range.startOffset, range.endOffset])).toEqual([
      [0, 3],
      [8, 11],
    ]);
  });

  it('leaves out what is no text for the reader, and ends at a bound', () => {
    document.body.innerHTML = `<style>one</style><select><option>one</option></select><p>${'one '.repeat(MOST_MATCHES + 5)}</p>`;
    expect(findText(document.body, 'one')).toHaveLength(MOST_MATCHES);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteHtml } from '../../../src/core/report/studyReport.ts';
import { noteSummary, parseNote } from '../../../src/core/text/note.ts';

const html = (note: string): string => noteHtml(note);

describe('a note', () => {
  it('has paragraphs, with a line break at every line end', () => {
    expect(html('One\ntwo\n\n\nthree')).toBe('<p>One<br>two</p>\n<p>three</p>');
  });

  it('has headings, which end a paragraph', () => {
    expect(html('Before\n## Why *k* = 2 ##\nafter')).toBe('<p>Before</p>\n<h3>Why <em>k</em> = 2</h3>\n<p>after</p>');
    expect(html('#hashtag')).toBe('<p>#hashtag</p>');
  });

  it('has bulleted and numbered lists, whose items may go on in the next line', () => {
    expect(html('To do:\n- one\n  more\n* two\n1. first\n2) second')).toBe(
      '<p>To do:</p>\n<ul><li>one<br>more</li><li>two</li></ul>\n<ol><li>first</li><li>second</li></ol>',
    );
    expect(html('-5 is a number')).toBe('<p>-5 is a number</p>');
  });

  it('has code in a line and in blocks, in which nothing else means anything', () => {
    expect(html('Run `a *b* <c>`')).toBe('<p>Run <code>a *b* &lt;c&gt;</code></p>');
    expect(html('```json\n{ "a": **1** }\n\n# no\n```\nafter')).toBe(
      '<pre>{ &quot;a&quot;: **1** }\n\n# no</pre>\n<p>after</p>',
    );
    expect(html('```\nnever closed')).toBe('<pre>never closed</pre>');
  });

  it('has emphasis, but not within names and products', () => {
    expect(html('**very** *so* _so_ **a *b* c**')).toBe(
      '<p><strong>very</strong> <em>so</em> <em>so</em> <strong>a <em>b</em> c</strong></p>',
    );
    for (const plain of ['q_c * q_r', 'a_b_c', '2 * 3 * 4', '*open', '**', '* *'])
      expect(html(plain)).not.toMatch(/<em|<strong/);
    expect(html(String.raw`\*not\* this`)).toBe('<p>*not* this</p>');
  });

  it('has links to pages and mail, and no others', () => {
    expect(html('[the *paper*](https://example.org/a?b=1&c=2)')).toBe(
      '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer">the <em>paper</em></a></p>',
    );
    expect(html('See https://example.org/x.')).toBe(
      '<p>See <a href="https://example.org/x" rel="noreferrer">https://example.org/x</a>.</p>',
    );
    expect(html('[mail](mailto:a@example.org)')).toContain('href="mailto:a@example.org"');
    for (const to of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '/etc',
      'vbscript:x',
    ])
      expect(html(`[click](${to})`)).not.toContain('<a');
  });

  it('takes HTML for text', () => {
    expect(html('<img src=x onerror=alert(1)> & <script>')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;script&gt;</p>',
    );
    expect(html('[a"onmouseover="x](https://example.org/"onclick="y)')).not.toMatch(/"(onmouseover|onclick)/);
  });

  it('never makes other elements than its own, whatever is written, and loses no word', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```',
      '[',
      '](',
      ')',
      '<b>',
      '"',
      '\n',
      '- ',
      '1. ',
      '# ',
      ' ',
      '\\',
      'https://a.b',
      'word',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        (note) => {
          const markup = html(note);
          const tags = markup.match(/<[^>]*>/g) ?? [];
          for (const tag of tags)
            expect(tag).toMatch(
              /^<\/?(p|br|h3|ul|ol|li|pre|code|strong|em|a( href="https:\/\/[^"<>]*" rel="noreferrer")?)>$/,
            );
          const words = (text: string): number => text.match(/word/g)?.length ?? 0;
          // The word after a fence names a language.
          if (!note.includes('```')) expect(words(markup)).toBeGreaterThanOrEqual(words(note));
        },
      ),
    );
  });

  // Some 0.1 s each; a square of the length takes minutes.
  it.each(['*a ', '**a ', '_a ', '`a ', '[a ', '[a](', '\\'])('is read at once, however often it has %j', (open) => {
    expect(parseNote(open.repeat(100_000 / open.length))).toHaveLength(1);
  });

  it('is summarised in one line', () => {
    expect(noteSummary('# Why\n\nThe **first** try\nfailed.\n\n- a\n- `b`')).toBe('Why · The first try failed. · a, b');
    expect(noteSummary('')).toBe('');
  });
});

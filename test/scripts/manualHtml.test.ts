/** The manual as static pages. */
import { dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manualHtml } from '../../scripts/manual/html.ts';
import { manualPages } from '../../src/core/manual/manualPages.ts';
import { docsFolder } from '../support/manualBlocks.ts';

const pages = manualHtml(docsFolder);

describe('static pages of the manual', () => {
  it('are one per page, the index and the search', () => {
    expect([...pages.keys()].sort()).toEqual(
      ['index.html', 'search.html', ...manualPages.map(({ topic }) => `${topic}.html`)].sort(),
    );
  });

  it('have no scripts but the search, whose are its own, and their policy allows none', () => {
    for (const [name, text] of pages) {
      expect(text).not.toMatch(/<style|\son\w+=|\sstyle=|javascript:/i);
      expect(text).toContain("default-src 'none'");
      const search = name === 'search.html';
      expect([...text.matchAll(/<script.*/gi)].map(([tag]) => tag)).toEqual(
        search ? ['<script src="manual-sections.js"></script>', '<script src="search.js"></script>'] : [],
      );
      expect(text.includes("script-src 'self'")).toBe(search);
    }
  });

  it('link to each other and to headings that exist', () => {
    const broken = [...pages].flatMap(([name, text]) =>
      [...text.matchAll(/href="([^"]*)"/g)]
        .map(([, href]) => href)
        .filter((href) => !/^(https?|mailto):/.test(href) && !href.endsWith('manual.css'))
        .filter((href) => {
          const [path, fragment] = href.split('#');
          const target = pages.get(path === '' ? name : posix.join(dirname(name), path));
          return target === undefined || (fragment !== undefined && !target.includes(` id="${fragment}"`));
        })
        .map((href) => `${name}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('say in the navigation where the reader is, and lead on', () => {
    const text = pages.get('reference/methods.html')!;
    expect(text).toContain('<a href="methods.html" aria-current="page">Methods</a>');
    expect(text).toContain('<a rel="next" href="defaults.html">Defaults</a>');
    expect(text).toContain('href="../manual.css"');
  });

  it('lead to the search by a form that needs no script', () => {
    expect(pages.get('index.html')).toContain('<form action="search.html" role="search">');
    expect(pages.get('reference/methods.html')).toContain('<form action="../search.html" role="search">');
  });

  it('name the file that a block of code is saved as', () => {
    expect(pages.get('first-study.html')).toContain('<figcaption>first.json</figcaption>');
  });
});

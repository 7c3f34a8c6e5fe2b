/** The manual as HTML: navigation by the contents, light and dark, printable. Only the search uses scripts. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Token } from 'marked';
import { anchorsOf, markedPlace, manual, manualPages } from '../../src/core/manual/manualPages.ts';
import { indexPage } from './indexPage.ts';

const INDEX = 'README';
/** Allows only the manual's own style sheet and pictures, and the page of the search. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'";
const SEARCH = 'search';

/** Names of files with their texts; `docs` is the folder of the Markdown pages. */
export function manualHtml(docs: string): Map<string, string> {
  const pages = [{ topic: INDEX, title: 'Manual' }, ...manualPages];
  const html = new Map(
    pages.map(({ topic, title }) => {
      const body = bodyOf(topic, topic === INDEX ? indexPage(manual) : readFileSync(join(docs, `${topic}.md`), 'utf8'));
      return [fileOf(topic), pageOf(topic, title, body)];
    }),
  );
  return html.set(fileOf(SEARCH), pageOf(SEARCH, 'Search', searchBody, `script-src 'self'; ${POLICY}`));
}

/** Filled by searchScript.ts. */
const searchBody = `<h1>Search</h1>
${searchForm(SEARCH)}
<noscript><p>The search needs JavaScript.</p></noscript>
<p id="status" role="status"></p>
<ul id="matches"></ul>
<script src="manual-sections.js"></script>
<script src="search.js"></script>
`;

/** Works without scripts: the address of the search page contains the words. */
function searchForm(topic: string): string {
  return `<form action="${pathTo(topic, fileOf(SEARCH))}" role="search"><input type="search" name="q" required aria-label="Search the manual" placeholder="Search"></form>`;
}

function fileOf(topic: string): string {
  return topic === INDEX ? 'index.html' : `${topic}.html`;
}

/** Path from the page of one topic to a file of the manual. */
function pathTo(topic: string, file: string): string {
  return posix.relative(posix.dirname(topic), file);
}

function pageOf(topic: string, title: string, body: string, policy = POLICY): string {
  const entries = manual.map((part) => {
    const items = part.pages.map((page) => {
      const current = page.topic === topic ? ' aria-current="page"' : '';
      return `<li><a href="${pathTo(topic, fileOf(page.topic))}"${current}>${escaped(page.title)}</a></li>`;
    });
    return `<h2>${escaped(part.title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  const place = manualPages.findIndex((page) => page.topic === topic);
  const step = (by: number, rel: string): string => {
    const page = manualPages[place + by];
    if (page === undefined || topic === SEARCH || (place < 0 && by < 0)) return '';
    return `<a rel="${rel}" href="${pathTo(topic, fileOf(page.topic))}">${escaped(page.title)}</a>`;
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} – Eigenbench</title>
<link rel="stylesheet" href="${pathTo(topic, 'manual.css')}">
</head>
<body>
<nav aria-label="Manual">
<p><a href="${pathTo(topic, 'index.html')}">Eigenbench</a></p>
${topic === SEARCH ? '' : searchForm(topic)}
${entries.join('\n')}
</nav>
<main>
${body}
<footer>${step(-1, 'prev')} ${step(1, 'next')}</footer>
</main>
</body>
</html>
`;
}

function bodyOf(topic: string, text: string): string {
  const marked = new Marked();
  const tokens = marked.lexer(text);
  const anchors = anchorsOf(tokens.flatMap((token) => (token.type === 'heading' ? [token.text as string] : [])));
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        return `<h${depth} id="${anchors.shift()}">${this.parser.parseInline(inner)}</h${depth}>\n`;
      },
      code({ text: code, lang = '' }) {
        const file = /(?:^|\s)file=(\S+)/.exec(lang)?.[1];
        const caption = file === undefined ? '' : `<figcaption>${escaped(file)}</figcaption>`;
        return `<figure>${caption}<pre tabindex="0"><code>${escaped(code)}\n</code></pre></figure>\n`;
      },
      link({ href, tokens: inner }) {
        const words = this.parser.parseInline(inner);
        const target = targetOf(topic, href);
        return target === null ? words : `<a href="${escaped(target)}">${words}</a>`;
      },
      // Apart from named places only remarks for authors: pages contain no markup of their own.
      html({ text: raw }) {
        const place = markedPlace(raw);
        if (place !== null) return `<span id="${place}"></span>`;
        return raw.startsWith('<!--') || raw === '</a>' ? '' : escaped(raw);
      },
    },
  });
  return marked.parser(tokens as Token[] & { links: never });
}

/** Target of a link among the static pages; null for files of the repository that are not pages. */
function targetOf(topic: string, href: string): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path, fragment] = href.split('#');
  const target = posix.join(posix.dirname(topic), path).replace(/\.md$/, '');
  if (target !== INDEX && !manualPages.some((page) => page.topic === target)) return null;
  return pathTo(topic, fileOf(target)) + (fragment === undefined ? '' : `#${fragment}`);
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (sign) => names[sign]);
}

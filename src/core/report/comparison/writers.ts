/** A comparison report as one printable page: every number links to its row in the appendix. */
import { markdownTable as alignedTable } from 'markdown-table';
import { htmlPage, htmlText } from '../html.ts';
import type { ComparisonReport, ListedNumber } from './comparisonReport.ts';
import { quantityOf, traceKey, type Prose, type Trace } from './tracedProse.ts';
import type { Block } from './section.ts';
import { markdownText } from '../markdown.ts';

const STYLE =
  'a.n { color: inherit; text-decoration: underline dotted 1px var(--quiet); text-underline-offset: 0.18em; } ' +
  '@media print { a.n { text-decoration: none; } } tr:target { background: light-dark(#fff3c4, #4a4010); } ' +
  '.wide + .wide { margin-top: 1rem; } ' +
  '.numbers td, .numbers th { white-space: normal; vertical-align: top; }';

export function comparisonHtml(report: ComparisonReport): string {
  const { title, sections, numbers, references } = report;
  const write = writer(numbers);
  const body = [
    `<style>${STYLE}</style>`,
    `<h1>${htmlText(title)}</h1>`,
    ...sections.map(
      (section) => `<h2>${htmlText(section.title)}</h2>\n${section.blocks.map((block) => write(block)).join('\n')}`,
    ),
    `<h2>References</h2>\n<pre>${htmlText(references)}</pre>`,
    `<h2>Where each number comes from</h2>\n${appendix(numbers)}`,
  ];
  return htmlPage(title, body.join('\n'));
}

function writer(numbers: readonly ListedNumber[]): (block: Block) => string {
  const ids = new Map(numbers.map((number) => [traceKey(number), number.id]));
  const inline = (parts: Prose): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return htmlText(part);
        const text = htmlText(part.text);
        return part.kind === 'number' ? `<a class="n" href="#n${ids.get(traceKey(part))!}">${text}</a>` : text;
      })
      .join('');
  return (block) => {
    switch (block.kind) {
      case 'paragraph':
        return `<p>${inline(block.prose)}</p>`;
      case 'list':
        return `<ul>\n${block.items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</ul>`;
      case 'figure':
        return `<figure>\n${block.svg}<figcaption>${inline(block.caption)}</figcaption>\n</figure>`;
      case 'table':
        return htmlTable(
          block.head.map(inline),
          block.rows.map((row) => row.map(inline)),
        );
    }
  };
}

/** Table of markup cells. */
function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    ([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  const titles = head.map((text) => `<th scope="col">${text}</th>`).join('');
  return `<div class="wide">\n<table>\n<thead><tr>${titles}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>\n</div>`;
}

function appendix(numbers: readonly ListedNumber[]): string {
  const rows = numbers.map(({ id, text, value, trace }) => {
    const { title, formula } = quantityOf(trace.quantity);
    const cells = [text, `${title}: ${formula}`, sourceText(trace), String(value)];
    return `<tr id="n${id}"><th scope="row">${id}</th>${cells.map((cell) => `<td>${htmlText(cell)}</td>`).join('')}</tr>`;
  });
  const head = ['No.', 'In the text', 'Quantity and formula', 'Of', 'In full'];
  return `<div class="wide numbers">
<table>
<thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>`;
}

/** "study; k=2; PCA, BPPCA; wilcoxon; margin 1" */
export function sourceText({ study, condition, methods = [], test, settings = {} }: Trace): string {
  const stated = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [study, condition, methods.join(', '), test, ...stated].filter(Boolean).join('; ');
}

// A comparison report as Markdown: every number links to its row in the appendix; figures are left out.

export function comparisonMarkdown({ title, sections, numbers, references }: ComparisonReport): string {
  const ids = new Map(numbers.map((number) => [traceKey(number), number.id]));
  const inline = (parts: Prose): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return markdownText(part);
        const text = markdownText(part.text);
        return part.kind === 'number' ? `[${text}](#n${ids.get(traceKey(part))!})` : text;
      })
      .join('');
  const write = (block: Block): string[] => {
    switch (block.kind) {
      case 'paragraph':
        return [inline(block.prose), ''];
      case 'list':
        return [...block.items.map((item) => `- ${inline(item)}`), ''];
      case 'table':
        return [markdownTable([block.head.map(inline), ...block.rows.map((row) => row.map(inline))]), ''];
      case 'figure':
        return [];
    }
  };
  const rows = numbers.map(({ id, text, value, trace }) => {
    const { title: what, formula } = quantityOf(trace.quantity);
    const cells = [text, `${what}: ${formula}`, sourceText(trace), String(value)].map(markdownText);
    return [`<a id="n${id}"></a>${id}`, ...cells];
  });
  return [
    `# ${markdownText(title)}`,
    '',
    ...sections.flatMap((section) => [`## ${section.title}`, '', ...section.blocks.flatMap(write)]),
    '## References',
    '',
    '```bibtex',
    references.trim(),
    '```',
    '',
    '## Where each number comes from',
    '',
    markdownTable([['No.', 'In the text', 'Quantity and formula', 'Of', 'In full'], ...rows]),
    '',
  ].join('\n');
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  return alignedTable(
    rows.map((row) => [...row]),
    { stringLength: (text) => [...text].length },
  );
}

/** A comparison report as one printable page: every number links to its row in the appendix. */
import { markdownTable as alignedTable } from 'markdown-table';
import { htmlPage, htmlText } from '../html.ts';
import type { ComparisonReport, ListedNumber } from './comparisonReport.ts';
import { quantityOf, traceKey, type Prose, type Trace, type TracedNumber } from './tracedProse.ts';
import { sectionsHtml, type ProseBlock, type Section } from '../blocks.ts';
import { markdownText } from '../markdown.ts';

const STYLE =
  'a.n { color: inherit; text-decoration: underline dotted 1px var(--quiet); text-underline-offset: 0.18em; } ' +
  '@media print { a.n { text-decoration: none; } } tr:target { background: light-dark(#fff3c4, #4a4010); } ' +
  '.wide + .wide { margin-top: 1rem; } ' +
  '.numbers td, .numbers th { white-space: normal; vertical-align: top; }';

export function comparisonHtml({ title, sections, numbers, references }: ComparisonReport): string {
  const ids = new Map(numbers.map((number) => [traceKey(number), number.id]));
  const link = (number: TracedNumber): string =>
    `<a class="n" href="#n${ids.get(traceKey(number))!}">${htmlText(number.text)}</a>`;
  const last: Section[] = [
    { title: 'References', blocks: [{ kind: 'text', text: references }] },
    { title: 'Where each number comes from', blocks: [{ kind: 'markup', html: appendix(numbers) }] },
  ];
  const body = [`<style>${STYLE}</style>`, `<h1>${htmlText(title)}</h1>`, sectionsHtml([...sections, ...last], link)];
  return htmlPage(title, body.join('\n'));
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
  const write = (block: ProseBlock): string[] => {
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

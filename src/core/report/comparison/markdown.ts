/** A report on a comparison as Markdown: every number links to its row in the appendix; figures are left out. */
import { markdownTable as align } from 'markdown-table';
import { markdownText } from '../markdown.ts';
import type { ComparisonReport } from './comparisonReport.ts';
import { sourceText } from './html.ts';
import { quantityOf } from './quantities.ts';
import type { Block } from './section.ts';
import { traceKey, type Prose } from './traced.ts';

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
        return [table([block.head.map(inline), ...block.rows.map((row) => row.map(inline))]), ''];
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
    table([['No.', 'In the text', 'Quantity and formula', 'Of', 'In full'], ...rows]),
    '',
  ].join('\n');
}

function table(rows: readonly (readonly string[])[]): string {
  return align(
    rows.map((row) => [...row]),
    { stringLength: (text) => [...text].length },
  );
}

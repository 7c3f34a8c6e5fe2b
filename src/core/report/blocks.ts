/** Reports as data: sections of blocks, and their HTML. */
import { plainText, type Prose, type TracedNumber } from './comparison/tracedProse.ts';
import { htmlRows, htmlText } from './html.ts';

/** Blocks of prose, which every writer has. */
export type ProseBlock =
  | { readonly kind: 'paragraph'; readonly prose: Prose; readonly verdict?: true }
  | { readonly kind: 'list'; readonly items: readonly Prose[] }
  | {
      readonly kind: 'table';
      readonly head: readonly Prose[];
      /** The first cell of a row is its heading. */
      readonly rows: readonly (readonly Prose[])[];
      /** Whether cells hold long texts, which are wrapped. */
      readonly long?: true;
    }
  | FigureBlock;

export interface FigureBlock {
  readonly kind: 'figure';
  readonly svg: string;
  readonly caption?: Prose;
}

export type Block =
  | ProseBlock
  /** Small figures side by side. */
  | { readonly kind: 'figures'; readonly figures: readonly FigureBlock[] }
  | { readonly kind: 'heading'; readonly title: string }
  /** Sentences in small type. */
  | { readonly kind: 'notes'; readonly sentences: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** Preformatted text. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'folded'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'markup'; readonly html: string };

export interface Section<Content extends Block = Block> {
  readonly title: string;
  readonly blocks: readonly Content[];
  /** Whether it is collapsed; it is printed only if expanded. */
  readonly folded?: true;
}

export function paragraph(...sentences: readonly Prose[]): ProseBlock {
  return { kind: 'paragraph', prose: sentences.flatMap((sentence, i) => (i === 0 ? sentence : [' ', ...sentence])) };
}

/** All sentences and cells of a block of prose. */
export function proseOf(block: ProseBlock): Prose[] {
  switch (block.kind) {
    case 'paragraph':
      return [block.prose];
    case 'list':
      return [...block.items];
    case 'table':
      return [...block.head, ...block.rows.flat()];
    case 'figure':
      return block.caption ? [block.caption] : [];
  }
}

/** Markup of a number in prose. */
export type NumberHtml = (number: TracedNumber) => string;

/** Sections as HTML. */
export function sectionsHtml(sections: readonly Section[], number?: NumberHtml): string {
  return sections
    .map(({ title, blocks, folded }) => {
      const body = blocksHtml(blocks, number);
      return folded ? foldedHtml(title, 2, body) : `<h2>${htmlText(title)}</h2>\n${body}`;
    })
    .join('\n');
}

export function blocksHtml(blocks: readonly Block[], number: NumberHtml = ({ text }) => htmlText(text)): string {
  const inline = (parts: Prose): string =>
    parts
      .map((part) => (typeof part !== 'string' && part.kind === 'number' ? number(part) : htmlText(plainText([part]))))
      .join('');
  const figure = ({ svg, caption }: FigureBlock): string =>
    `<figure>\n${svg}${caption ? `<figcaption>${inline(caption)}</figcaption>\n` : ''}</figure>`;
  const write = (block: Block): string => {
    switch (block.kind) {
      case 'paragraph':
        return `<p${block.verdict ? ' class="verdict"' : ''}>${inline(block.prose)}</p>`;
      case 'list':
        return `<ul>\n${block.items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</ul>`;
      case 'table': {
        const cell = block.long ? '<td class="long">' : '<td>';
        const rows = block.rows.map(
          ([name, ...cells]) =>
            `<tr><th scope="row">${inline(name)}</th>${cells.map((each) => `${cell}${inline(each)}</td>`).join('')}</tr>`,
        );
        return htmlRows(block.head.map(inline), [rows]);
      }
      case 'figure':
        return figure(block);
      case 'figures':
        return `<div class="figures">\n${block.figures.map(figure).join('\n')}\n</div>`;
      case 'heading':
        return `<h3>${htmlText(block.title)}</h3>`;
      case 'notes':
        return `<div class="notes">\n${block.sentences.map((text) => `<p>${htmlText(text)}</p>`).join('\n')}\n</div>`;
      case 'facts': {
        const facts = block.facts.map(([name, value]) => `<dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd>`);
        return `<dl>\n${facts.join('\n')}\n</dl>`;
      }
      case 'text':
        return `<pre>${htmlText(block.text)}</pre>`;
      case 'folded':
        return foldedHtml(block.title, 3, block.blocks.map(write).join('\n'));
      case 'markup':
        return block.html;
    }
  };
  return blocks.map(write).join('\n');
}

function foldedHtml(title: string, level: 2 | 3, body: string): string {
  return `<details>\n<summary><h${level}>${htmlText(title)}</h${level}></summary>\n${body}\n</details>`;
}

/** Markdown as elements: no text becomes markup, so the content security policy holds. */
import { lexer, type Token, type Tokens } from 'marked';
import { defineComponent, h, type PropType, type VNodeChild } from 'vue';
import { anchorsOf, markedPlace } from '../../core/manual/manualPages.ts';

export interface ManualLinks {
  /** Opens a page of the manual; null for an external link, of which only the text is shown. */
  readonly open: (href: string) => (() => void) | null;
  /** URL of a picture; null if there is none. */
  readonly image: (href: string) => string | null;
}

export default defineComponent({
  name: 'ManualText',
  props: {
    text: { type: String, required: true },
    links: { type: Object as PropType<ManualLinks>, required: true },
  },
  setup: (props) => () => h('article', { class: 'manual-text' }, blocks(props.text, props.links)),
});

function blocks(text: string, links: ManualLinks): VNodeChild[] {
  const tokens = lexer(text);
  const anchors = anchorsOf(
    tokens.flatMap((token) => (token.type === 'heading' ? [(token as Tokens.Heading).text] : [])),
  );
  const show = (list: readonly Token[] | undefined): VNodeChild[] => (list ?? []).map(one);
  const one = (token: Token): VNodeChild => {
    const generic = token as Tokens.Generic;
    switch (token.type) {
      case 'heading':
        // The dialog uses the first two levels.
        return h(`h${Math.min(6, generic['depth'] + 2)}`, { id: `manual-${anchors.shift()}` }, show(generic.tokens));
      case 'paragraph':
        return h('p', show(generic.tokens));
      case 'code':
        return code(token as Tokens.Code);
      case 'list':
        return h(
          generic['ordered'] ? 'ol' : 'ul',
          (token as Tokens.List).items.map(({ tokens: inner }) => h('li', show(inner))),
        );
      case 'table':
        return table(token as Tokens.Table, show);
      case 'blockquote':
        return h('blockquote', show(generic.tokens));
      case 'strong':
      case 'em':
      case 'del':
        return h(token.type, show(generic.tokens));
      case 'codespan':
        return h('code', generic['text']);
      case 'br':
      case 'hr':
        return h(token.type);
      case 'link':
        return link(token as Tokens.Link, show, links);
      case 'image': {
        const src = links.image(generic['href']);
        return src === null ? generic['text'] : h('img', { src, alt: generic['text'] });
      }
      case 'text':
      case 'escape':
        return generic.tokens ? show(generic.tokens) : generic['text'];
      case 'html': {
        const place = markedPlace(token.raw);
        return place === null ? null : h('span', { id: `manual-${place}` });
      }
      default:
        // Blank lines, and comments for authors.
        return null;
    }
  };
  return show(tokens);
}

function code({ text, lang }: Tokens.Code): VNodeChild {
  const file = /(?:^|\s)file=(\S+)/.exec(lang ?? '')?.[1];
  const folded = lang?.split(' ').includes('fold');
  const pre = h('pre', { tabindex: 0 }, h('code', text));
  if (folded) return h('details', [h('summary', 'On the command line'), pre]);
  return h('figure', file === undefined ? [pre] : [h('figcaption', file), pre]);
}

function table({ header, rows }: Tokens.Table, show: (list: readonly Token[]) => VNodeChild[]): VNodeChild {
  const label = `Table: ${header.map(({ text }) => text).join(', ')}`;
  return h('div', { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': label }, [
    h('table', [
      h(
        'thead',
        h(
          'tr',
          header.map(({ tokens }) => h('th', { scope: 'col' }, show(tokens))),
        ),
      ),
      h(
        'tbody',
        rows.map((row) =>
          h(
            'tr',
            row.map(({ tokens }) => h('td', show(tokens))),
          ),
        ),
      ),
    ]),
  ]);
}

function link(
  { href, tokens }: Tokens.Link,
  show: (list: readonly Token[]) => VNodeChild[],
  links: ManualLinks,
): VNodeChild {
  const open = links.open(href);
  if (open === null) return h('span', show(tokens));
  return h('button', { type: 'button', class: 'link', onClick: open }, show(tokens));
}

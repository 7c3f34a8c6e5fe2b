/**
 * Notes in a subset of Markdown: paragraphs, headings, flat lists, fenced code, emphasis, code, links. HTML is plain
 * text. A single line end is a line break.
 */
export type NoteInline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly of: readonly NoteInline[] }
  /** `to` begins with http:, https: or mailto:. */
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly NoteInline[] }
  | { readonly kind: 'break' };

export type NoteBlock =
  | { readonly kind: 'paragraph'; readonly of: readonly NoteInline[] }
  | { readonly kind: 'heading'; readonly of: readonly NoteInline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly NoteInline[])[] }
  | { readonly kind: 'code'; readonly text: string };

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:([-*+])|\d{1,9}[.)])\s+(.*)$/;

/** The blocks of a note, in order. Every text is valid: anything but markup is text. */
export function parseNote(note: string): NoteBlock[] {
  const lines = note.split(/\r\n|\r|\n/);
  const blocks: NoteBlock[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index];
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (line.trim() === '') index++;
    else if (fence !== undefined) {
      const rest = lines.slice(index + 1);
      const end = rest.findIndex((other) => other.trim().startsWith(fence));
      const text = end < 0 ? rest : rest.slice(0, end);
      blocks.push({ kind: 'code', text: text.join('\n') });
      index += text.length + 2;
    } else if (heading) {
      blocks.push({ kind: 'heading', of: parseInline(heading[1]) });
      index++;
    } else if (item) {
      const ordered = item[1] === undefined;
      const items: string[] = [];
      for (; index < lines.length && lines[index].trim() !== '' && !startsOther(lines[index]); index++) {
        const next = ITEM.exec(lines[index]);
        if (next && (next[1] === undefined) !== ordered) break;
        if (next) items.push(next[2]);
        else items[items.length - 1] += `\n${lines[index].trim()}`;
      }
      blocks.push({ kind: 'list', ordered, items: items.map(parseInline) });
    } else {
      const paragraph: string[] = [];
      for (; index < lines.length && lines[index].trim() !== ''; index++) {
        if (paragraph.length > 0 && (startsOther(lines[index]) || ITEM.test(lines[index]))) break;
        paragraph.push(lines[index].trim());
      }
      blocks.push({ kind: 'paragraph', of: parseInline(paragraph.join('\n')) });
    }
  }
  return blocks;
}

function startsOther(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line);
}

/** Maximum length of a span, which keeps the time for a long text without closing marks linear. */
const WITHIN = 2000;
const SPANS = new RegExp(
  [
    String.raw`\\(?<escaped>[\\\x60*_[\]#-])`,
    String.raw`(?<ticks>\x60{1,3})(?<code>[^\x60]{1,${WITHIN}}?)\k<ticks>`,
    String.raw`\*\*(?<strong>[^\s*](?:[^]{0,${WITHIN}}?[^\s*])?)\*\*`,
    String.raw`\*(?<star>[^\s*](?:[^*]{0,${WITHIN}}?[^\s*])?)\*`,
    String.raw`(?<![\p{L}\p{N}_])_(?<under>[^\s_](?:[^]{0,${WITHIN}}?[^\s_])?)_(?![\p{L}\p{N}_])`,
    String.raw`\[(?<words>[^\][]{1,${WITHIN}})\]\((?<to>[^()\s]{1,${WITHIN}})\)`,
    String.raw`(?<bare>https?://[^\s<>]{1,${WITHIN}})`,
    String.raw`(?<end>\n)`,
  ].join('|'),
  'gu',
);

function parseInline(text: string): NoteInline[] {
  const parts: NoteInline[] = [];
  const say = (more: string): void => {
    const last = parts.at(-1);
    if (more === '') return;
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + more };
    else parts.push({ kind: 'text', text: more });
  };
  let from = 0;
  for (const match of text.matchAll(SPANS)) {
    say(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { escaped, code, strong, star, under, words, to, bare, end } = match.groups!;
    if (escaped !== undefined) say(escaped);
    else if (code !== undefined) parts.push({ kind: 'code', text: code.trim() || code });
    else if (strong !== undefined) parts.push({ kind: 'strong', of: parseInline(strong) });
    else if (star !== undefined || under !== undefined)
      parts.push({ kind: 'emphasis', of: parseInline(star ?? under) });
    else if (to !== undefined) {
      const safe = safeLink(to);
      if (safe === null) say(match[0]);
      else parts.push({ kind: 'link', to: safe, of: parseInline(words) });
    } else if (bare !== undefined) {
      const address = bare.replace(/[.,;:!?'")\]]+$/, '');
      const safe = safeLink(address);
      if (safe === null) say(bare);
      else {
        parts.push({ kind: 'link', to: safe, of: [{ kind: 'text', text: address }] });
        say(bare.slice(address.length));
      }
    } else if (end !== undefined) parts.push({ kind: 'break' });
  }
  say(text.slice(from));
  return parts;
}

/** A URL that may be opened by a click; null for any other, such as javascript: or file:. */
function safeLink(to: string): string | null {
  const url = URL.canParse(to) ? new URL(to) : null;
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/** The words of a note in one line, for lists and titles. */
export function noteSummary(note: string): string {
  const words = (parts: readonly NoteInline[]): string =>
    parts.map((part) => ('of' in part ? words(part.of) : part.kind === 'break' ? ' ' : part.text)).join('');
  const texts = parseNote(note).map((block) =>
    block.kind === 'code' ? block.text : block.kind === 'list' ? block.items.map(words).join(', ') : words(block.of),
  );
  return texts.join(' · ').replace(/\s+/g, ' ').trim();
}

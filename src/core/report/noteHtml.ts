import { parseNote, type NoteInline } from '../text/note.ts';
import { htmlText } from './html.ts';

/** A note as markup, its headings below those of a section. */
export function noteHtml(note: string): string {
  return parseNote(note)
    .map((block) => {
      if (block.kind === 'code') return `<pre>${htmlText(block.text)}</pre>`;
      if (block.kind === 'heading') return `<h3>${inline(block.of)}</h3>`;
      if (block.kind === 'paragraph') return `<p>${inline(block.of)}</p>`;
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
    })
    .join('\n');
}

function inline(parts: readonly NoteInline[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return htmlText(part.text);
        case 'code':
          return `<code>${htmlText(part.text)}</code>`;
        case 'break':
          return '<br>';
        case 'link':
          return `<a href="${htmlText(part.to)}" rel="noreferrer">${inline(part.of)}</a>`;
        case 'strong':
          return `<strong>${inline(part.of)}</strong>`;
        case 'emphasis':
          return `<em>${inline(part.of)}</em>`;
      }
    })
    .join('');
}

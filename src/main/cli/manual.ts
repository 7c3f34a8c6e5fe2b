/** The pages of the manual, as a terminal shows them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manualPages } from '../../core/manual/contents.ts';
import { plainText } from '../../core/manual/plainText.ts';
import { packageRoot } from '../packageRoot.ts';

export interface ManualTopic {
  /** What "help" takes, e.g. "import" or "reference/methods". */
  readonly name: string;
  readonly title: string;
}

/** All pages in the order of the manual. */
export function manualTopics(): ManualTopic[] {
  return manualPages.map(({ topic, title }) => ({ name: topic, title }));
}

/** A page as text of `width` columns; null where there is no such page. */
export function manualText(topic: string, width: number): string | null {
  const known = manualTopics();
  const found = known.find(({ name }) => name === topic) ?? known.find(({ name }) => name === `reference/${topic}`);
  if (!found) return null;
  return terminalText(readFileSync(join(packageRoot(), 'docs', `${found.name}.md`), 'utf8'), width);
}

/** Markdown for reading: links as their words, paragraphs filled to the width; tables and code stay as they are. */
export function terminalText(markdown: string, width: number): string {
  const result: string[] = [];
  let paragraph: string[] = [];
  let code = false;
  const flush = (): void => {
    if (paragraph.length > 0) result.push(...filled(paragraph, width));
    paragraph = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) {
      flush();
      code = !code;
    } else if (code) result.push(`    ${line}`);
    else if (/^#+ /.test(line)) {
      flush();
      const title = plainText(line.replace(/^#+ /, ''));
      result.push(title, (line.startsWith('# ') ? '=' : '-').repeat([...title].length));
    } else if (/^<(!--|a id=)/.test(line)) {
      // Remarks for authors, and places that links lead to.
      flush();
    } else if (line.trim() === '' || line.startsWith('|')) {
      flush();
      result.push(line.startsWith('|') ? plainText(line) : '');
    } else {
      if (/^\s*([-*]|\d+\.) /.test(line)) flush();
      paragraph.push(line);
    }
  }
  flush();
  return `${result
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** Words of lines in new lines of at most `width` characters; those after the first of an item are indented. */
function filled(lines: readonly string[], width: number): string[] {
  const mark = /^\s*(?:[-*]|\d+\.) /.exec(lines[0])?.[0] ?? '';
  const words = plainText(lines.join(' ').slice(mark.length)).split(/\s+/).filter(Boolean);
  const result: string[] = [];
  let line = mark;
  for (const word of words) {
    const next = line.trim() === '' || line === mark ? line + word : `${line} ${word}`;
    if ([...next].length > width && line.trim() !== '' && line !== mark) {
      result.push(line);
      line = ' '.repeat(mark.length) + word;
    } else line = next;
  }
  return [...result, line];
}

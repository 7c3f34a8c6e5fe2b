/** Markdown of the reference pages. */
import { markdownTable } from 'markdown-table';
import type { Citation } from '../../src/core/methods/method.ts';

export interface Page {
  readonly title: string;
  /** A sentence or two under the title. */
  readonly about: string;
  readonly sections: readonly string[];
}

/** The text of a page; it states its source. */
export function pageText({ title, about, sections }: Page): string {
  const origin = '<!-- Written by `npm run docs:reference` from the declarations. -->';
  return `${[`# ${title}`, origin, about, ...sections].join('\n\n')}\n`;
}

/** A section on one declaration; null parts are omitted. */
export function section(heading: string, parts: readonly (string | null)[]): string {
  return [`## ${heading}`, ...parts.filter((part) => part !== null && part !== '')].join('\n\n');
}

/** A table; bars in cells are escaped. null without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string | null {
  if (rows.length === 0) return null;
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  return markdownTable(cells, { alignDelimiters: false });
}

export function code(text: unknown): string {
  return `\`${typeof text === 'string' ? text : JSON.stringify(text)}\``;
}

/** A publication as the last lines of a section. */
export function cited({ authors, title, venue, year, doi }: Citation): string {
  return `${authors.join(', ')}: *${title}*. ${venue}, ${year}.${doi ? ` [doi:${doi}](https://doi.org/${doi})` : ''}`;
}

/** The citation of the example that `eigenbench methods new` writes, which must not get into a bibliography. */
import { listed } from '../../text/words.ts';
import type { Citation } from '../method.ts';

export const templateCitation = { authors: ['Your Name'], title: 'Title of the paper' } as const;

/** Fields of `method.json` that still hold what the template has. */
export function templateFields({ authors, title }: Pick<Citation, 'authors' | 'title'>): string[] {
  return [
    ...(authors.some((name) => name === templateCitation.authors[0]) ? ['citation.authors'] : []),
    ...(title === templateCitation.title ? ['citation.title'] : []),
  ];
}

/** What is wrong with such fields, for a message. */
export function templateSentence(fields: readonly string[]): string {
  return `expected its publication in ${listed(fields)} of method.json, found the words of the template.`;
}

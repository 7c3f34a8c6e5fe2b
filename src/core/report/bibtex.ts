/** BibTeX from the citations that declarations have. */
import type { Citation } from '../methods/method.ts';
import { latexText } from './latex/text.ts';

/** One entry; fields without a value are left out. */
export function bibtexEntry(citation: Citation): string {
  const software = citation.type === 'software';
  const venue = { article: 'journal', inproceedings: 'booktitle', book: 'publisher', software: 'howpublished' }[
    citation.type
  ];
  const fields: [string, string | undefined][] = [
    // The name of a group is not taken apart.
    [
      'author',
      citation.authors
        .map(latexText)
        .map((name) => (software ? `{${name}}` : name))
        .join(' and '),
    ],
    ['title', `{${latexText(citation.title)}}`],
    [venue, latexText(citation.venue)],
    ['year', String(citation.year)],
    ['volume', citation.volume],
    ['number', citation.number],
    ['pages', citation.pages?.replace(/\s*[-–]+\s*/, '--')],
    ['note', citation.version && `Version ${citation.version}`],
    ['doi', citation.doi],
  ];
  const lines = fields.filter(([, value]) => value !== undefined).map(([name, value]) => `  ${name} = {${value}}`);
  return `@${software ? 'misc' : citation.type}{${citation.key},\n${lines.join(',\n')}\n}\n`;
}

/** The entries of a study's methods, each publication once, by key. */
export function bibtex(citations: readonly Citation[]): string {
  const byKey = new Map(citations.map((citation) => [citation.key, citation]));
  return [...byKey.keys()]
    .sort()
    .map((key) => bibtexEntry(byKey.get(key)!))
    .join('\n');
}

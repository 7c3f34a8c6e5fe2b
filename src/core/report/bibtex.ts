/** BibTeX from the citations that methods declare. */
import type { Citation } from '../methods/method.ts';
import { latexText } from './latex.ts';

/** One entry; fields without a value are left out. */
export function bibtexEntry(citation: Citation): string {
  const venue = { article: 'journal', inproceedings: 'booktitle', book: 'publisher' }[citation.type];
  const fields: [string, string | undefined][] = [
    ['author', citation.authors.map(latexText).join(' and ')],
    ['title', `{${latexText(citation.title)}}`],
    [venue, latexText(citation.venue)],
    ['year', String(citation.year)],
    ['volume', citation.volume],
    ['number', citation.number],
    ['pages', citation.pages?.replace(/\s*[-–]+\s*/, '--')],
    ['doi', citation.doi],
  ];
  const lines = fields.filter(([, value]) => value !== undefined).map(([name, value]) => `  ${name} = {${value}}`);
  return `@${citation.type}{${citation.key},\n${lines.join(',\n')}\n}\n`;
}

/** The entries of a study's methods, each publication once, by key. */
export function bibtex(citations: readonly Citation[]): string {
  const byKey = new Map(citations.map((citation) => [citation.key, citation]));
  return [...byKey.keys()]
    .sort()
    .map((key) => bibtexEntry(byKey.get(key)!))
    .join('\n');
}

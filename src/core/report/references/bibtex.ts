/** BibTeX from the citations that declarations have. */
import type { Citation } from '../../methods/method.ts';
import { latexText } from '../latex/text.ts';
import { titleParts } from './titleCase.ts';

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
        .map((name) => (software ? `{${latexText(name)}}` : latexText(capitalisedInitials(name))))
        .join(' and '),
    ],
    ['title', bracedTitle(citation.title)],
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

/** Styles set titles in their own case; braces keep that of acronyms and names. */
function bracedTitle(title: string): string {
  return titleParts(title)
    .map(({ text, fixed }) => (fixed ? `{${latexText(text)}}` : latexText(text)))
    .join('');
}

/** "Jing-Yu Yang" of "Jing-yu Yang": styles shorten given names by their capitals, to "J.-Y.". */
function capitalisedInitials(name: string): string {
  const given = name.includes(',') ? name.slice(name.indexOf(',')) : name.slice(0, name.lastIndexOf(' ') + 1);
  const capitals = given.replace(/(?<=\p{Lu}\p{Ll}*-)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return name.replace(given, capitals);
}

/** The entries of a study's methods, each publication once, by key. */
export function bibtex(citations: readonly Citation[]): string {
  const byKey = new Map(citations.map((citation) => [citation.key, citation]));
  return [...byKey.keys()]
    .sort()
    .map((key) => bibtexEntry(byKey.get(key)!))
    .join('\n');
}

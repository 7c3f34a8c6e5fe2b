/** BibTeX from the citations that declarations have. */
import type { Citation } from '../../methods/method.ts';
import { latexText } from '../latex/text.ts';

// Which words of a title keep their capitals whatever the style of a bibliography makes of the others.

/** Names that titles written with capitals throughout do not give away. */
const NAMES = new Set([
  'Bayesian',
  'Dirichlet',
  'Eigenbench',
  'Fisherfaces',
  'Fukunaga',
  'Gaussian',
  'Koontz',
  'Laplacianfaces',
  'Student',
  'Wilcoxon',
]);

/** The parts of a title in order; `fixed` are those to brace: acronyms, names, words of mixed case. */
export function titleParts(title: string): { readonly text: string; readonly fixed: boolean }[] {
  const capitalsAreNames = !isCapitalised(title);
  let sentenceStarts = true;
  return [...title.matchAll(/[\p{L}\d]+|[^\p{L}\d]+/gu)].map(([text]) => {
    const isWord = /[\p{L}\d]/u.test(text);
    const fixed =
      isWord && (isAcronym(text) || NAMES.has(text) || (capitalsAreNames && !sentenceStarts && isName(text)));
    sentenceStarts = isWord ? false : sentenceStarts || /[.:?!]/.test(text);
    return { text, fixed };
  });
}

/** "PCA", "2D", "MPCA": a second capital, or one behind a digit. */
function isAcronym(word: string): boolean {
  return /\p{Lu}.*\p{Lu}|\d\p{Lu}/u.test(word);
}

function isName(word: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word);
}

/** Whether most of the longer words have capitals, so that these say nothing of names. */
function isCapitalised(title: string): boolean {
  const words = (title.match(/\p{L}{5,}/gu) ?? []).slice(1);
  return words.filter(isName).length > words.length / 2;
}

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

/** BibTeX from the citations of declarations. */
import type { Citation } from '../../methods/method.ts';
import { latexText } from '../latex/text.ts';

// Words of a title that keep their capitals in any bibliography style.

/** Names that cannot be recognised in titles with capitalised words. */
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

/** Parts of a title, in order; `fixed` ones need braces: acronyms, names, words of mixed case. */
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

/** "PCA", "2D", "MPCA": a second capital, or one after a digit. */
function isAcronym(word: string): boolean {
  return /\p{Lu}.*\p{Lu}|\d\p{Lu}/u.test(word);
}

function isName(word: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word);
}

/** Whether most of the longer words are capitalised, in which case capitals do not indicate names. */
function isCapitalised(title: string): boolean {
  const words = (title.match(/\p{L}{5,}/gu) ?? []).slice(1);
  return words.filter(isName).length > words.length / 2;
}

/** One entry; fields without a value are omitted. */
export function bibtexEntry(citation: Citation): string {
  const software = citation.type === 'software';
  const venue = { article: 'journal', inproceedings: 'booktitle', book: 'publisher', software: 'howpublished' }[
    citation.type
  ];
  const fields: [string, string | undefined][] = [
    // Names of groups are not split into first and last names.
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

/** Styles change the case of titles; braces protect acronyms and names. */
function bracedTitle(title: string): string {
  return titleParts(title)
    .map(({ text, fixed }) => (fixed ? `{${latexText(text)}}` : latexText(text)))
    .join('');
}

/** "Jing-yu Yang" as "Jing-Yu Yang": styles abbreviate given names by their capitals, to "J.-Y.". */
function capitalisedInitials(name: string): string {
  const given = name.includes(',') ? name.slice(name.indexOf(',')) : name.slice(0, name.lastIndexOf(' ') + 1);
  const capitals = given.replace(/(?<=\p{Lu}\p{Ll}*-)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return name.replace(given, capitals);
}

/** Entries of distinct publications, by key. */
export function bibtex(citations: readonly Citation[]): string {
  const byKey = new Map(citations.map((citation) => [citation.key, citation]));
  return [...byKey.keys()]
    .sort()
    .map((key) => bibtexEntry(byKey.get(key)!))
    .join('\n');
}

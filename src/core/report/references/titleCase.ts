/** Which words of a title keep their capitals whatever the style of a bibliography makes of the others. */

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

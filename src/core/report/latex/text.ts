/** Text as LaTeX. */

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '[': '{[}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '–': '--',
  '…': '\\dots{}',
  '±': '$\\pm$',
  '×': '$\\times$',
  '−': '$-$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  '≈': '$\\approx$',
  '•': '$\\bullet$',
  '*': '$*$',
  α: '$\\alpha$',
  β: '$\\beta$',
  γ: '$\\gamma$',
  λ: '$\\lambda$',
  σ: '$\\sigma$',
  χ: '$\\chi$',
  Δ: '$\\Delta$',
  '¹': '$^1$',
  '²': '$^2$',
  '³': '$^3$',
  '⁴': '$^4$',
  '⁻': '$^-$',
  '√': '$\\surd$',
  '→': '$\\rightarrow$',
  '∞': '$\\infty$',
  '◇': '$\\diamond$',
  '◊': '$\\diamond$',
  '⌈': '$\\lceil$',
  '⌉': '$\\rceil$',
};

const SPECIAL = new RegExp(
  `[${Object.keys(REPLACEMENTS)
    .join('')
    .replace(/[\\\]^[-]/g, '\\$&')}]`,
  'g',
);

/** Text with everything escaped that LaTeX would take for a command. */
export function latexText(text: string): string {
  return text.replace(SPECIAL, (character) => REPLACEMENTS[character]);
}

const LETTERS: Readonly<Record<string, string>> = {
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  λ: '\\lambda',
  σ: '\\sigma',
};
const RELATIONS: Readonly<Record<string, string>> = { '=': '=', '<': '<', '>': '>', '≤': '\\leq', '≥': '\\geq' };

/** A letter, perhaps with an index, a relation, and a number: "k = 2", "q_c ≤ 10", "α = 0.05". */
const STATEMENT = /(?<![\p{L}\d_])([a-zA-Zα-ω])(_[a-z])? ([=<>≤≥]) (−?\d+(?:\.\d+)?)(?![\w.]*\w)/gu;

/** Text in which statements such as "noise σ = 20 (test)" are mathematics, everything else escaped. */
export function latexMathText(text: string): string {
  let out = '';
  let at = 0;
  for (const match of text.matchAll(STATEMENT)) {
    const [whole, letter, index = '', relation, number] = match;
    out += latexText(text.slice(at, match.index));
    out += `$${LETTERS[letter] ?? letter}${index} ${RELATIONS[relation]} ${number.replace('−', '-')}$`;
    at = match.index + whole.length;
  }
  return out + latexText(text.slice(at));
}

/** The same text with blanks in statements that no line may break at. */
export function withTies(text: string): string {
  return text.replace(STATEMENT, (statement) => statement.replaceAll(' ', TIE));
}

/** Takes the ties out again. */
export function withoutTies(text: string): string {
  return text.replaceAll(TIE, ' ');
}

const TIE = '\u00a0';

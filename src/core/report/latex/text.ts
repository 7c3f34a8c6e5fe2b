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
  '†': '$\\dagger$',
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

/** Escapes the special characters of LaTeX. */
export function latexText(text: string): string {
  return text.replace(SPECIAL, (character) => REPLACEMENTS[character]);
}

/** Greek letters of formulas. */
export const LETTERS: Readonly<Record<string, string>> = {
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  λ: '\\lambda',
  σ: '\\sigma',
};
const SYMBOLS: Readonly<Record<string, string>> = { ...LETTERS, '≤': '\\leq', '≥': '\\geq', '−': '-' };

/** A letter with an optional index, a relation and a number: "k = 2", "q_c ≤ 10", "α = 0.05". */
const STATEMENT = /(?<![\p{L}\d_])([a-zA-Zα-ω])(_[a-z])? ([=<>≤≥]) (−?\d+(?:\.\d+)?)(?![\w.]*\w)/gu;

/** Formulas in footers: "n_test/n_train", "1/(n_train + n_test)", the k of splits, the t of "t-test". */
const FORMULA =
  /\(1\/n \+ n_test\/n_train\) s²|1\/\(n_train \+ n_test\)|(?:1\/)?n_(?:test|train)(?:\/n_(?:test|train))?|(?<![\p{L}\d_.-])k(?= (?:training|images|nearest|from)\b)|(?<![\p{L}\d_.-])t(?=-tests?\b)|s \/ √n/gu;

/**
 * The text with directed quotation marks; statements such as σ = 20 in "noise σ = 20 (test)" and the formulas of
 * footers are pieces of math.
 */
export function withFormulas(text: string): (string | { readonly math: string })[] {
  const quoted = text.replace(/"([^"]*)"/g, '“$1”');
  const matches = [...quoted.matchAll(STATEMENT), ...quoted.matchAll(FORMULA)].sort((a, b) => a.index - b.index);
  const pieces: (string | { readonly math: string })[] = [];
  let offset = 0;
  for (const { index, 0: formula } of matches) {
    if (index < offset) continue;
    pieces.push(quoted.slice(offset, index), { math: formula });
    offset = index + formula.length;
  }
  return [...pieces, quoted.slice(offset)].filter((piece) => piece !== '');
}

/** LaTeX with the formulas of a text in math mode; everything else is escaped. */
export function latexMathText(text: string): string {
  return withFormulas(text)
    .map((piece) => (typeof piece === 'string' ? proseText(piece) : `$${formula(piece.math)}$`))
    .join('');
}

function formula(text: string): string {
  return text
    .replace(/[αβγλσ≤≥−]/g, (character) => SYMBOLS[character])
    .replace(/_(test|train)/g, '_{\\mathrm{$1}}')
    .replace(') s²', ')\\,s^2')
    .replace('√n', '\\sqrt{n}');
}

function proseText(text: string): string {
  return latexText(text).replaceAll('“', '``').replaceAll('”', "''").replaceAll(' \\%', '~\\%');
}

/** Replaces the blanks within statements by non-breaking ones. */
export function withTies(text: string): string {
  return text.replace(STATEMENT, (statement) => statement.replaceAll(' ', TIE));
}

/** Removes the ties. */
export function withoutTies(text: string): string {
  return text.replaceAll(TIE, ' ');
}

const TIE = '\u00a0';

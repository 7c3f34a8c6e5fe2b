/**
 * Sentences for a paper, before formatting as LaTeX, Typst, Markdown or HTML. Declarations write in the past tense,
 * without the full stop: the paragraph adds citations and ends the sentence.
 */
import { uncapitalised } from './phrases.ts';

export type Piece = string | { readonly math: string } | { readonly cite: string };
export type Prose = readonly Piece[];

/** A sentence that may contain formulas, other prose, and counts, which are spelled out below ten. */
export function prose(words: TemplateStringsArray, ...values: readonly (string | number | Piece | Prose)[]): Prose {
  const pieces = words.flatMap((text, at): Piece[] => {
    const value = values[at];
    if (at >= values.length) return [text];
    return [text, ...(Array.isArray(value) ? (value as Prose) : [counted(value as string | number | Piece)])];
  });
  return pieces.filter((piece) => piece !== '');
}

/** A formula in Unicode, such as "k ∈ {2, 4}" or "n_test/n_train"; letters are variables. */
export function math(formula: string): Piece {
  return { math: formula };
}

/** A formula with "5e-4" as a factor, `times` and the power of ten that `power` writes; "1e-4" is the power alone. */
export function withPowers(formula: string, times: string, power: (exponent: string) => string): string {
  return formula.replace(/(\d+(?:\.\d+)?)e-(\d+)/g, (_, factor: string, exponent: string) => {
    return `${factor === '1' ? '' : `${factor}${times}`}${power(exponent)}`;
  });
}

/** "k = 2", "k ∈ {2, 4}": a variable and its values. */
export function valuesOf(variable: string, values: readonly (number | string)[]): Piece {
  return math(values.length === 1 ? `${variable} = ${values[0]}` : `${variable} ∈ {${values.join(', ')}}`);
}

/** "a", "a and b", "a, b and c"; `last`: the separator before the last part, ", and " if parts contain "and". */
export function listedProse<P>(parts: readonly (readonly P[])[], last = ' and '): readonly (P | string)[] {
  return parts.flatMap((part, at): readonly (P | string)[] => {
    if (at === 0) return part;
    return [at === parts.length - 1 ? last : ', ', ...part];
  });
}

/** "a", "a or b", "a, b or c". */
export function alternatives(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}

/** "12.5%": a share in the style of papers. */
export function percentProse(share: number): string {
  return `${Number((100 * share).toFixed(6))}%`;
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** "two", "20", "3,200": counts below ten in words. */
export function countProse(count: number): string {
  return WORDS[count - 1] ?? count.toLocaleString('en-GB');
}

/** The sentence with an initial capital. */
export function capitalised([first, ...rest]: Prose): Prose {
  return typeof first === 'string' && first !== ''
    ? [first[0].toUpperCase() + first.slice(1), ...rest]
    : [first, ...rest];
}

/** The sentence after words such as "For LDA, ". */
export function ledBy(words: string, [first, ...rest]: Prose): Prose {
  return typeof first === 'string' ? [words + uncapitalised(first), ...rest] : [words, first, ...rest];
}

function counted(value: string | number | Piece): Piece {
  return typeof value === 'number' ? countProse(value) : value;
}

/** Numbers and names in the sentences of verdicts. */
import type { Measure } from '../../measures/measures.ts';
import { listed } from '../../text/phrases.ts';

/** Values and differences of a measure. */
export interface ValueWording {
  /** "25.6%", "16.60 grey levels", "0.987" */
  readonly value: (value: number) => string;
  /** The same for the second of two values, which share their unit: "17.71". */
  readonly second: (value: number) => string;
  /** "2.0 points", "0.15 grey levels"; "less than 0.1 points" if the difference rounds to zero. */
  readonly difference: (value: number) => string;
  /** Rounded down, for bounds that are necessary but not sufficient; null if nothing is left. */
  readonly bound: (value: number) => string | null;
  /** Whether the difference rounds to zero. */
  readonly negligible: (value: number) => boolean;
}

/** The words of the values of a measure, with the digits of a table. */
export function valueWording({ unit, digits: usual }: Pick<Measure, 'unit' | 'digits'>, digits = usual): ValueWording {
  const fixed = (value: number): string => value.toFixed(digits).replace(/^-/, '−');
  const percent = unit === '%';
  const after = percent || unit === '' ? '' : ` ${unit}`;
  const points = percent ? ' points' : after;
  const negligible = (value: number): boolean => Number(value.toFixed(digits)) === 0;
  return {
    value: (value) => `${fixed(value)}${percent ? '%' : after}`,
    second: (value) => `${fixed(value)}${percent ? '%' : ''}`,
    difference: (value) =>
      negligible(value) ? `less than ${(10 ** -digits).toFixed(digits)}${points}` : `${fixed(value)}${points}`,
    bound(value) {
      const down = Math.floor(value * 10 ** digits) / 10 ** digits;
      return down === 0 ? null : `${fixed(down)}${points}`;
    },
    negligible,
  };
}

/** "an EER", "a recognition rate"; capitals are read letter by letter. */
export function withArticle(name: string): string {
  return `${/^([aeiou]|[AEFHILMNORSX](?=[A-Z]))/.test(name) ? 'an' : 'a'} ${name}`;
}

/** p with three decimals, or as many more as keep it on its side of α: 0.0497, not 0.050. */
export function decidedP(p: number, alpha: number): string {
  if (p < 0.001 && alpha > 0.001) return '< 0.001';
  let digits = 3;
  while (digits < 15 && Math.sign(Number(p.toFixed(digits)) - alpha) !== Math.sign(p - alpha)) digits++;
  return `= ${p.toFixed(digits)}`;
}

/** Up to three names, then a count: "LDA and PCA", "5 methods". */
export function named(labels: readonly string[], counted = 'methods'): string {
  return labels.length <= 3 ? listed(labels) : `${labels.length} ${counted}`;
}

/** "both", "all 3" */
export function allOf(count: number): string {
  return count === 2 ? 'both' : `all ${count}`;
}

export function capitalised(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** "at k = 2 and k = 3": places of a single factor share their preposition. */
export function joinedPlaces(phrases: readonly string[]): string {
  const [first, ...others] = [...new Set(phrases)];
  const preposition = `${first.split(' ')[0]} `;
  const shared = others.every((phrase) => phrase.startsWith(preposition) && !/ (at|on|under|with) /.test(phrase));
  return listed([first, ...others.map((phrase) => (shared ? phrase.slice(preposition.length) : phrase))]);
}

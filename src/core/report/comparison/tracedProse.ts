/**
 * Prose in which every number carries its source. Sentences are written with the tag `prose`, whose literals must not
 * contain digits: numbers are passed as `TracedNumber`, names that may contain digits as `Name`, and sentences from
 * other parts of the program as `Quote`.
 */

// Definitions and formulas of the numbers in a comparison report.

interface Quantity {
  readonly title: string;
  /** A formula or a rule; x: values of the repeats, d: differences first − second per repeat. */
  readonly formula: string;
}

const quantities = {
  // Stated by the study.
  setting: { title: 'Stated', formula: 'as the study or the report was asked' },
  methods: { title: 'Methods', formula: 'rows of the table with values' },
  conditions: { title: 'Conditions', formula: 'columns of the table' },
  datasets: { title: 'Datasets', formula: 'datasets of the studies' },
  images: { title: 'Images', formula: 'images of the dataset that take part' },
  subjects: { title: 'Subjects', formula: 'subjects of the dataset' },
  rows: { title: 'Rows of an image', formula: 'pixels' },
  columns: { title: 'Columns of an image', formula: 'pixels' },
  'cells-done': { title: 'Finished cells', formula: 'cells with a result' },
  'cells-planned': { title: 'Planned cells', formula: 'method × condition × repeat' },
  'test-to-train': { title: 'n_test/n_train', formula: 'Σ test images / Σ training images over the compared repeats' },
  // One method in one condition.
  mean: { title: 'Mean', formula: 'x̄ = Σ x / n' },
  deviation: { title: 'Standard deviation', formula: 's = √(Σ (x − x̄)² / (n − 1))' },
  repeats: { title: 'Repeats with a value', formula: 'n' },
  'planned-repeats': { title: 'Planned repeats', formula: 'as the protocol states' },
  // Over conditions or datasets.
  'average-rank': { title: 'Average rank', formula: 'R = Σ r / N, rank 1 the best, ties shared' },
  blocks: { title: 'Blocks', formula: 'N: conditions or datasets in which every method has values' },
  friedman: { title: 'Friedman χ²', formula: '12 Σ (R_sum − N (k + 1)/2)² / (N k (k + 1)), divided by 1 − ties' },
  'friedman-df': { title: 'Degrees of freedom', formula: 'k − 1' },
  'friedman-p': { title: 'p of Friedman’s test', formula: 'upper tail of χ² with k − 1 degrees of freedom' },
  'iman-davenport': { title: 'F of Iman and Davenport', formula: '(N − 1) χ² / (N (k − 1) − χ²)' },
  'iman-davenport-df': { title: 'Degrees of freedom', formula: 'k − 1 and (k − 1)(N − 1)' },
  'iman-davenport-p': { title: 'p of Iman and Davenport', formula: 'upper tail of F' },
  'critical-difference': { title: 'Critical difference', formula: 'q_α √(k (k + 1) / (6 N)) (Nemenyi)' },
  'nemenyi-p': { title: 'p of Nemenyi’s test', formula: 'studentised range of |R₁ − R₂| / √(k (k + 1) / (12 N))' },
  'wilcoxon-p': { title: 'p of Wilcoxon’s test', formula: 'signed ranks of the N differences, Holm over all pairs' },
  'least-p': { title: 'Smallest p there can be', formula: '2^(1 − N)' },
  // Two methods in one condition.
  'study-p': { title: 'p of the study’s test', formula: 'as the study compares, with its correction' },
  difference: { title: 'Mean difference', formula: 'd̄ = Σ d / n over the common repeats' },
  'interval-low': {
    title: 'Lower end of the interval',
    formula: 'd̄ − t_(α/2, n−1) s_d √(1/n + n_test/n_train) (Nadeau and Bengio)',
  },
  'interval-high': {
    title: 'Upper end of the interval',
    formula: 'd̄ + t_(α/2, n−1) s_d √(1/n + n_test/n_train) (Nadeau and Bengio)',
  },
  'test-p': { title: 'Two-sided p', formula: 'of the test named, not corrected' },
  'd-z': { title: 'd_z', formula: 'd̄ / s_d' },
  'cliff-delta': { title: 'Cliff’s δ', formula: 'P(x > y) − P(x < y) over all pairs of values' },
  'first-better': { title: 'P(first better)', formula: 'posterior probability of a difference beyond the margin' },
  'practically-equal': { title: 'P(practically equal)', formula: 'posterior probability of a difference within it' },
  'second-better': { title: 'P(second better)', formula: 'posterior probability of a difference beyond the margin' },
  'equivalence-p': {
    title: 'p of equivalence',
    formula: 'larger p of two one-sided corrected t-tests at ± the margin',
  },
  // Power of the design.
  power: { title: 'Power', formula: 'P(|T| > t_(α/2)), T noncentral t with shift Δ / (s_d √(1/n + n_test/n_train))' },
  detectable: { title: 'Smallest difference found', formula: 'Δ at which the power is as wanted' },
  'repeats-needed': { title: 'Repeats needed', formula: 'smallest n at which the power is as wanted' },
  // Counts of results.
  count: { title: 'Count', formula: 'entries of the table of this section that are as the sentence says' },
} as const satisfies Readonly<Record<string, Quantity>>;

export type QuantityId = keyof typeof quantities;

/** Definition of a quantity. */
export function quantityOf(id: QuantityId): Quantity {
  return quantities[id];
}

/** Source of a number, sufficient to recompute it from the results. */
export interface Trace {
  readonly quantity: QuantityId;
  /** The study, or the studies joined by " + ". */
  readonly study: string;
  /** Key of the condition in the table; absent if the number is not about a single condition. */
  readonly condition?: string;
  /** Labels, in the order of the formula. */
  readonly methods?: readonly string[];
  /** Kind of the test, as in specs and registries. */
  readonly test?: string;
  /** Further inputs of the formula, such as the margin of practical equivalence. */
  readonly settings?: Readonly<Record<string, number | string>>;
}

export interface TracedNumber {
  readonly kind: 'number';
  /** Text as written. */
  readonly text: string;
  readonly value: number;
  readonly trace: Trace;
}

/** A title, a label or a unit, which may contain digits. */
export interface Name {
  readonly kind: 'name';
  readonly text: string;
}

/** A sentence from another part of the program, with its numbers; `from`: its source. */
export interface Quote {
  readonly kind: 'quote';
  readonly text: string;
  readonly from: 'footer' | 'measure' | 'test';
}

export type Part = string | TracedNumber | Name | Quote;

/** A sentence, or the content of a table cell. */
export type Prose = readonly Part[];

export function named(text: string): Name {
  return { kind: 'name', text };
}

/**
 * Builds prose from a template. Throws RangeError for a literal with a digit, because its source would be untraceable.
 */
export function prose(literals: TemplateStringsArray, ...parts: readonly (Part | Prose)[]): Prose {
  return literals.flatMap((literal, i): Part[] => {
    if (/\d/.test(literal)) throw new RangeError(`prose: "${literal}" holds a number without a trace`);
    const part = parts[i];
    const text = literal === '' ? [] : [literal];
    return part === undefined ? text : [...text, ...(Array.isArray(part) ? (part as Prose) : [part as Part])];
  });
}

/** Text without traces. */
export function plainText(parts: Prose): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** Key of a number: equal for the same number from the same source. */
export function traceKey({ text, trace }: TracedNumber): string {
  const { quantity, study, condition = null, methods = null, test = null, settings = null } = trace;
  return JSON.stringify([text, quantity, study, condition, methods, test, settings]);
}

/**
 * Prose in which every number says where it comes from. Sentences are written with the tag `prose`, whose literals may
 * hold no digit: a number comes in as a `TracedNumber`, a name that may hold digits as a `Name`, and a sentence that
 * another part of the program has written as a `Quote`.
 */
import type { QuantityId } from './quantities.ts';

/** Where a number comes from: enough to compute it again from the results. */
export interface Trace {
  readonly quantity: QuantityId;
  /** The study, or the studies joined by " + ". */
  readonly study: string;
  /** Key of the condition as in the table; absent: of no single condition. */
  readonly condition?: string;
  /** Labels, in the order of the formula. */
  readonly methods?: readonly string[];
  /** Kind of the test as specs and registries name it. */
  readonly test?: string;
  /** What the formula is told besides, such as the margin of practical equivalence. */
  readonly settings?: Readonly<Record<string, number | string>>;
}

export interface TracedNumber {
  readonly kind: 'number';
  /** As it stands in the text. */
  readonly text: string;
  readonly value: number;
  readonly trace: Trace;
}

/** A title, a label or a unit: digits in it are part of a name. */
export interface Name {
  readonly kind: 'name';
  readonly text: string;
}

/** A sentence that the table states of itself, with its numbers: `from` says where. */
export interface Quote {
  readonly kind: 'quote';
  readonly text: string;
  readonly from: 'footer' | 'measure' | 'test';
}

export type Part = string | TracedNumber | Name | Quote;

/** A sentence, or the contents of a cell of a table. */
export type Prose = readonly Part[];

export function named(text: string): Name {
  return { kind: 'name', text };
}

/** Sentences of prose: throws RangeError for a literal with a digit, whose source nobody could find. */
export function prose(literals: TemplateStringsArray, ...parts: readonly (Part | Prose)[]): Prose {
  return literals.flatMap((literal, i): Part[] => {
    if (/\d/.test(literal)) throw new RangeError(`prose: "${literal}" holds a number without a trace`);
    const part = parts[i];
    const own = literal === '' ? [] : [literal];
    return part === undefined ? own : [...own, ...(Array.isArray(part) ? (part as Prose) : [part as Part])];
  });
}

/** As it reads, without traces. */
export function plainText(parts: Prose): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** The same number of the same source. */
export function traceKey({ text, trace }: TracedNumber): string {
  const { quantity, study, condition = null, methods = null, test = null, settings = null } = trace;
  return JSON.stringify([text, quantity, study, condition, methods, test, settings]);
}

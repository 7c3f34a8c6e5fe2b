/** Reads the typed texts of the form in turn, and collects a problem for each invalid one. */
import type { Problem } from '../api/client.ts';

/** A value parsed from a text, or why it is invalid. */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

export interface Reading {
  readonly problems: Problem[];
  /** The value of a field, or `otherwise` and a problem at its path. */
  readonly take: <T>(path: string, parsed: Parsed<T>, otherwise: T) => T;
  /** An integer of at least `least`. */
  readonly whole: (path: string, text: string, least: number) => number;
}

export function startReading(): Reading {
  const problems: Problem[] = [];
  const take = <T>(path: string, parsed: Parsed<T>, otherwise: T): T => {
    if ('value' in parsed) return parsed.value;
    problems.push({ path, message: parsed.problem });
    return otherwise;
  };
  return {
    problems,
    take,
    whole(path, text, least) {
      const value = text.trim() === '' ? NaN : Number(text);
      const parsed: Parsed<number> =
        Number.isSafeInteger(value) && value >= least ? { value } : { problem: `A whole number from ${least}.` };
      return take(path, parsed, least);
    },
  };
}

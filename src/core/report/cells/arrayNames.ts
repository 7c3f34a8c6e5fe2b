/** Names of exported arrays; the import of results looks them up. */
import { slug } from '../fileName.ts';

interface SplitPlace {
  readonly condition: string;
  readonly repeat: number;
}

/** The name of an array of a split, as `splitOfPath` reads it: "scores/k=2/1". */
export function arrayName(what: string, { condition, repeat }: SplitPlace): string {
  return `${what}/${condition.includes('/') ? slug(condition) : condition}/${repeat}`;
}

/** The same as the name of a variable: "scores_k_2_1". */
export function variableName(what: string, { condition, repeat }: SplitPlace): string {
  return `${what}_${condition.replace(/\W+/g, '_')}_${repeat}`;
}

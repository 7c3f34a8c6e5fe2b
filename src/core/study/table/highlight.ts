/** The one entry that stands for a study in lists. */
import type { StudyTable } from './table.ts';

/** The entry of the lowest mean error rate (%) in a study's table. */
export interface StudyHighlight {
  readonly label: string;
  /** Title of its condition. */
  readonly condition: string;
  readonly mean: number;
  /** Sample standard deviation (divisor n − 1); null below two repeats. */
  readonly std: number | null;
  /** Conditions of the study. */
  readonly conditions: number;
}

/** The entry of the lowest mean of a table of error rates, the first among equals; null where nothing has one. */
export function highlightOf({ rows, conditions }: Pick<StudyTable, 'rows' | 'conditions'>): StudyHighlight | null {
  let best: StudyHighlight | null = null;
  for (const { label, entries } of rows) {
    for (const [at, { mean, std }] of entries.entries()) {
      if (mean === null || (best !== null && mean >= best.mean)) continue;
      best = { label, condition: conditions[at].title, mean, std, conditions: conditions.length };
    }
  }
  return best;
}

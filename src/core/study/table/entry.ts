/** One entry of a table in words, before any markup. */
import type { StudyTable, TableEntry } from './table.ts';
import type { LatentShape } from '../../methods/method.ts';
import { tunedText, type TunedSettings } from '../spec/settingsGrid.ts';

/** '•': significantly better than all others; '*': significantly worse than the best; '†': decides nothing. */
export type Mark = '•' | '*' | '†' | '';

export interface EntryText {
  /** With the decimals of the table; null if nothing has finished. */
  readonly mean: string | null;
  readonly std: string | null;
  /** "(10, 3)", or "(10, 3; neighbours 5)" if settings were chosen too */
  readonly shape: string;
  readonly mark: Mark;
  /** "4 of 6" if the entry lacks some of its repeats, else ''. */
  readonly count: string;
  readonly bold: boolean;
  /** Does not differ significantly from the best, in a table that underlines such entries. */
  readonly underlined: boolean;
  /** Instead of numbers: "failed" when every repeat failed, "–" when none has finished yet. */
  readonly instead: string;
}

/** Input of an entry text; for the validated selection, its numbers and verdict replace the oracle's. */
export type EntryParts = Omit<TableEntry, 'counts' | 'undecided' | 'hterRange' | 'validated'>;

/** The parts of an entry as text, under the options of its table. */
export function entryText(entry: EntryParts, { measure, options }: Pick<StudyTable, 'measure' | 'options'>): EntryText {
  const { bold, underline, marks, digits = measure.digits } = options;
  const { mean, std, shape, full, tuned, values, standing, significant, p, degenerate } = entry;
  const { failed, pending, planned } = entry;
  return {
    mean: mean === null ? null : mean.toFixed(digits),
    std: std === null ? null : std.toFixed(digits),
    shape: shape === null ? '' : chosenText(shape, tuned, full),
    // A dagger is no mark of significance.
    mark: degenerate ? '†' : !marks ? '' : significant ? '•' : standing === 'worse' ? '*' : '',
    count: mean !== null && values.length < planned ? `${values.length} of ${planned}` : '',
    bold: mean !== null && bold === 'best' && standing === 'best',
    underlined: mean !== null && underline && standing === 'tie' && p !== null,
    instead: pending === 0 && failed > 0 ? 'failed' : '–',
  };
}

/** "(10, 3; neighbours 5)"; "(117–119)" if all axes of each cell were requested and repeats differ in them. */
export function chosenText(
  shape: LatentShape,
  tuned: TunedSettings | undefined,
  full: readonly LatentShape[] = [],
): string {
  const sizes = shape.map((q, axis) => {
    let [least, most] = [q, q];
    // Tables have thousands of entries of many cells: a list per axis took 75 ms for 2,000 entries, a loop 5 ms.
    for (const repeatShape of full)
      [least, most] = [Math.min(least, repeatShape[axis]), Math.max(most, repeatShape[axis])];
    return least === most ? `${q}` : `${least}–${most}`;
  });
  const parts = [...(shape.length > 0 ? [sizes.join(', ')] : []), ...(tuned ? [tunedText(tuned)] : [])];
  return parts.length > 0 ? `(${parts.join('; ')})` : '';
}

/** The validated side of an entry; without numbers if there is none. */
export function validatedSide(entry: TableEntry): EntryParts {
  const { validated, failed, pending, planned } = entry;
  return { ...(validated ?? NO_NUMBERS), failed, pending, planned };
}

/** Fields of an entry without values. */
export const NO_NUMBERS = {
  mean: null,
  std: null,
  shape: null,
  values: [],
  repeats: [],
  standing: 'none',
  significant: false,
  p: null,
  compared: null,
} as const;

/** "18.1 ± 2.2 (10, 3) • [4 of 6]"; text stays as it is. */
export function cellText(cell: EntryText | string): string {
  if (typeof cell === 'string') return cell;
  const { mean, std, shape, mark, instead } = cell;
  if (mean === null) return instead;
  return joinedWords([std === null ? mean : `${mean} ± ${std}`, shape, mark, countText(cell)]);
}

/** "[4 of 6]" for an entry that lacks repeats, else ''. */
export function countText({ count }: Pick<EntryText, 'count'>): string {
  return count === '' ? '' : `[${count}]`;
}

/** Joins the non-empty parts by spaces. */
export function joinedWords(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

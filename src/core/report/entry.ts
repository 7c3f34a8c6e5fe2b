/** One entry of a table in words, before any markup. */
import type { StudyTable, TableEntry, TableRow } from '../study/result.ts';
import { shapeText } from '../study/shapes.ts';

/** '•': significantly better than all others; '*': significantly worse than the best. */
export type Mark = '•' | '*' | '';

export interface EntryText {
  /** Error rate in per cent with one decimal; null when nothing finished. */
  readonly mean: string | null;
  readonly std: string | null;
  /** "(10, 3)" */
  readonly shape: string;
  readonly mark: Mark;
  readonly best: boolean;
  /** Instead of numbers: "failed" when every repeat failed, "–" when none has finished yet. */
  readonly instead: string;
}

/** The parts of an entry as text. */
export function entryText(entry: TableEntry): EntryText {
  return {
    mean: entry.mean === null ? null : entry.mean.toFixed(1),
    std: entry.std === null ? null : entry.std.toFixed(1),
    shape: entry.shape === null ? '' : shapeText(entry.shape),
    mark: entry.significant ? '•' : entry.standing === 'worse' ? '*' : '',
    best: entry.standing === 'best',
    instead: entry.pending === 0 && entry.failed > 0 ? 'failed' : '–',
  };
}

/** One column of numbers: a condition under one way of selecting the shape. */
export interface ReportColumn {
  readonly title: string;
  /** In the order of the rows. */
  readonly entries: readonly EntryText[];
}

/** The columns of a table: every condition, followed by its validated selection where the study has one. */
export function reportColumns({ conditions, rows }: StudyTable): ReportColumn[] {
  return conditions.flatMap(({ title }, column) => {
    const entries = rows.map((row) => row.entries[column]);
    const oracle = { title, entries: entries.map(entryText) };
    if (!entries.some((entry) => entry.validated)) return [oracle];
    const validated = entries.map((entry) => entryText({ ...entry, ...(entry.validated ?? NOTHING) }));
    return [oracle, { title: `${title}, validated`, entries: validated }];
  });
}

const NOTHING = { mean: null, std: null, shape: null, standing: 'none', significant: false } as const;

/** Headings of the two columns that follow the conditions where rows have standings: (better/same/worse) and rank. */
export const STANDING_HEADINGS = ['(•/=/*)', 'Rank'] as const;

/** The texts of these two columns; empty where the rows of the table have none. */
export function standingText({ tally, averageRank }: TableRow): string[] {
  if (!tally) return [];
  return [`(${tally.better}/${tally.same}/${tally.worse})`, averageRank?.toFixed(2) ?? '–'];
}

/** The sentences under a table about repeats: their number, entries that lack some, and repeats that were compared. */
import { RULE_OF_THREE } from '../../measures/operatingRates.ts';
import { REPEAT_NOUNS, type RepeatKind } from '../../protocols/protocol.ts';
import { listed as listedPhrases, plural } from '../../text/phrases.ts';
import type { StudyProtocol } from '../study.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from './table.ts';

type Table = Omit<StudyTable, 'footer' | 'essentials'>;

/** One side of an entry that the table shows. */
interface ShownEntry {
  readonly label: string;
  readonly condition: string;
  readonly planned: number;
  readonly side: TableEntry | ValidatedEntry;
}

/**
 * "mean ± sample standard deviation over 10 random splits", "… over 5 to 7 of 10 folds", "mean over 400 test images",
 * or "one random split"
 */
export function spreadOver(table: Table, repeats: number, kind: RepeatKind): string {
  const sides = shownEntries(table).flatMap(({ side }) => (side.values.length > 0 ? [side] : []));
  const counts = sides.map(({ values }) => values.length);
  const [least, most] = counts.length === 0 ? [0, 0] : [Math.min(...counts), Math.max(...counts)];
  if (repeats < 2) return `one ${kind.slice(0, -1)}`;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const over = least === repeats ? `${repeats} ${kind}` : `${range} of ${repeats} ${kind}`;
  const spreads = counts.every((count) => count < 2) || sides.some(({ std }) => std !== null);
  return `mean${spreads ? ' ± sample standard deviation' : ''} over ${over}`;
}

/** "Mean ± standard error, s / √n, …: PCA 81.25 ± 0.42; …", a digit more than the table; none below two repeats. */
export function standardErrors(table: Table): string[] {
  const { conditions, measure, options } = table;
  const digits = measure.digits + 1;
  const errors = shownEntries(table).flatMap(({ label, condition, side }) => {
    const { mean, std, values } = side;
    if (mean === null || std === null) return [];
    const place = conditions.length > 1 ? ` in ${condition}` : '';
    const chosen = 'shapes' in side && options.selection === 'both' ? ' (validated)' : '';
    return [`${label}${place}${chosen} ${mean.toFixed(digits)} ± ${(std / Math.sqrt(values.length)).toFixed(digits)}`];
  });
  return errors.length === 0
    ? []
    : [`Mean ± standard error over the folds, as is usual for LFW: ${errors.join('; ')}.`];
}

/** Sentences on brackets such as [4 of 6], on the repeats over which methods were compared, and on untested entries. */
export function repeatSentences(table: Table, kind: RepeatKind): string[] {
  const noun = REPEAT_NOUNS[kind];
  const entries = shownEntries(table);
  const results = entries.filter(({ side }) => side.values.length > 0);
  const sentences: string[] = [];
  if (results.some(({ side, planned }) => side.values.length < planned)) {
    sentences.push(
      `[n of m]: mean over the n of m ${noun}s with a result; the others failed, are pending or have no value.`,
    );
  }
  const uneven = conditionsWhere(
    results,
    ({ side }) => side.compared !== null && side.compared.repeats < side.values.length,
  );
  if (uneven.length > 0) {
    const common = uneven.map((condition) => {
      const counts = results.flatMap(({ condition: c, side }) =>
        c === condition && side.compared ? [side.compared.repeats] : [],
      );
      return `${[...new Set(counts)].join(' and ')} in ${condition}`;
    });
    sentences.push(
      `Bold, marks and ranks use only the ${noun}s that all methods share, so their means may differ from those shown: ` +
        `${common.join(', ')}.`,
    );
  }
  const apart = results.filter(({ side }) => side.compared === null && !side.degenerate);
  if (apart.length > 0) {
    sentences.push(`Not compared (too few ${noun}s in common with the others): ${listed(apart)}.`);
  }
  const constant = results.filter(({ side }) => side.untested === 'no spread');
  if (constant.length > 0) {
    sentences.push(`Not tested (the difference is identical in every ${noun}): ${listed(constant)}.`);
  }
  return sentences;
}

/** Rows whose fits were ended by the limit of their iterations. */
export function unconvergedSentences(table: Table): string[] {
  const entries = shownEntries(table).filter(({ side }) => side.values.length > 0);
  const rows = [...Map.groupBy(entries, ({ label }) => label)].flatMap(([label, own]) => {
    const count = own.reduce((sum, { side }) => sum + (side.unconverged ?? 0), 0);
    return count === 0
      ? []
      : [`${label} (${count} of ${own.reduce((sum, { side }) => sum + side.values.length, 0)} fits)`];
  });
  return rows.length === 0 ? [] : [`Stopped by the iteration limit before convergence: ${listedPhrases(rows)}.`];
}

/** What † marks: entries that decide nothing. */
export function degenerateSentences(table: Table): string[] {
  const degenerate = shownEntries(table).filter(({ side }) => side.degenerate);
  if (degenerate.length === 0) return [];
  return [
    `† assigns every test image to one subject, as happens when all subjects are equally near: ` +
      `${listed(degenerate)}. The number says nothing about the method, which is neither tested nor ranked there.`,
  ];
}

/** Protocols whose repeats test different images. */
const TEST_EACH_IMAGE_ONCE: readonly RepeatKind[] = ['folds', 'held-out groups', 'test images'];

/** What an error rate of 0 still allows, by the rule of three: repeats share test images, so those of one count. */
export function errorlessSentences({ compares, repeatsAre }: StudyProtocol, table: Table): string[] {
  const best = { 'error-rate': 0, accuracy: 100 }[table.measure.id as string];
  if (compares || best === undefined) return [];
  const once = TEST_EACH_IMAGE_ONCE.includes(repeatsAre);
  const errorless = shownEntries(table).filter(({ side }) => side.mean === best && side.counts !== undefined);
  const byTests = Map.groupBy(errorless, ({ side }) => {
    const { of } = side.counts!;
    return once ? of.reduce((sum, tests) => sum + tests, 0) : Math.max(...of);
  });
  return [...byTests].map(([tests, entries]) => {
    const bound = Math.min(100, (100 * RULE_OF_THREE) / tests).toFixed(1);
    const tested = once
      ? plural(tests, 'test image')
      : `the ${plural(tests, 'test image')} of any ${REPEAT_NOUNS[repeatsAre]}`;
    return `No error in ${tested}: ${listed(entries)}. The error rate is below ${bound}% with 95% confidence (rule of three), not 0.`;
  });
}

function shownEntries({ rows, conditions, options }: Table): ShownEntry[] {
  return rows.flatMap(({ label, entries }) =>
    entries.flatMap((entry, column) => {
      const { validated, planned } = entry;
      const condition = conditions[column].title;
      return [
        ...(options.selection === 'validated' ? [] : [{ label, condition, planned, side: entry }]),
        ...(validated && options.selection !== 'oracle' ? [{ label, condition, planned, side: validated }] : []),
      ];
    }),
  );
}

function conditionsWhere(entries: readonly ShownEntry[], holds: (entry: ShownEntry) => boolean): string[] {
  return [...new Set(entries.filter(holds).map(({ condition }) => condition))];
}

/** "LDA (k = 2), PCA (k = 2)" */
function listed(entries: readonly ShownEntry[]): string {
  return [...new Set(entries.map(({ label, condition }) => `${label} (${condition})`))].join(', ');
}

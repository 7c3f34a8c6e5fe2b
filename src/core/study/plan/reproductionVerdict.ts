/** Verdict of a reproduction: what was compared, counted, with every difference; as a headline and as a certificate. */
import { plural } from '../../text/phrases.ts';
import { leftOutText, type LeftOut } from './manifestRows.ts';
import type { CellDifference, Compared } from './reproducibility.ts';

/** The program of a run. */
export interface ReproductionProgram {
  readonly version: string;
  /** Commit of its sources; null if unknown. */
  readonly commit: string | null;
  readonly runtime: string;
  readonly kernel: string;
}

/** A file of a parcel. `intact`: it has the size and digest that the parcel lists; `same`: computed again, the same. */
export interface VerifiedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly state: 'intact' | 'same' | 'different';
}

/**
 * `identical`: everything that was asked for was compared and is the same; `same-labels`: the same labels and errors,
 * with other numbers of other kernels; `incomplete`: what was compared is the same, but not all could be compared.
 */
export type ReproductionOutcome = 'identical' | 'same-labels' | 'incomplete' | 'different';

export interface ReproductionVerdict {
  readonly outcome: ReproductionOutcome;
  /** One sentence that counts what was compared. */
  readonly headline: string;
  readonly study: string;
  /** SHA-256 (hex) of the manifest. */
  readonly digest: string;
  /** ISO time of the comparison. */
  readonly date: string;
  readonly rows: Compared;
  readonly images: Compared;
  readonly splits: Compared;
  /** Labels and errors of cells. */
  readonly cells: Compared;
  /** Likelihoods, measures and choices of cells. */
  readonly numbers: Compared;
  /** Folders of external methods in the parcel. */
  readonly methodFiles: Compared;
  readonly vectors: Compared;
  readonly computedNow: number;
  /** Cells that an earlier, interrupted run of this reproduction computed. */
  readonly computedBefore: number;
  /** Cells that were pending when the manifest was written. */
  readonly pending: number;
  readonly then: ReproductionProgram;
  readonly now: ReproductionProgram;
  readonly leftOut: readonly LeftOut[];
  /** Rows whose program ran on another interpreter or other packages: "same program, numpy 2.1 instead of 1.24". */
  readonly otherRuntimes: readonly { readonly label: string; readonly text: string }[];
  /** Files of the parcel; those that are `intact` were not computed again. */
  readonly files: readonly VerifiedFile[];
  /** What was computed again and what was not, apart from cells; one sentence each. */
  readonly remarks: readonly string[];
  /** One sentence each: of images, splits, cells, files. */
  readonly differences: readonly string[];
  readonly cellDifferences: readonly CellDifference[];
  /** The recomputed study; null if it was removed. */
  readonly kept: number | null;
}

/** The counts by which an outcome is decided. */
type Counts = Pick<
  ReproductionVerdict,
  'rows' | 'images' | 'splits' | 'cells' | 'numbers' | 'methodFiles' | 'vectors' | 'differences' | 'leftOut'
>;

/** Zero cells are never identical. */
export function outcomeOf(counts: Counts): ReproductionOutcome {
  const { rows, images, splits, cells, numbers, methodFiles, vectors, differences } = counts;
  const required = [rows, images, splits, cells, methodFiles, vectors];
  if (differences.length > 0 || required.some(({ compared, same }) => same < compared)) return 'different';
  const isWhole = required.every(({ total, compared }) => compared === total);
  if (!isWhole || cells.compared === 0 || splits.compared === 0) return 'incomplete';
  return numbers.same < numbers.compared ? 'same-labels' : 'identical';
}

/** "Identical: 48 of 48 cells, 6 of 6 splits, 2 of 2 methods' files, 1 of 1 vectors." */
export function headlineOf(counts: Counts, outcome: ReproductionOutcome = outcomeOf(counts)): string {
  const { rows, splits, cells, numbers, methodFiles, vectors, leftOut } = counts;
  const all = rows.total + leftOut.filter(({ why }) => why === 'not-asked-for').length;
  const counted = (of: 'same' | 'compared'): string =>
    [
      ...(rows.compared < all ? [`${rows.compared} of ${plural(all, 'row')}`] : []),
      `${cells[of]} of ${plural(cells.total, 'cell')}`,
      `${splits[of]} of ${plural(splits.total, 'split')}`,
      ...(methodFiles.total > 0 ? [`${methodFiles[of]} of ${methodFiles.total} methods' files`] : []),
      ...(vectors.total > 0 ? [`${vectors[of]} of ${vectors.total} vectors`] : []),
    ].join(', ');
  switch (outcome) {
    case 'identical':
      return `Identical: ${counted('same')}; all numbers are the same bit for bit.`;
    case 'same-labels':
      return (
        `Identical labels: ${counted('same')}. ` +
        `Other numbers of ${plural(numbers.compared - numbers.same, 'cell')} differ, as the kernels do.`
      );
    case 'incomplete':
      return `Incomplete: only ${counted('compared')} could be compared; these are the same.`;
    case 'different':
      return `Not identical: ${counted('same')} are the same.`;
  }
}

/** "Eigenbench 0.1.0 with wasm-simd" */
export function programText({ version, kernel }: Pick<ReproductionProgram, 'version' | 'kernel'>): string {
  return `Eigenbench ${version} with ${kernel}`;
}

/** What is not compared with a run of another version; nothing with the same one. */
export function otherVersion({ then, now }: Pick<ReproductionVerdict, 'then' | 'now'>): string[] {
  if (then.version === now.version) return [];
  return ['Not compared, as the versions differ: warnings, reasons of failures and resolved settings in words.'];
}

/** Differences listed in a certificate in text; the one in JSON has all. */
const LISTED = 100;

/** Plain text, to be kept with the manifest. */
export function certificateText(verdict: ReproductionVerdict): string {
  const { headline, study, digest, date, differences, leftOut, pending, files, then, now } = verdict;
  const { images, splits, cells, numbers, methodFiles, vectors, remarks } = verdict;
  const program = ({ commit, runtime, ...rest }: ReproductionProgram): string =>
    [programText(rest), ...(commit === null ? [] : [`commit ${commit}`]), runtime].join(', ');
  const line = (what: string, { total, compared, same }: Compared): string[] =>
    total === 0 ? [] : [`${what}: ${total}, compared ${compared}, the same ${same}`];
  const intact = files.filter(({ state }) => state === 'intact').map(({ name }) => name);
  const sections = [
    [headline],
    [`Study: ${study}`, `Digest of its manifest (SHA-256): ${digest}`, `Date: ${date}`],
    [
      ...line('Images', images),
      ...line('Splits', splits),
      ...line('Cells, labels and errors', cells),
      ...line('Cells, other numbers', numbers),
      ...line("Methods' files", methodFiles),
      ...line('Attached vectors', vectors),
    ],
    [`Computed then, as the manifest states: ${program(then)}`, `Computed now: ${program(now)}`],
    verdict.otherRuntimes.map(({ label, text }) => `Row "${label}": ${text}`),
    remarks,
    leftOut.length > 0 ? [`Rows left out: ${leftOutText(leftOut)}`] : [],
    pending > 0 ? [`Cells pending when the manifest was written: ${pending}`] : [],
    otherVersion(verdict),
    intact.length > 0 ? [`Files as packed, not computed again: ${intact.join(', ')}`] : [],
    differences.length > 0 ? ['Differences:', ...differences.slice(0, LISTED).map((text) => `  ${text}`)] : [],
    differences.length > LISTED ? [`  and ${differences.length - LISTED} more`] : [],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Compares the results in a parcel with those of its recomputed cells. */
import { canonicalJson } from '../../hash.ts';
import { imageIdentities } from '../../identities.ts';
import { MEASURES } from '../../measures/measures.ts';
import type { TableFormat } from '../formats.ts';
import type { OpenedParcel } from './openParcel.ts';

interface CheckedResult {
  readonly name: string;
  readonly format: TableFormat;
  /** Extracts the lines that must be equal in every run. @default all of them */
  readonly compared?: (lines: readonly string[]) => readonly string[];
}

const TIMES = MEASURES.filter(({ unit }) => unit === 's').map(({ id }) => `,${id},`);

const CHECKED: readonly CheckedResult[] = [
  // Title and notes contain the name of the study.
  { name: 'results/table.md', format: 'markdown', compared: (lines) => lines.filter((line) => line.startsWith('|')) },
  { name: 'results/table.csv', format: 'csv' },
  {
    name: 'results/cells.csv',
    format: 'csv-long',
    compared: (lines) =>
      lines.filter((line) => !TIMES.some((time) => line.includes(time))).map((line) => line.replace(NAMES, '')),
  },
];

const SPLITS = 'splits.json';
/** With the files of the images, whose folders and endings may be others here. */
const PREDICTIONS = { name: 'results/predictions.csv', format: 'predictions' } as const;

/** First two fields of a line: the names of study and dataset. */
const NAMES = /^(?:"(?:[^"]|"")*"|[^,"]*),(?:"(?:[^"]|"")*"|[^,"]*),/;

export interface CheckedResults {
  /** One sentence for each file of results, and for the spec, that differs from the recomputed study. */
  readonly differences: readonly string[];
  /** Names of the files that were compared as a whole. */
  readonly compared: readonly string[];
}

/**
 * Compares results, splits and spec. `recorded`: spec and identities of the manifest; `sameFiles`: whether the dataset
 * has the files of the images in the parcel. `exported`: exports of the recomputed study.
 */
export async function checkResults(
  { files, file }: Pick<OpenedParcel, 'files' | 'file'>,
  recorded: { readonly spec: unknown; readonly identities: string; readonly sameFiles: boolean },
  exported: (format: TableFormat) => Promise<string>,
): Promise<CheckedResults> {
  const differences: string[] = [];
  const compared: string[] = [];
  const names = new Set(files.map(({ name }) => name));
  const textOf = (name: string): string => new TextDecoder().decode(file(name)!);
  const compareLines = async ({ name, format, compared: part = (lines) => lines }: CheckedResult): Promise<void> => {
    if (!names.has(name)) return;
    const lines = textOf(name).split(/\r?\n/);
    const [before, now] = [part(lines), part((await exported(format)).split(/\r?\n/))];
    // Titles, notes and times are not compared.
    if (before.length === lines.length) compared.push(name);
    const offset = firstDifference(before, now);
    if (offset >= 0) differences.push(`${name} differs: ${quoted(before[offset])}, now ${quoted(now[offset])}.`);
  };
  for (const result of CHECKED) await compareLines(result);
  let sameFiles = true;
  if (names.has(SPLITS)) {
    compared.push(SPLITS);
    const [before, now] = [jsonOf(textOf(SPLITS)), jsonOf(await exported('splits-json'))];
    sameFiles = canonicalJson(before?.dataset?.files ?? null) === canonicalJson(now?.dataset?.files ?? null);
    if (!isSameSplits(before, now, recorded.identities) || (recorded.sameFiles && !sameFiles)) {
      differences.push(`${SPLITS} does not have the splits of the study.`);
    }
  }
  if (sameFiles) await compareLines(PREDICTIONS);
  if (names.has('spec.json')) {
    compared.push('spec.json');
    if (canonicalJson(jsonOf(textOf('spec.json'))) !== canonicalJson(recorded.spec)) {
      differences.push('spec.json is not the spec of the manifest.');
    }
  }
  return { differences, compared };
}

/** Index of the first line that differs; −1: none. */
function firstDifference(before: readonly string[], now: readonly string[]): number {
  return Array.from({ length: Math.max(before.length, now.length) }, (_, i) => i).findIndex(
    (i) => before[i] !== now[i],
  );
}

/** Splits as exported, of unknown origin. */
interface SplitsDocument {
  readonly dataset?: { readonly files?: unknown; readonly labels?: unknown; readonly subjects?: unknown };
}

/** Names of study and dataset do not count; files count by the identities that they give the images. */
function isSameSplits(before: SplitsDocument | null, now: SplitsDocument | null, identities: string): boolean {
  const part = (document: SplitsDocument | null): string =>
    canonicalJson({ ...document, study: null, dataset: { ...document?.dataset, name: null, files: null } });
  if (before === null || part(before) !== part(now)) return false;
  const { files, labels, subjects } = before.dataset ?? {};
  if (!Array.isArray(files) || files.some((file) => typeof file !== 'string')) return false;
  return imageIdentities(labels as number[], subjects as string[], files as string[]).listing === identities;
}

function jsonOf(text: string): SplitsDocument | null {
  try {
    return JSON.parse(text) as SplitsDocument | null;
  } catch {
    return null;
  }
}

function quoted(line: string | undefined): string {
  return line === undefined ? 'no line' : `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`;
}

/** Compares the results in a parcel with those of its recomputed cells. */
import { canonicalJson } from '../../hash.ts';
import { MEASURES } from '../../measures/measures.ts';
import type { TableFormat } from '../formats.ts';
import type { OpenedParcel } from './openParcel.ts';
import { PARCEL_IMAGES, PARCEL_MANIFEST, PARCEL_METHODS, PARCEL_VECTORS } from './parcel.ts';

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

/** First two fields of a line: the names of study and dataset. */
const NAMES = /^(?:"(?:[^"]|"")*"|[^,"]*),(?:"(?:[^"]|"")*"|[^,"]*),/;

/**
 * `differences`: one sentence for each file of results, and for the spec, that differs from the recomputed study.
 * `unchecked`: names of the files that are not compared. `exported`: exports of the recomputed study.
 */
export async function checkResults(
  { names, file }: Pick<OpenedParcel, 'names' | 'file'>,
  spec: unknown,
  exported: (format: TableFormat) => Promise<string>,
): Promise<{ readonly differences: string[]; readonly unchecked: string[] }> {
  const differences: string[] = [];
  const textOf = (name: string): string => new TextDecoder().decode(file(name)!);
  const checked = new Set<string>();
  for (const { name, format, compared = (lines: readonly string[]) => lines } of CHECKED) {
    if (!names.includes(name)) continue;
    checked.add(name);
    const [there, now] = [textOf(name), await exported(format)].map((text) => compared(text.split(/\r?\n/)));
    const at = Array.from({ length: Math.max(there.length, now.length) }, (_, i) => i).find((i) => there[i] !== now[i]);
    if (at !== undefined) differences.push(`${name} differs: ${quoted(there[at])}, now ${quoted(now[at])}.`);
  }
  if (names.includes('spec.json')) {
    checked.add('spec.json');
    if (!isSame(textOf('spec.json'), spec)) differences.push('spec.json is not the spec of the manifest.');
  }
  return { differences, unchecked: resultFiles({ names }).filter((name) => !checked.has(name)) };
}

/** Result files of a parcel: all but the manifest, images, vectors and methods. */
export function resultFiles({ names }: Pick<OpenedParcel, 'names'>): string[] {
  const others = [PARCEL_IMAGES, PARCEL_METHODS, PARCEL_VECTORS];
  return names.filter((name) => name !== PARCEL_MANIFEST && !others.some((other) => name.startsWith(other)));
}

function isSame(text: string, spec: unknown): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(spec);
  } catch {
    return false;
  }
}

function quoted(line: string | undefined): string {
  return line === undefined ? 'no line' : `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`;
}

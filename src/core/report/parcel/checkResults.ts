/** Whether the results in a parcel are those of its cells, which have been computed again. */
import { canonicalJson } from '../../hash.ts';
import { MEASURES } from '../../measures/measures.ts';
import type { TableFormat } from '../formats.ts';
import type { OpenedParcel } from './openParcel.ts';
import { PARCEL_IMAGES, PARCEL_MANIFEST, PARCEL_METHODS, PARCEL_VECTORS } from './parcel.ts';

interface CheckedResult {
  readonly name: string;
  readonly format: TableFormat;
  /** What of its lines must be the same in every run. @default all of them */
  readonly compared?: (lines: readonly string[]) => readonly string[];
}

const TIMES = MEASURES.filter(({ unit }) => unit === 's').map(({ id }) => `,${id},`);

const CHECKED: readonly CheckedResult[] = [
  // Title and notes name the study.
  { name: 'results/table.md', format: 'markdown', compared: (lines) => lines.filter((line) => line.startsWith('|')) },
  { name: 'results/table.csv', format: 'csv' },
  {
    name: 'results/cells.csv',
    format: 'csv-long',
    compared: (lines) =>
      lines.filter((line) => !TIMES.some((time) => line.includes(time))).map((line) => line.replace(NAMES, '')),
  },
];

/** The first two fields of a line: the names of the study and of the dataset. */
const NAMES = /^(?:"(?:[^"]|"")*"|[^,"]*),(?:"(?:[^"]|"")*"|[^,"]*),/;

/**
 * One sentence for each file of results, and for the spec, that is not what the manifest and the study that has been
 * computed again give, and the names of the other files, about which nothing is said. `exported`: of that study.
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

/** What a parcel says of its cells: all but the manifest, images, vectors and methods. */
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

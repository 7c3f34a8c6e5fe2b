/** Tables with a header whose columns are found by name. */
import { decodeCsvRows } from '../formats/tables/csv.ts';
import { FormatError } from '../formats/formatError.ts';
import type { ProblemCollector } from './problemCollector.ts';
import { conditionKey } from './names.ts';
import { splitName, type ImportTarget } from './importTarget.ts';

export interface NamedTable {
  /** Names of the columns in lower case. */
  readonly names: readonly string[];
  /** One text per row of the column of this name, or null where there is none. */
  readonly column: (name: string) => readonly string[] | null;
  /** Of every row the number of its line in the file. */
  readonly lineNumbers: readonly number[];
}

/** Throws FormatError for what is no table. */
export function namedTable(bytes: Uint8Array): NamedTable {
  const { header, rows } = decodeCsvRows(bytes);
  const names = header.map((cell) => cell.trim().toLowerCase());
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new FormatError(`expected one column "${twice}", found two`);
  return {
    names,
    lineNumbers: rows.map(({ line }) => line),
    column(name) {
      const place = names.indexOf(name);
      return place < 0 ? null : rows.map(({ cells }) => cells[place].trim());
    },
  };
}

/** A split and the rows of a table that are about it, counted from 0 without the header. */
export interface SplitLines {
  readonly condition: string;
  readonly repeat: number;
  readonly lines: readonly number[];
}

/**
 * The lines of a table by split, from its columns condition and repeat; a column may be missing where the study has
 * only one. A column split may hold the hash of each line's split, or its first digits: it must be that of the study.
 */
export function linesBySplit(
  table: NamedTable,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  found: ProblemCollector,
): SplitLines[] {
  const { conditions, repeats } = study;
  const condition = table.column('condition');
  const repeat = table.column('repeat');
  const hash = table.column('split');
  if (!condition && conditions.length > 1) {
    throw new FormatError(
      `expected a column "condition", for the study has ${conditions.map(({ key }) => key).join(', ')}; ${columnsOf(table)}`,
    );
  }
  if (!repeat && repeats > 1) {
    throw new FormatError(`expected a column "repeat", for the study has ${repeats}; ${columnsOf(table)}`);
  }
  const keys = new Map((condition ?? []).map((text) => [text, conditionKey(text, study)]));
  const known = conditions.map(({ key }) => key).join(', ');
  for (const [text, key] of keys) {
    if (key === null) found.add(`there is no condition "${text}"; the conditions are ${known}.`);
  }
  const numbers = new Map((repeat ?? []).map((text) => [text, /^\d+$/.test(text) ? Number(text) : 0]));
  for (const [text, number] of numbers) {
    if (number < 1 || number > repeats) found.add(`there is no repeat "${text}"; the repeats are 1 to ${repeats}.`);
  }
  found.done();
  const lines = table.lineNumbers.map((_, line) => line);
  const groups = [
    ...Map.groupBy(lines, (line) => {
      const key = condition ? keys.get(condition[line])! : conditions[0].key;
      return JSON.stringify([key, repeat ? numbers.get(repeat[line])! : 1]);
    }),
  ].map(([name, own]): SplitLines => {
    const [key, number] = JSON.parse(name) as [string, number];
    return { condition: key, repeat: number, lines: own };
  });
  if (hash)
    for (const group of groups) checkHash(group, table, hash, hashOfSplit(group.condition, group.repeat), found);
  found.done();
  return groups;
}

/** "the columns are image, predicted" */
export function columnsOf({ names }: Pick<NamedTable, 'names'>): string {
  return `the columns are ${names.join(', ')}`;
}

/** Shortest beginning of a hash that counts as the hash. */
const DIGITS = 8;

function checkHash(
  { condition, repeat, lines }: SplitLines,
  table: Pick<NamedTable, 'lineNumbers'>,
  hashes: readonly string[],
  own: string,
  found: ProblemCollector,
) {
  const other = lines.find((line) => !isHashOf(hashes[line], own));
  if (other === undefined) return;
  found.add(
    `the split of ${splitName(condition, repeat)} is ${own.slice(0, 12)}… in the study, found "${hashes[other]}" in line ${table.lineNumbers[other]}.`,
  );
}

/** Whether a text is a hash, or at least its first 8 digits. */
export function isHashOf(text: string, hash: string): boolean {
  return text.length >= DIGITS && hash.startsWith(text.toLowerCase());
}

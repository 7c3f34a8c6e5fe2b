/** Tables with a header, whose columns are looked up by name. */
import { decodeCsvRows } from '../formats/tables/csv.ts';
import { FormatError } from '../formats/formatError.ts';
import type { ProblemCollector } from './problemCollector.ts';
import { conditionKey } from './names.ts';
import { splitName, type ImportTarget } from './importTarget.ts';

export interface NamedTable {
  /** Names of the columns in lower case. */
  readonly names: readonly string[];
  /** One text per row of the column of this name; null if there is no such column. */
  readonly column: (name: string) => readonly string[] | null;
  /** Line number in the file for every row. */
  readonly lineNumbers: readonly number[];
}

/** Throws FormatError unless the bytes are a table. */
export function namedTable(bytes: Uint8Array): NamedTable {
  const { header, rows } = decodeCsvRows(bytes);
  const names = header.map((cell) => cell.trim().toLowerCase());
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    const which = COLUMN_NAME.test(twice) ? ` "${twice}"` : ' of each name';
    throw new FormatError(`expected one column${which}, found two`);
  }
  return {
    names,
    lineNumbers: rows.map(({ line }) => line),
    column(name) {
      const place = names.indexOf(name);
      return place < 0 ? null : rows.map(({ cells }) => cells[place].trim());
    },
  };
}

/** A split and the indices of its rows in a table, from 0 without the header. */
export interface SplitLines {
  readonly condition: string;
  readonly repeat: number;
  readonly lines: readonly number[];
}

/**
 * The rows of a table by split, from its columns condition and repeat; a column is optional if the study has only one.
 * The optional column split holds the hash, or its first digits, of each row's split, which must match the study.
 */
export function linesBySplit(
  table: NamedTable,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  problems: ProblemCollector,
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
  const validKeys = conditions.map(({ key }) => key).join(', ');
  for (const [text, key] of keys) {
    if (key === null) problems.add(`there is no condition "${text}"; the conditions are ${validKeys}.`);
  }
  const numbers = new Map((repeat ?? []).map((text) => [text, /^\d+$/.test(text) ? Number(text) : 0]));
  for (const [text, number] of numbers) {
    if (number < 1 || number > repeats) problems.add(`there is no repeat "${text}"; the repeats are 1 to ${repeats}.`);
  }
  problems.done();
  const lines = table.lineNumbers.map((_, line) => line);
  const groups = [
    ...Map.groupBy(lines, (line) => {
      const key = condition ? keys.get(condition[line])! : conditions[0].key;
      return JSON.stringify([key, repeat ? numbers.get(repeat[line])! : 1]);
    }),
  ].map(([name, groupLines]): SplitLines => {
    const [key, number] = JSON.parse(name) as [string, number];
    return { condition: key, repeat: number, lines: groupLines };
  });
  if (hash)
    for (const group of groups) checkHash(group, table, hash, hashOfSplit(group.condition, group.repeat), problems);
  problems.done();
  return groups;
}

const COLUMN_NAME = /^[\p{L}\p{N} _.()%/=#±'-]{0,40}$/u;

/** "the columns are image, predicted"; shows nothing of a file that is no table and may have been named by mistake. */
export function columnsOf({ names }: Pick<NamedTable, 'names'>): string {
  if (names.length === 1) return 'the file has one column';
  return names.every((name) => COLUMN_NAME.test(name))
    ? `the columns are ${names.join(', ')}`
    : 'its first line does not name columns';
}

/** Minimum digits of an abbreviated hash. */
const DIGITS = 8;

function checkHash(
  { condition, repeat, lines }: SplitLines,
  table: Pick<NamedTable, 'lineNumbers'>,
  hashes: readonly string[],
  expectedHash: string,
  problems: ProblemCollector,
) {
  const other = lines.find((line) => !isHashOf(hashes[line], expectedHash));
  if (other === undefined) return;
  problems.add(
    `the split of ${splitName(condition, repeat)} is ${expectedHash.slice(0, 12)}… in the study, found "${hashes[other]}" in line ${table.lineNumbers[other]}.`,
  );
}

/** Whether a text is a hash, or at least its first 8 digits. */
export function isHashOf(text: string, hash: string): boolean {
  return text.length >= DIGITS && hash.startsWith(text.toLowerCase());
}

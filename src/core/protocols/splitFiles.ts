/** Published formats of splits: MATLAB files with trainIdx and testIdx, and tables with an image and a role. */
import { decodeCsv, type TableColumn } from '../formats/tables/csv.ts';
import { FormatError } from '../formats/formatError.ts';
import { decodeMat, isMat, type MatVariable } from '../formats/matlab/matlab.ts';
import { unescapeFormula } from '../formats/tables/cellText.ts';
import type { PredefinedSplit } from './split.ts';

/** Whether the first image has number 0 or 1. */
export type IndexBase = 0 | 1;

/**
 * Whether the numbers of images in a file may count from 0 or from 1: in MATLAB files, unless this program wrote them,
 * and in tables with a column "image" of numbers. False for a file that holds no splits.
 */
export function needsBase(bytes: Uint8Array): boolean {
  if (isMat(bytes)) return !isOwnMat(bytes);
  try {
    const numbers = decodeCsv(bytes)
      .columns.filter(({ kind }) => kind === 'number')
      .map(({ name }) => name.toLowerCase());
    return numbers.includes('image') && !numbers.includes('index0') && !numbers.includes('index1');
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** The description in the header of MATLAB files that hold splits of this program, which count from 1. */
export const SPLIT_MAT = 'Eigenbench split';

function isOwnMat(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 116)).includes(SPLIT_MAT);
}

/**
 * The splits of a MATLAB file or a table, distinguished by the first bytes. `base` counts only if the file needs it
 * (`needsBase`). Throws FormatError.
 */
export function splitsFromFile(bytes: Uint8Array, base: IndexBase, files: readonly string[] = []): PredefinedSplit[] {
  if (!isMat(bytes)) return splitsFromCsv(bytes, base, files);
  return splitsFromMat(bytes, isOwnMat(bytes) ? 1 : base);
}

/**
 * trainIdx and testIdx (and galleryIdx if present), as on Deng Cai's pages, where they count from 1. A vector is one
 * split; in a matrix every column is one. Throws FormatError for other contents.
 */
export function splitsFromMat(bytes: Uint8Array, base: IndexBase): PredefinedSplit[] {
  const { variables } = decodeMat(bytes, { only: (name) => /^(train|test|gallery)idx$/i.test(name) });
  const find = (name: string): MatVariable | undefined =>
    variables.find((variable) => variable.name.toLowerCase() === name);
  const [train, test, gallery] = ['trainidx', 'testidx', 'galleryidx'].map(find);
  if (!train || !test) {
    throw new FormatError('expected the variables trainIdx and testIdx in the MATLAB file');
  }
  const lists = [train, test, ...(gallery ? [gallery] : [])].map((variable) => columnsOf(variable));
  if (lists.some((columns) => columns.length !== lists[0].length)) {
    throw new FormatError(
      `expected as many columns in testIdx as in trainIdx, found ${lists[1].length} and ${lists[0].length}`,
    );
  }
  return lists[0].map((_, split) => {
    const [trained, tested, compared] = lists.map((columns, i) =>
      columns[split].map((value) => imageIndex(value, base, [train, test, gallery][i]!.name)),
    );
    return { train: trained, test: tested, ...(compared && { gallery: compared }) };
  });
}

/**
 * A table with a column "role" (train, test, gallery), images in "index0" (from 0), "index1" (from 1), "image" (from
 * `base`) or "file" (looked up in `files`), and "repeat" or "split" if it holds several splits. If it also names the
 * files of numbered images, and the dataset has files of these names, the names count: its images may be in another
 * order. Rows of another role
 * (such as "none") are ignored. Throws FormatError, which names the column or row.
 */
export function splitsFromCsv(bytes: Uint8Array, base: IndexBase, files: readonly string[] = []): PredefinedSplit[] {
  const { columns, header, rows } = decodeCsv(bytes);
  const column = (...names: string[]): TableColumn | undefined =>
    columns.find(({ name }) => names.includes(name.toLowerCase()));
  const role = column('role');
  if (!header || !role) throw new FormatError('expected a header with a column "role" in the split table');
  const images = imagesOf(column, base, files);
  const roles = role.texts();
  const splitColumns = [column('condition'), column('repeat', 'split')].flatMap((match) =>
    match === undefined ? [] : [match.texts()],
  );
  const groups = new Map<string, Record<'train' | 'test' | 'gallery', number[]>>();
  for (let row = 0; row < rows; row++) {
    const name = roles[row].toLowerCase();
    if (name !== 'train' && name !== 'test' && name !== 'gallery') continue;
    const key = splitColumns.map((texts) => texts[row]).join('\n');
    const group = groups.get(key) ?? { train: [], test: [], gallery: [] };
    group[name].push(images(row));
    groups.set(key, group);
  }
  const splits = [...groups.values()];
  if (splits.length === 0) throw new FormatError('expected rows with the role train or test, found none');
  splits.forEach(({ train, test }, index) => {
    const lacking = train.length === 0 ? 'train' : test.length === 0 ? 'test' : null;
    if (lacking)
      throw new FormatError(`expected images of both roles, split ${index + 1} has none with the role ${lacking}`);
  });
  return splits.map(({ train, test, gallery }) => ({ train, test, ...(gallery.length > 0 && { gallery }) }));
}

function imagesOf(
  column: (...names: string[]) => TableColumn | undefined,
  base: IndexBase,
  files: readonly string[],
): (row: number) => number {
  const numbered = [
    [column('index0'), 0],
    [column('index1'), 1],
    [column('image'), base],
  ] as const;
  const places = new Map(files.map((file, index) => [file, index]));
  const namesFiles =
    column('file')
      ?.texts()
      .some((file) => places.has(unescapeFormula(file))) ?? false;
  for (const [match, from] of numbered) {
    if (match?.kind === 'number' && !namesFiles) return (row) => imageIndex(match.numberAt(row), from, match.name);
  }
  const named = column('file', 'image');
  if (!named) throw new FormatError('expected a column "index0", "index1", "image" or "file" in the split table');
  const names = named.texts();
  return (row) => {
    const file = unescapeFormula(names[row]);
    const place = places.get(file);
    if (place === undefined) throw new FormatError(`the dataset has no file "${file}"`);
    return place;
  };
}

function columnsOf({ dims, data }: MatVariable): number[][] {
  const values = Array.from(data);
  const [rows, cols] = [dims[0], values.length / dims[0]];
  if (rows === 1) return [values];
  return Array.from({ length: cols }, (_, c) => values.slice(c * rows, (c + 1) * rows));
}

function imageIndex(value: number, base: IndexBase, name: string): number {
  const index = value - base;
  if (!Number.isInteger(index) || index < 0) {
    throw new FormatError(`expected whole numbers from ${base} in ${name}, found ${value}`);
  }
  return index;
}

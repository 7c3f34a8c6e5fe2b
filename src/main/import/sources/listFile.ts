/** Reads a list: a table whose lines name the files of a folder. */
import { resolve } from 'node:path';
import { evenlySpread } from '../../../core/readings/vectors.ts';
import { decodeCsvRows } from '../../../core/formats/tables/csv.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { unescapeFormula } from '../../../core/formats/tables/cellText.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { readHead, readLimited, type Within } from '../decode/readLimited.ts';
import { hasImageExtension, IMAGE_ENDINGS, withoutImageExtension } from '../layouts/fileNames.ts';
import { ImportError } from '../types.ts';

/** The list that the export of a dataset writes: columns `file` and `subject`. */
export const LIST = 'images.csv';

const MAX_FILE = 64 * 2 ** 20;

/** Lines in which the column of files is looked for. */
const SAMPLE = 500;

/** Endings of text tables. */
const TABLE = /\.(csv|tsv|txt|lst|list|dat|tab)$/i;

/** Tables that are tried as lists of a folder. */
const MOST_TABLES = 20;

/** Bytes of a text in which the names of images are looked for. */
const HEAD = 4096;
const IMAGE_NAME = new RegExp(String.raw`\.(?:${IMAGE_ENDINGS})["']?\s*(?:[,;\t ]|$)`, 'i');
/** Numbers in a line, at least, that are features or pixels if they are more than half the cells. */
const FEATURES = 4;
/** Most columns of a list in a folder. */
const MOST_COLUMNS = 128;

/** Whether a file is a text table that lists images rather than pixels or features, by one of its lines. */
export async function isList(path: string, within: Within): Promise<boolean> {
  if (!TABLE.test(path)) return false;
  const line = await lineOf(path, within);
  const cells = cellsOf(line);
  const numbers = cells.filter((cell) => cell !== '' && Number.isFinite(Number(cell))).length;
  return IMAGE_NAME.test(line) && (numbers < FEATURES || 2 * numbers <= cells.length);
}

/** Whether a table has more columns than a list in a folder: it may hold pixels. */
export async function isWide(path: string, within: Within): Promise<boolean> {
  return cellsOf(await lineOf(path, within)).length > MOST_COLUMNS;
}

/** A line of a text, below the headings if there are any; empty if it cannot be read. */
async function lineOf(path: string, within: Within): Promise<string> {
  const head = await readHead(path, HEAD, within).catch(() => new Uint8Array());
  const lines = Buffer.from(head)
    .toString('latin1')
    .trimEnd()
    .split(/[\r\n]+/);
  // The last line may be cut off.
  return lines[Math.max(0, lines.length - 2)];
}

function cellsOf(line: string): readonly string[] {
  return line.split(/[,;\t ]+/);
}

/** The text tables of a folder, outer ones first, without those that accompany one image each. */
export function tablesIn(files: readonly string[]): readonly string[] {
  const stems = new Set(files.filter(hasImageExtension).map(withoutImageExtension));
  const depth = (file: string): number => file.split('/').length;
  return files
    .filter((file) => TABLE.test(file) && !stems.has(file.replace(TABLE, '')))
    .sort((a, b) => depth(a) - depth(b) || compareNames(a, b))
    .slice(0, MOST_TABLES);
}

export interface List {
  /** As the recipe names it. */
  readonly name: string;
  readonly headings: readonly string[] | null;
  /** Cells of every line below the headings. */
  readonly rows: readonly (readonly string[])[];
  readonly fileColumn: number;
  /** The file in the folder that each line names; null if there is none, or an earlier line names it. */
  readonly matches: readonly (string | null)[];
  /** Number of lines, and the share of them whose file is in the folder. */
  readonly count: number;
  readonly share: number;
  /** A path as the list writes it, one that is not in the folder if there is one. */
  readonly example: string;
  /** Whether it has the columns of an export. */
  readonly isExport: boolean;
}

/** The list at this path relative to the folder. Throws ImportError if it is none. */
export async function readList(root: string, name: string, indexes: FileIndexes, within: Within): Promise<List> {
  const lines = await readLines(resolve(root, name), name, within);
  const headings = lines[0].map((cell) => cell.trim());
  const isExport = name === LIST && headings.includes('file') && headings.includes('subject');
  const columns = isExport ? [headings.indexOf('file')] : headings.map((_, c) => c);
  const sample = evenlySpread(lines.length, SAMPLE).map((row) => lines[row]);
  const hits = columns.map((c) => {
    const cells = sample.map((line) => line[c]);
    return matchFiles(cells, indexes).filter((file) => file !== null).length;
  });
  const fileColumn = columns[hits.indexOf(Math.max(...hits))];
  const paths = lines.map((line) => line[fileColumn]);
  const matches = matchFiles(paths, indexes);
  const hasHeadings = isExport || (matches[0] === null && !hasImageExtension(headings[fileColumn]));
  const from = hasHeadings ? 1 : 0;
  const body = { rows: lines.slice(from), matches: matches.slice(from) };
  const count = body.rows.length;
  const absent = body.matches.findIndex((file) => file === null);
  return {
    name,
    headings: hasHeadings ? headings : null,
    ...body,
    fileColumn,
    count,
    share: count === 0 ? 0 : body.matches.filter((file) => file !== null).length / count,
    example: (body.rows.at(Math.max(absent, 0)) ?? lines[0])[fileColumn],
    isExport,
  };
}

/** The cells of each line, equally many. Throws ImportError. */
async function readLines(path: string, name: string, within: Within): Promise<readonly (readonly string[])[]> {
  try {
    const { header, rows } = decodeCsvRows(await readLimited(path, MAX_FILE, undefined, within));
    return splitAtBlanks([header, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(unescapeFormula)));
  } catch (error) {
    const reason = error instanceof FormatError ? error.message : fileReason(error);
    throw new ImportError(`${name}: ${reason}. Choose a table with the file and the subject of one image per line.`);
  }
}

/** Lines of one cell each as fields separated by blanks: all blanks, or the last if their numbers differ. */
function splitAtBlanks(lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (lines[0].length > 1) return lines;
  const texts = lines.map(([cell]) => cell.trim());
  const fields = texts.map((text) => text.split(/\s+/));
  if (fields.every(({ length }) => length === fields[0].length)) return fields;
  const pairs = texts.map((text) => /^(.*\S)\s+(\S+)$/.exec(text)?.slice(1) ?? []);
  return pairs.every(({ length }) => length === 2) ? pairs : lines;
}

/** Parts of a path by which a list names its files, from all to the last one. */
const PARTS = [Infinity, 4, 3, 2, 1];

/** Files by the last parts of their paths; null for parts that several share. */
interface FileIndex {
  readonly parts: number;
  readonly files: ReadonlyMap<string, string | null>;
}

/** By whole names, and by names of images without their endings. */
export interface FileIndexes {
  readonly named: () => readonly FileIndex[];
  readonly stems: () => readonly FileIndex[];
}

export function indexFiles(files: readonly string[]): FileIndexes {
  const indexed = (entries: readonly (readonly [file: string, path: string])[]): readonly FileIndex[] => {
    const parted = entries.map(([file, path]) => [file, partsOf(path)] as const);
    return PARTS.map((parts) => {
      const byKey = new Map<string, string | null>();
      for (const [file, path] of parted) {
        const key = path.slice(-parts).join('/');
        byKey.set(key, byKey.has(key) ? null : file);
      }
      return { parts, files: byKey };
    });
  };
  let named: readonly FileIndex[] | undefined;
  let stems: readonly FileIndex[] | undefined;
  return {
    named: () => (named ??= indexed(files.map((file) => [file, file]))),
    stems: () =>
      (stems ??= indexed(files.filter(hasImageExtension).map((file) => [file, withoutImageExtension(file)]))),
  };
}

/**
 * The file that each cell names by its last parts, separated by / or \: by as many parts as match the most files. A
 * cell names a file once, and parts that several files share name none. If no cell ends as image files do, the ending
 * is optional.
 */
function matchFiles(cells: readonly string[], indexes: FileIndexes): readonly (string | null)[] {
  const paths = cells.map(partsOf);
  const withEndings = cells.some((cell) => hasImageExtension(cell.trim()));
  let best: readonly (string | null)[] = [];
  let most = -1;
  for (const { parts, files } of withEndings ? indexes.named() : [...indexes.named(), ...indexes.stems()]) {
    const named = new Set<string>();
    const matches = paths.map((path) => {
      const file = files.get(path.slice(-parts).join('/')) ?? null;
      if (file === null || named.has(file)) return null;
      named.add(file);
      return file;
    });
    if (named.size <= most) continue;
    [best, most] = [matches, named.size];
  }
  return best;
}

function partsOf(path: string): readonly string[] {
  return path
    .trim()
    .normalize('NFC')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.');
}

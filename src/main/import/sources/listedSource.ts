/** Folders with a list of their images and subjects: a table of paths and labels. */
import { basename, resolve } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { NO_JUDGEMENT, type Decision, type ReadingChoice } from '../../../core/readings/reading.ts';
import { commonFolder, folderAttributes } from '../../../core/readings/folderNames.ts';
import { asLabelVector, labelNameKind, sameParts } from '../../../core/readings/labels.ts';
import { evenlySpread } from '../../../core/readings/vectors.ts';
import { decodeCsvRows } from '../../../core/formats/tables/csv.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { unescapeFormula } from '../../../core/formats/tables/cellText.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { plural } from '../../../core/text/phrases.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { readHead, readLimited, type Within } from '../decode/readLimited.ts';
import { hasImageExtension, IMAGE_ENDINGS, withoutImageExtension } from '../layouts/fileNames.ts';
import type { ImageRecipe, NamedFiles } from '../source.ts';
import { ImportError } from '../types.ts';
import { noSubjects, SUBJECTS_QUESTION, NOBODY, type ListedFolder } from './folderSource.ts';

/** The list that the export of a dataset writes: columns `file` and `subject`. */
export const LIST = 'images.csv';

/** Layout of images in a list. */
export const LISTED = 'list';

/** Column of the original file names. */
export const ORIGINAL = 'original';

/** Optional prefix of attribute headings that distinguishes them from the other columns. */
export const ATTRIBUTE = 'attribute_';

const MAX_FILE = 64 * 2 ** 20;

/** Lines in which the column of files is looked for. */
const SAMPLE = 500;

/** Least share of the lines of a list whose files are in the folder. */
const HERE = 0.5;

/**
 * The images by the list of the recipe, or by `images.csv` of an export unless the recipe states a layout or pattern;
 * null without such a list. Listed files that are missing, and images that are not listed, become problems. There is a
 * doubt if several columns may be the subjects. The list may lie outside the folder, but `within` the folders that may
 * be read. Throws ImportError for a list that is none, or whose files are mostly elsewhere.
 */
export async function listedSource(
  folder: ListedFolder,
  recipe: ImportRecipe,
  within: Within,
): Promise<NamedFiles | null> {
  const { list, layout, pattern, labels } = recipe;
  if (list !== undefined) {
    if (layout !== undefined || pattern !== undefined) {
      throw new ImportError(
        `The subjects are in ${list} or in the names: leave out --list, or --layout and --pattern.`,
      );
    }
    const table = await readList(folder.root, list, indexFiles(folder.files), within);
    const { share, count } = table;
    if (share < HERE) {
      const here = Math.round(share * count);
      throw new ImportError(
        `${list} lists ${plural(count, 'file')}, and ${basename(folder.root)} holds ${here} of these files (not ${table.example}). Choose the folder that holds all of these files.`,
      );
    }
    return sourceOf(folder, table, labels);
  }
  if (!folder.files.includes(LIST) || layout !== undefined || pattern !== undefined || labels === 'none') return null;
  const table = await readList(folder.root, LIST, indexFiles(folder.files), within);
  if (!table.isExport) return null;
  if (table.share === 0) {
    throw new ImportError(`${LIST} names no file that is there. Choose the folder that holds its files, or remove it.`);
  }
  return sourceOf(folder, table, labels ?? 'subject');
}

/** Endings of text tables. */
const TABLE = /\.(csv|tsv|txt|lst|list|dat|tab)$/i;

/** Tables that are tried as lists of a folder. */
const MOST_TABLES = 20;

/**
 * A folder whose names settle nothing, by the lists that it holds. A list that names all images decides; lists that
 * part them alike are one. Several, or one that names only part of the images or names others, are proposed first.
 * Without any list the source as it is.
 */
export async function withLists(folder: ListedFolder, named: NamedFiles, within: Within): Promise<NamedFiles> {
  const readings: { readonly source: NamedFiles; readonly choice: ReadingChoice; readonly complete: boolean }[] = [];
  const indexes = indexFiles(folder.files);
  for (const file of tablesIn(folder)) {
    // A table of pixels is not read only to see that it is no list.
    if (cellsOf(await lineOf(resolve(folder.root, file), within)).length > MOST_COLUMNS) continue;
    const table = await readList(folder.root, file, indexes, within).catch((error: unknown) => {
      if (error instanceof ImportError) return null;
      throw error;
    });
    if (table === null || table.share < HERE) continue;
    for (const column of subjectColumns(table).filter(({ kind }) => kind === 'labels' || kind === 'other')) {
      const source = { ...readColumn(folder, table, column), decisions: [listDecision(table, column)] };
      if (readings.some((earlier) => partAlike(earlier.source.recipes, source.recipes))) continue;
      const complete = column.kind === 'labels' && table.share === 1 && source.unmatched.length === 0;
      readings.push({ source, choice: listChoice(source, table, column), complete });
    }
  }
  if (readings.length === 0) return named;
  const [first] = readings;
  if (readings.length === 1 && first.complete) return first.source;
  const images = folder.files.filter(hasImageExtension);
  const others = named.doubts.flatMap(({ choices }) => choices);
  const choices = [...readings.map(({ choice }) => choice), ...(others.length > 0 ? others : [noSubjects(images)])];
  const lists = new Set(readings.map(({ source }) => source.pattern));
  const [concern = 'It may not hold the subjects.'] = first.choice.concerns;
  const text =
    readings.length === 1
      ? `The folder holds the list ${first.source.pattern}. ${concern}`
      : lists.size > 1
        ? 'The folder holds several lists, which give different subjects.'
        : `Several columns of ${first.source.pattern} may hold the subjects.`;
  return {
    ...first.source,
    decisions: [],
    doubts: [{ aspect: 'subjects', title: SUBJECTS_QUESTION, text, choices }],
  };
}

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
function tablesIn({ files }: ListedFolder): readonly string[] {
  const stems = new Set(files.filter(hasImageExtension).map(withoutImageExtension));
  const depth = (file: string): number => file.split('/').length;
  return files
    .filter((file) => TABLE.test(file) && !stems.has(file.replace(TABLE, '')))
    .sort((a, b) => depth(a) - depth(b) || compareNames(a, b))
    .slice(0, MOST_TABLES);
}

// Reading a list.

interface List {
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
async function readList(root: string, name: string, indexes: FileIndexes, within: Within): Promise<List> {
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
interface FileIndexes {
  readonly named: () => readonly FileIndex[];
  readonly stems: () => readonly FileIndex[];
}

function indexFiles(files: readonly string[]): FileIndexes {
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

// Columns of a list.

interface SubjectColumn {
  /** Null: the list has no column of subjects. */
  readonly at: number | null;
  /** A label vector, one whose name says something else, any column beside the files, or none. */
  readonly kind: 'labels' | 'other' | 'any' | 'none';
}

function columnName({ headings }: List, at: number): string {
  const heading = headings?.[at];
  return heading === undefined || heading === '' ? String(at + 1) : heading;
}

/** The columns that may hold the subjects, the likelier first: one if that is clear. */
function subjectColumns(list: List): readonly SubjectColumn[] {
  const listed = list.rows.flatMap((_, row) => (list.matches[row] === null ? [] : [row]));
  const others = list.rows[0].flatMap((_, at) => (at === list.fileColumn ? [] : [at]));
  const vectors: { at: number; values: readonly string[] }[] = [];
  for (const at of others) {
    const values = listed.map((row) => list.rows[row][at].trim());
    if (asLabelVector(values) === null || vectors.some((one) => sameParts(one.values, values))) continue;
    vectors.push({ at, values });
  }
  const kindOf = (at: number): ReturnType<typeof labelNameKind> =>
    list.headings === null ? 'plain' : labelNameKind(list.headings[at]);
  const ranked = (['hinted', 'plain', 'other'] as const).map((kind) => vectors.filter(({ at }) => kindOf(at) === kind));
  if (ranked[0].length === 1) return [{ at: ranked[0][0].at, kind: 'labels' }];
  if (vectors.length > 0) {
    return ranked.flat().map(({ at }) => ({ at, kind: kindOf(at) === 'other' ? 'other' : 'labels' }));
  }
  return others.length === 0 ? [{ at: null, kind: 'none' }] : others.map((at) => ({ at, kind: 'any' }));
}

/** The source by a list that the recipe names, with the column `labels` or the one that is clear, or a doubt. */
function sourceOf(folder: ListedFolder, list: List, labels: string | undefined): NamedFiles {
  if (labels !== undefined) {
    const column: SubjectColumn = { at: columnAt(list, labels), kind: 'labels' };
    return { ...readColumn(folder, list, column), decisions: [listDecision(list, column)] };
  }
  const columns = subjectColumns(list);
  const [column] = columns;
  const source = readColumn(folder, list, column);
  if (columns.length === 1 && (column.kind === 'labels' || column.kind === 'none')) {
    return { ...source, decisions: [listDecision(list, column)] };
  }
  const choices = columns.map((one) => listChoice(readColumn(folder, list, one), list, one));
  const text =
    column.kind === 'any'
      ? `No column of ${list.name} has few values that recur, as subjects do.`
      : columns.length > 1
        ? `Several columns of ${list.name} may hold the subjects.`
        : `The column ${columnName(list, column.at!)} of ${list.name} may not hold the subjects.`;
  const images = source.recipes.map(({ file }) => file);
  const none = { ...noSubjects(images), recipe: { list: list.name, labels: 'none' } };
  return { ...source, doubts: [{ aspect: 'subjects', title: SUBJECTS_QUESTION, text, choices: [...choices, none] }] };
}

/** The column of this name, or number from 1; null for 'none'. Throws ImportError. */
function columnAt(list: List, labels: string): number | null {
  if (labels === 'none') return null;
  const columns = list.rows[0].flatMap((_, at) => (at === list.fileColumn ? [] : [at]));
  const at =
    labels === 'first-column'
      ? columns.at(0)
      : labels === 'last-column'
        ? columns.at(-1)
        : columns.find((column) => columnName(list, column) === labels);
  if (at !== undefined) return at;
  const names = columns.map((column) => columnName(list, column)).join(', ');
  throw new ImportError(`${list.name} has no column ${labels}; choose one of ${names || 'none'} by --labels.`);
}

function listDecision(list: List, { at }: SubjectColumn): Decision {
  const single = list.rows[0].length <= 2;
  const labels = at === null ? 'none' : columnName(list, at);
  const from = single || at === null ? list.name : `the column ${labels} of ${list.name}`;
  return {
    aspect: 'subjects',
    recipe: { list: list.name, ...((!single || at === null) && { labels }) },
    basis: list.isExport ? 'stated' : at === null ? 'assumed' : 'evident',
    text: at === null ? `images without subjects, listed in ${list.name}` : `subjects from ${from}`,
  };
}

function listChoice(source: NamedFiles, list: List, column: SubjectColumn): ReadingChoice {
  const { recipes, unmatched } = source;
  const subjects = new Set(recipes.map(({ subject }) => subject)).size;
  const absent = list.matches.filter((file) => file === null).length;
  const labels = column.at === null ? 'none' : columnName(list, column.at);
  const what = list.rows[0].length <= 2 ? `The list ${list.name}` : `The column ${labels} of ${list.name}`;
  return {
    recipe: { list: list.name, labels },
    title: `${what}: ${plural(subjects, 'subject')}`,
    detail: `The subject is ${recipes[0].subject} in "${recipes[0].file}".`,
    images: recipes.length,
    subjects,
    evidence: [`${plural(recipes.length, 'line names an image', 'lines name an image each')}.`],
    concerns: [
      ...(absent > 0 ? [`${plural(absent, 'file')} of the list ${absent === 1 ? 'is' : 'are'} not here.`] : []),
      ...(unmatched.length > 0
        ? [`${plural(unmatched.length, 'image is', 'images are')} not in the list and would be left out.`]
        : []),
    ],
  };
}

/** Whether two lists name the same files and part them alike. */
function partAlike(a: readonly ImageRecipe[], b: readonly ImageRecipe[]): boolean {
  const subjectOf = new Map(b.map(({ file, subject }) => [file, subject]));
  if (a.length !== b.length || a.some(({ file }) => !subjectOf.has(file))) return false;
  return sameParts(
    a.map(({ subject }) => subject),
    a.map(({ file }) => subjectOf.get(file)!),
  );
}

/** The images in the order of the list, with subjects from a column; the other columns are attributes. */
function readColumn({ root, files, problems }: ListedFolder, list: List, column: SubjectColumn): NamedFiles {
  const { name, headings, rows, matches, fileColumn, isExport } = list;
  const attributes = rows[0].flatMap((_, at) => {
    if (at === fileColumn || at === column.at || (isExport && headings?.[at] === ORIGINAL)) return [];
    return [{ at, key: headings === null ? `column ${at + 1}` : attributeName(columnName(list, at)) }];
  });
  const textOf = (cell: string): string => (isExport ? cell : cell.trim());
  const listed = matches.map((file) => file ?? '');
  const common = commonFolder(listed.filter((file) => file !== '')).length;
  // An export has these attributes as columns.
  const byFolders = isExport ? [] : folderAttributes(listed.map((file) => file.slice(common).split('/').slice(0, -1)));
  const recipes: ImageRecipe[] = [];
  const absent: ImportProblem[] = [];
  rows.forEach((cells, row) => {
    const file = matches[row];
    if (file === null) {
      absent.push({ file: cells[fileColumn], reason: `${name} names it (again), but it is not there` });
      return;
    }
    const entries = attributes.map(({ at, key }) => [key, textOf(cells[at])]).filter(([, value]) => value !== '');
    const subject = column.at === null ? NOBODY : textOf(cells[column.at]);
    recipes.push({ file, subject, attributes: { ...byFolders[row], ...Object.fromEntries(entries) } });
  });
  const there = new Set(recipes.map(({ file }) => file));
  const strays = files
    .filter((file) => hasImageExtension(file) && !there.has(file))
    .map((file) => ({ file, reason: `${name} does not name it` }));
  return {
    kind: 'files',
    layout: LISTED,
    title: `Listed in ${name}`,
    pattern: name,
    root,
    recipes,
    unmatched: strays.map(({ file }) => file),
    problems: [...problems, ...absent, ...strays],
    ...NO_JUDGEMENT,
  };
}

function attributeName(heading: string): string {
  return heading.startsWith(ATTRIBUTE) ? heading.slice(ATTRIBUTE.length) : heading;
}

/** Folders with a list of their images and subjects: a table of paths and labels. */
import { basename, resolve } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { NO_JUDGEMENT, type Decision, type ReadingChoice } from '../../../core/readings/reading.ts';
import { commonFolder, folderAttributes } from '../../../core/readings/folderNames.ts';
import { asLabelVector, labelNameKind, sameParts } from '../../../core/readings/labels.ts';
import { plural } from '../../../core/text/phrases.ts';
import type { Within } from '../decode/readLimited.ts';
import { hasImageExtension } from '../layouts/fileNames.ts';
import type { ImageRecipe, NamedFiles } from '../source.ts';
import { ImportError } from '../types.ts';
import { noSubjects, SUBJECTS_QUESTION, NOBODY, type ListedFolder } from './folderSource.ts';
import { indexFiles, isWide, LIST, readList, tablesIn, type List } from './listFile.ts';

/** Layout of images in a list. */
export const LISTED = 'list';

/** Column of the original file names. */
export const ORIGINAL = 'original';

/** Optional prefix of attribute headings that distinguishes them from the other columns. */
export const ATTRIBUTE = 'attribute_';

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
      const present = Math.round(share * count);
      throw new ImportError(
        `${list} lists ${plural(count, 'file')}, and ${basename(folder.root)} holds ${present} of these files (not ${table.example}). Choose the folder that holds all of these files.`,
      );
    }
    return sourceOf(folder, table, labels);
  }
  if (!folder.files.includes(LIST) || layout !== undefined || pattern !== undefined || labels === 'none') return null;
  const table = await readList(folder.root, LIST, indexFiles(folder.files), within);
  if (!table.isExport) return null;
  if (table.share === 0) {
    throw new ImportError(`${LIST} lists no existing file. Choose the folder that holds its files, or remove it.`);
  }
  return sourceOf(folder, table, labels ?? 'subject');
}

/**
 * A folder whose names settle nothing, by the lists that it holds. A list that names all images decides; lists that
 * part them alike are one. Several, or one that names only part of the images or names others, are proposed first.
 * Without any list the source as it is.
 */
export async function withLists(folder: ListedFolder, named: NamedFiles, within: Within): Promise<NamedFiles> {
  const readings: { readonly source: NamedFiles; readonly choice: ReadingChoice; readonly complete: boolean }[] = [];
  const indexes = indexFiles(folder.files);
  for (const file of tablesIn(folder.files)) {
    // A table of pixels is not read only to see that it is no list.
    if (await isWide(resolve(folder.root, file), within)) continue;
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
  for (const column of others) {
    const values = listed.map((row) => list.rows[row][column].trim());
    if (asLabelVector(values) === null || vectors.some((one) => sameParts(one.values, values))) continue;
    vectors.push({ at: column, values });
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
  const labelColumn =
    labels === 'first-column'
      ? columns.at(0)
      : labels === 'last-column'
        ? columns.at(-1)
        : columns.find((column) => columnName(list, column) === labels);
  if (labelColumn !== undefined) return labelColumn;
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
  const listedFiles = new Set(recipes.map(({ file }) => file));
  const strays = files
    .filter((file) => hasImageExtension(file) && !listedFiles.has(file))
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

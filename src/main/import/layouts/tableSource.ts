/** Images from a table: one per row, its subject in a column. */
import type { SourceArray } from '../../../core/contract/imports.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import type { NamedArray, NamedText } from '../../../core/formats/namedArray.ts';
import { csvMatrix, type CsvTable, type TableColumn } from '../../../core/formats/tables/csv.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { columnRoles, shapeOfNames, type ColumnRoles } from '../../../core/readings/columns.ts';
import { byName, firstNames } from '../../../core/readings/arrayContents.ts';
import { AGREED, withoutSubjects } from '../../../core/readings/arraySubjects.ts';
import { labelColumns, neighboursAgree } from '../../../core/readings/labels.ts';
import { findPeriod } from '../../../core/readings/periods.ts';
import type { Decision, Doubt, ReadingChoice } from '../../../core/readings/reading.ts';
import { vectorsAlong } from '../../../core/readings/vectors.ts';
import { plural } from '../../../core/text/phrases.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { ArraySource, Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { matrixSource } from './arraySource.ts';
import { hasImageExtension } from './fileNames.ts';

export interface TableContent {
  readonly layout: string;
  /** Name of the format, e.g. "CSV". */
  readonly title: string;
  /** File name in messages and image names. */
  readonly file: string;
  readonly table: Pick<CsvTable, 'rows' | 'header' | 'columns'>;
  /** The column that contains the subjects in this format unless the recipe names another. @default judged */
  readonly classColumn?: TableColumn | null;
  /** What is decided already. @default nothing */
  readonly decisions?: readonly Decision[];
  /** Vectors of neighbouring files, used if the table itself holds no labels. @default there are none */
  readonly beside?: readonly NamedText[];
}

/** An image in one cell: its pixels as integers separated by blanks, as in FER-2013. */
const PIXELS = /^\d{1,3}(\s+\d{1,3}){15,}$/;

/** The column of pixels, by its first cell; null if there is none. */
function pixelColumn(columns: readonly TableColumn[]): TableColumn | null {
  return columns.find(({ kind, texts }) => kind === 'text' && PIXELS.test(texts()[0])) ?? null;
}

/**
 * One image per row. Throws FormatError for cells that are not pixels of 0…255, or whose number differs from the first
 * row.
 */
function* pixelsOf({ name, texts }: TableColumn): Steps<NamedArray> {
  const values = texts();
  const size = values[0].split(/\s+/).length;
  const data = new Uint8Array(values.length * size);
  for (let n = 0; n < values.length; n++) {
    const cells = values[n].split(/\s+/);
    const bad = cells.find((cell) => !/^\d{1,3}$/.test(cell) || Number(cell) > 255);
    if (bad !== undefined || cells.length !== size) {
      const received = bad === undefined ? `${cells.length} numbers` : `"${bad.slice(0, 20)}"`;
      throw new FormatError(
        `expected ${size} grey values of 0 to 255 in image ${n + 1} of column "${name}", found ${received}; mend that row, or leave it out`,
      );
    }
    for (let p = 0; p < size; p++) data[n * size + p] = Number(cells[p]);
    yield (n + 1) / values.length;
  }
  return { name, dims: [values.length, size], data, fastest: 'last' };
}

/** The source, read with the first choice of each doubt. Throws ImportError for stated labels that are not there. */
export async function tableSource(
  content: TableContent,
  recipe: ImportRecipe,
  { signal, onShare }: Watch,
): Promise<ArraySource> {
  const { layout, title, file, table } = content;
  const { rows, columns, header } = table;
  const cells = pixelColumn(columns);
  const stated = statedColumn(content, recipe);
  const roles = columnRoles(
    columns.filter((column) => column !== cells && column !== stated),
    { header, dropped: recipe.dropColumns, besideImages: cells !== null },
  );
  const unlabelled = stated === null && roles.candidates.length === 0 && recipe.labels === undefined;
  const fewest = unlabelled || namesFiles(roles.names) ? 2 : 1;
  if (cells === null && roles.pixels.length < fewest) throw withoutPixels(file, columns, roles.names);
  const all = cells ? await runInTimeSlices(pixelsOf(cells), signal, onShare) : matrixOf(rows, roles.pixels);
  const sideways = recipe.imageAxis === undefined ? null : recipe.imageAxis === 'last';
  const axis = cells || stated || roles.candidates.length > 0 || sideways !== null ? null : axisDoubt(all);
  const byColumn = sideways ?? axis !== null;
  const beside = besideOf(content, roles, recipe, all.dims[byColumn ? 1 : 0]);
  const subjects: Subjects = stated
    ? { column: stated, labels: stated.texts(), name: stated.name, judgement: [] }
    : (beside ??
      (byColumn
        ? { column: null, labels: null, name: null, judgement: [withoutSubjects(all.dims[1])] }
        : subjectsOf(content, roles, recipe, all, cells !== null)));
  const pixels = roles.pixels.filter((column) => column !== subjects.column);
  const images = pixels.length === roles.pixels.length ? all : matrixOf(rows, pixels);
  const attributes = attributesOf(roles, subjects.column, cells !== null);
  const shape = cells || byColumn ? null : shapeOfNames(pixels.map(({ name }) => name));
  const judgement = [...droppedColumns(roles, recipe), ...(axis ? [axis] : []), ...subjects.judgement];
  const doubts = judgement.filter((part): part is Doubt => 'choices' in part);
  const decided = judgement.filter((part): part is Decision => !('choices' in part));
  const { labels, name } = subjects;
  return runInTimeSlices(
    matrixSource(
      {
        layout,
        file,
        title: `${title} table, ${labels === null ? 'no labels' : `subjects in ${name}`}`,
        images: byColumn ? { ...images, dims: [images.dims[1], images.dims[0]], fastest: 'first' } : images,
        labels,
        ...(byColumn
          ? {}
          : { ...(roles.names && { files: roles.names.texts() }), attributes: rowsOf(rows, attributes) }),
        entries: areAlike(content, roles, cells !== null) ? 'judged' : 'vectors',
        decisions: [...(content.decisions ?? []), ...decided],
        doubts,
      },
      shape === null ? recipe : { imageSize: shape, pixelOrder: shape.order, ...recipe },
    ),
    signal,
    onShare,
  );
}

/** Whether the columns may be the pixels of an image: many, or of one name, or of none. */
function areAlike({ table }: TableContent, { family, pixels }: ColumnRoles<TableColumn>, areCells: boolean): boolean {
  return areCells || family || !table.header || pixels.length >= MANY_COLUMNS;
}

export function tableArrays({ columns, rows }: Pick<CsvTable, 'columns' | 'rows'>): SourceArray[] {
  return columns.map(({ name, kind }) => ({ name, dims: [rows], kind: kind === 'text' ? 'text' : 'numbers' }));
}

function matrixOf(rows: number, columns: readonly TableColumn[]): NamedArray {
  const { cols, data } = csvMatrix({ rows, columns }, columns);
  return { name: 'the table', dims: [rows, cols], data, fastest: 'last' };
}

/** Texts and numbers that describe the images of a table. */
function attributesOf(
  { others, candidates, identifiers }: ColumnRoles<TableColumn>,
  subjects: TableColumn | null,
  besideImages: boolean,
): readonly TableColumn[] {
  const unused = candidates.map(({ column }) => column);
  return [...others, ...unused, ...(besideImages ? identifiers : [])].filter((column) => column !== subjects);
}

function rowsOf(rows: number, columns: readonly TableColumn[]): Readonly<Record<string, string>>[] {
  const cells = columns.map(({ name, texts }) => ({ name, values: texts() }));
  return Array.from({ length: rows }, (_, n) =>
    Object.fromEntries(cells.map(({ name, values }) => [name, values[n]]).filter(([, value]) => value !== '')),
  );
}

/** Whether the first cells are names of image files. */
function namesFiles(column: TableColumn | null): boolean {
  return column !== null && column.texts().slice(0, LOOKED_AT).every(hasImageExtension);
}

/** Cells by which a column of file names is known. */
const LOOKED_AT = 20;

/** The next step for a table of names, labels or files. */
function withoutPixels(file: string, columns: readonly TableColumn[], files: TableColumn | null): ImportError {
  if (namesFiles(files)) {
    return new ImportError(
      `${file} lists files, not pixels. Import the folder of the images with --list ${file}; the other columns tell their subjects.`,
    );
  }
  const names = firstNames(columns.map(({ name }) => name));
  return new ImportError(
    `${file} holds no pixels: expected columns of numbers beside those of subjects, found ${names}. If it lists the files of images, import their folder with --list ${file}; if it holds their subjects, import the images with --labels ${file}.`,
  );
}

/** Columns left out, if the recipe does not state them. */
function droppedColumns({ dropped, identifiers }: ColumnRoles<TableColumn>, { dropColumns }: ImportRecipe): Decision[] {
  const names = [...dropped, ...identifiers].map(({ name }) => name);
  if (dropColumns !== undefined || names.length === 0) return [];
  const counted =
    names.length === 1 ? `column "${names[0]}"` : `columns ${firstNames(names.map((name) => `"${name}"`))}`;
  const what = identifiers.length === 0 ? 'row numbers or empty' : 'no pixels';
  return [
    {
      aspect: 'columns',
      recipe: { dropColumns: names },
      basis: 'evident',
      text: `${counted} left out (${what})`,
    },
  ];
}

/** Rows per column from which columns may be the images. */
const LONGER = 2;

/** Whether the images may be the columns of a table that is much longer than wide; null if not. */
function axisDoubt(matrix: NamedArray): Doubt | null {
  const [rows, cols] = matrix.dims;
  if (rows <= LONGER * cols || findPeriod(vectorsAlong(matrix, 'first')) !== null) return null;
  if (findPeriod(vectorsAlong(matrix, 'last')) === null) return null;
  const choice = (imageAxis: 'first' | 'last', count: number, size: number): ReadingChoice => ({
    recipe: { imageAxis },
    title: `One image per ${imageAxis === 'first' ? 'row' : 'column'}: ${plural(count, 'image')} of ${size} numbers`,
    detail: `Each ${imageAxis === 'first' ? 'row' : 'column'} of the table is an image.`,
    images: count,
    subjects: 1,
    evidence: imageAxis === 'last' ? ['Columns look like pictures.'] : ['Tables usually hold an image in each row.'],
    concerns: imageAxis === 'first' ? ['Rows do not look like pictures.'] : [],
  });
  return {
    aspect: 'axis',
    title: 'Is an image a row or a column of the table?',
    text: `The table may hold ${plural(rows, 'image')} of ${cols} numbers, or ${cols} of ${rows}: only columns look like pictures.`,
    choices: [choice('last', cols, rows), choice('first', rows, cols)],
  };
}

// Subjects.

/** Instead of a column. */
const [NO_LABELS, FIRST_COLUMN, LAST_COLUMN] = ['none', 'first-column', 'last-column'];

interface Subjects {
  /** The column that holds them; null if the images have none. */
  readonly column: TableColumn | null;
  readonly labels: readonly string[] | null;
  /** Name of the column or file; null without subjects. */
  readonly name: string | null;
  readonly judgement: readonly (Decision | Doubt)[];
}

/** The subjects in a neighbouring file that the recipe names, or if the table has none; else null. */
function besideOf(
  { beside = [] }: TableContent,
  { candidates, identifiers }: ColumnRoles<TableColumn>,
  { labels }: ImportRecipe,
  count: number,
): Subjects | null {
  const vector = beside.find(({ name, values }) => values.length === count && (labels ?? name) === name);
  if (vector === undefined || (labels === undefined && candidates.length + identifiers.length > 0)) return null;
  const { name, values } = vector;
  const text = `${plural(new Set(values).size, 'subject')} by the file "${name}"`;
  const decision: Decision = { aspect: 'subjects', recipe: { labels: name }, basis: 'evident', text };
  return { column: null, labels: values, name, judgement: labels === undefined ? [decision] : [] };
}

/** The column that the recipe or the format states; null if it states none, or none that holds subjects. */
function statedColumn(
  { file, table, classColumn = null, beside = [] }: TableContent,
  { labels, dropColumns }: ImportRecipe,
): TableColumn | null {
  const { columns, header } = table;
  if (labels === undefined) return classColumn;
  const named = byName(columns, labels);
  if (named !== null) return named;
  const option = labels.toLowerCase();
  if (option === NO_LABELS || beside.some(({ name }) => name === labels)) return null;
  if (option === FIRST_COLUMN || option === LAST_COLUMN) {
    const { dropped } = columnRoles(columns, { header, dropped: dropColumns });
    const rest = columns.filter((column) => !dropped.includes(column));
    return rest.at(option === FIRST_COLUMN ? 0 : -1) ?? null;
  }
  const names = firstNames(columns.map(({ name }) => name));
  throw new ImportError(
    `--labels ${labels}: ${file} has no such column; it has ${names}. State one of them, or --labels none.`,
  );
}

/** Least number of columns with different names that may be the pixels of one image. */
const MANY_COLUMNS = 36;

/** The subjects of a table whose labels the recipe does not state, or states to be none. */
function subjectsOf(
  { table }: TableContent,
  roles: ColumnRoles<TableColumn>,
  { labels }: ImportRecipe,
  images: NamedArray,
  areCells: boolean,
): Subjects {
  const none = { column: null, labels: null, name: null };
  if (labels !== undefined) return { ...none, judgement: [] };
  const { rows, header } = table;
  const { candidates, identifiers, pixels } = roles;
  const vectors = vectorsAlong(images, 'first');
  const hinted = candidates.filter(({ hint }) => hint === 'hinted');
  const [sure] = hinted.length === 1 ? hinted : candidates.length === 1 ? candidates : [];
  const agreement = sure?.hint === 'plain' ? neighboursAgree(vectors, sure.subjects) : 1;
  if (sure !== undefined && sure.hint !== 'other' && agreement >= AGREED) {
    const decision: Decision = {
      aspect: 'subjects',
      recipe: { labels: sure.column.name },
      basis: 'evident',
      text: `${plural(rows, 'image')} of ${plural(sure.values, 'subject')} by "${sure.column.name}"`,
    };
    return { column: sure.column, labels: sure.subjects, name: sure.column.name, judgement: [decision] };
  }
  const noSubjects = choiceOf({ labels: NO_LABELS }, 'No column', rows, null);
  const question = (doubt: Omit<Doubt, 'aspect' | 'title'>, column: TableColumn | null = null): Subjects => ({
    column,
    labels: column?.texts() ?? null,
    name: column?.name ?? null,
    judgement: [{ aspect: 'subjects', title: 'Which column holds the subjects?', ...doubt }],
  });
  if (candidates.length > 0) {
    const names = candidates.map(({ column }) => `"${column.name}"`).join(', ');
    const text =
      candidates.length > 1
        ? `Columns ${names} could hold the subjects.`
        : `${names} has ${candidates[0].values} values, but ${candidates[0].hint === 'other' ? 'its name is not one of subjects' : 'look-alikes rarely share one'}: are these the subjects?`;
    const choices = candidates.map(({ column, values }) =>
      choiceOf({ labels: column.name }, `Column "${column.name}"`, rows, values),
    );
    return question({ text, choices: [...choices, noSubjects] }, candidates[0].column);
  }
  if (identifiers.length > 0) {
    const names = identifiers.map(({ name }) => `"${name}"`).join(', ');
    const choices = identifiers.map((column) =>
      choiceOf({ labels: column.name }, `Column "${column.name}"`, rows, new Set(column.texts()).size),
    );
    const text = `No column is seen to hold subjects; ${names} could, though hardly any value recurs.`;
    return question({ text, choices: [noSubjects, ...choices] });
  }
  const atEnd = areCells || pixels.length < 2 || (header && !roles.family) ? [] : labelColumns(vectors);
  if (atEnd.length > 0) {
    const choices = atEnd.map(({ at, values }) =>
      choiceOf({ labels: `${at}-column` }, `The ${at} column`, rows, values),
    );
    const [{ at, values }] = atEnd;
    const text = `The ${at} column has ${values} values that recur as subjects do: are these the subjects?`;
    return question({ text, choices: [...choices, noSubjects] }, pixels.at(at === 'first' ? 0 : -1));
  }
  const different = header && !roles.family && !areCells && pixels.length < MANY_COLUMNS;
  if (pixels.length < 2 || areCells || (!different && findPeriod(vectors) !== null)) {
    return { ...none, judgement: [withoutSubjects(rows)] };
  }
  const text = different
    ? `The table has ${plural(pixels.length, 'column')} of different names, and none is seen to hold subjects.`
    : 'No column is seen to hold subjects, and the rows do not look like pictures.';
  const choices = (['last', 'first'] as const).map((at) => {
    const column = pixels.at(at === 'first' ? 0 : -1)!;
    return choiceOf(
      { labels: header ? column.name : `${at}-column` },
      header ? `Column "${column.name}"` : `The ${at} column`,
      rows,
      new Set(column.texts()).size,
    );
  });
  return question({ text, choices: [noSubjects, ...choices] });
}

function choiceOf(recipe: ImportRecipe, where: string, images: number, values: number | null): ReadingChoice {
  if (values === null) {
    return {
      recipe,
      title: `${where}: images without subjects`,
      detail: `All ${plural(images, 'image')} are imported without subjects.`,
      images,
      subjects: 1,
      evidence: [],
      concerns: ['Recognition needs subjects.'],
    };
  }
  const each = Math.round(images / values);
  return {
    recipe,
    title: `${where}: ${plural(values, 'subject')}`,
    detail: `About ${plural(each, 'image')} each.`,
    images,
    subjects: values,
    evidence: [],
    concerns: each < 2 ? ['Hardly any value recurs.'] : [],
  };
}

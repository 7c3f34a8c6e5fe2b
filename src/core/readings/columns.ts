/** What the columns of a table hold: pixels, subjects, names of images, numbers of rows. */
import { asLabelVector, labelNameKind, sameParts } from './labels.ts';

/** A column of a table with its cells as written. */
export interface NamedColumn {
  readonly name: string;
  readonly kind: 'number' | 'text';
  readonly texts: () => readonly string[];
}

/** A column that may hold the subjects. */
export interface SubjectColumn<C extends NamedColumn> {
  readonly column: C;
  readonly subjects: readonly string[];
  /** How many differ. */
  readonly values: number;
  /** What its name says: see `labelNameKind`. */
  readonly hint: 'hinted' | 'other' | 'plain';
}

export interface ColumnRoles<C extends NamedColumn> {
  /** Columns of numbers, in their order. */
  readonly pixels: readonly C[];
  /** Whether most columns bear one name up to numbers: "pixel0", "pixel1", … */
  readonly family: boolean;
  /** Columns that may hold the subjects, those with a telling name first, without those that repeat its groups. */
  readonly candidates: readonly SubjectColumn<C>[];
  /** Text that differs from image to image, such as names of files. */
  readonly names: C | null;
  /** Numbers that are neither pixels nor subjects: identifiers. */
  readonly identifiers: readonly C[];
  /** Sessions and shots, and text that is none of these. */
  readonly others: readonly C[];
  /** Empty columns and numbers of rows. */
  readonly dropped: readonly C[];
}

/** Smallest share of the columns of a table that are a family, and the most columns beside it. */
const FAMILY_SHARE = 0.6;
const MOST_BESIDE = 12;

/** Names of columns that number the rows, as pandas and R write them. */
const ROW_NUMBERS = /^(|unnamed: \d+|index|row\.?names)$/i;

/** Names of columns of text that name the file of an image. */
const FILE_NAMES = /^(file|file_?name|path|image)$/i;

/**
 * The name without its numbers, if it ends in one: "pixel12" and "r3c4" are of the families "pixel" and "r#c"; null for
 * other names.
 */
function familyOf(name: string): string | null {
  return /\d$/.test(name) ? name.replace(/\d+$/, '').replace(/\d+/g, '#') : null;
}

/** Columns of numbers of one name up to numbers, if they are most of the table. */
function pixelFamily<C extends NamedColumn>(columns: readonly C[]): ReadonlySet<C> | null {
  const families = Map.groupBy(
    columns.filter(({ kind }) => kind === 'number'),
    ({ name }) => familyOf(name),
  );
  for (const [family, members] of families) {
    const most = members.length >= FAMILY_SHARE * columns.length && columns.length - members.length <= MOST_BESIDE;
    if (family !== null && most && members.length > 1) return new Set(members);
  }
  return null;
}

/** Names of columns that describe images, even by numbers. */
const ATTRIBUTES = /^(session|shot)$/i;

function hintOf(name: string, besideImages: boolean): SubjectColumn<NamedColumn>['hint'] {
  // The labels of FER-2013.
  if (besideImages && name.toLowerCase() === 'emotion') return 'hinted';
  return labelNameKind(name);
}

/** Fewest rows that can be seen to be counted. */
const FEWEST_COUNTED = 3;

/** Whether the values are whole numbers from 0 or 1 upwards by one. */
function countsRows(texts: readonly string[]): boolean {
  const from = Number(texts[0]);
  return texts[0] !== '' && (from === 0 || from === 1) && texts.every((text, row) => Number(text) === from + row);
}

export interface RoleOptions {
  /** Whether the columns have names of their own. */
  readonly header: boolean;
  /** Names of columns to leave out instead of empty ones and numbers of rows; none that is there keeps all. */
  readonly dropped?: readonly string[] | undefined;
  /** Whether another column holds the images: then none of these columns holds pixels. */
  readonly besideImages?: boolean;
}

/**
 * The role of every column: empty columns and numbers of rows are dropped; text, and numbers beside a family of pixels
 * or of a name that hints at subjects, may hold the subjects if it is a label vector; other text names images, other
 * numbers are identifiers; what remains are pixels. A column "subject" holds the subjects, however few recur.
 */
export function columnRoles<C extends NamedColumn>(
  columns: readonly C[],
  { header, dropped, besideImages = false }: RoleOptions,
): ColumnRoles<C> {
  const family = header ? pixelFamily(columns) : null;
  const roles = {
    pixels: [] as C[],
    identifiers: [] as C[],
    dropped: [] as C[],
    texts: [] as C[],
    attributes: [] as C[],
  };
  const candidates: SubjectColumn<C>[] = [];
  const isDropped = (column: C, place: number, texts: readonly string[]): boolean => {
    if (dropped !== undefined) return dropped.includes(column.name);
    if (texts.every((text) => text === '')) return true;
    const mayCount = header || place === 0 || place === columns.length - 1;
    if (mayCount && columns.length > 1 && texts.length >= FEWEST_COUNTED && countsRows(texts)) return true;
    return header && ROW_NUMBERS.test(column.name);
  };
  for (const [place, column] of columns.entries()) {
    if (family?.has(column) && !dropped?.includes(column.name)) {
      roles.pixels.push(column);
      continue;
    }
    const name = column.name.toLowerCase();
    if (header && ATTRIBUTES.test(name)) {
      roles.attributes.push(column);
      continue;
    }
    const texts = column.texts();
    if (isDropped(column, place, texts)) {
      roles.dropped.push(column);
      continue;
    }
    const hint = header ? hintOf(column.name, besideImages) : 'plain';
    const beside = column.kind === 'text' || besideImages || family !== null || hint === 'hinted';
    const isFile = column.kind === 'text' && header && FILE_NAMES.test(name);
    const vector = beside && !isFile ? asLabelVector(texts) : null;
    if (vector !== null) candidates.push({ column, ...vector, hint });
    else if (header && /^subjects?$/.test(name)) {
      candidates.push({ column, subjects: texts, values: new Set(texts).size, hint: 'hinted' });
    } else if (column.kind === 'text') roles.texts.push(column);
    else if (beside && dropped === undefined) roles.identifiers.push(column);
    else roles.pixels.push(column);
  }
  const names = roles.texts.find(({ name }) => header && FILE_NAMES.test(name)) ?? namesOfImages(roles.texts);
  const ranked = [...candidates].sort((a, b) => Number(b.hint === 'hinted') - Number(a.hint === 'hinted'));
  const different = ranked.filter(
    ({ subjects }, place) => !ranked.slice(0, place).some((earlier) => sameParts(earlier.subjects, subjects)),
  );
  return {
    pixels: roles.pixels,
    family: family !== null,
    candidates: different,
    names,
    identifiers: roles.identifiers,
    others: [
      ...roles.attributes,
      ...roles.texts.filter((column) => column !== names),
      ...candidates.filter((candidate) => !different.includes(candidate)).map(({ column }) => column),
    ],
    dropped: roles.dropped,
  };
}

/** The first column of text that differs in every row. */
function namesOfImages<C extends NamedColumn>(texts: readonly C[]): C | null {
  return (
    texts.find((column) => {
      const values = column.texts();
      return values.length > 1 && new Set(values).size === values.length;
    }) ?? null
  );
}

/** Shape and order of pixels that the names of their columns state. */
export interface StatedShape {
  readonly rows: number;
  readonly cols: number;
  readonly order: 'rows' | 'columns';
}

const POSITION = /^r(?:ow)?_?(\d+)[_.]?c(?:ol)?_?(\d+)$/i;

/** The shape if the names are r1c1, r1c2, … of every pixel in order, by rows or by columns; null otherwise. */
export function shapeOfNames(names: readonly string[]): StatedShape | null {
  const places = names.map((name) => POSITION.exec(name)?.slice(1).map(Number));
  const [first, last] = [places.at(0), places.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [rows, cols] = [0, 1].map((axis) => last[axis] - first[axis] + 1);
  if (rows < 1 || cols < 1 || rows * cols !== names.length) return null;
  for (const order of ['rows', 'columns'] as const) {
    const fits = places.every((place, i) => {
      const [r, c] = order === 'rows' ? [Math.floor(i / cols), i % cols] : [i % rows, Math.floor(i / rows)];
      return place?.[0] === first[0] + r && place[1] === first[1] + c;
    });
    if (fits) return { rows, cols, order };
  }
  return null;
}

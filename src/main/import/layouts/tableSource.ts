/** Images from a table: one per row, its subject in a column. */
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { SourceArray } from '../../../core/contract/imports.ts';
import { csvMatrix, type CsvColumn, type CsvTable } from '../../../core/formats/tables/csv.ts';
import type { NamedArray } from '../../../core/formats/namedArray.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { ArraySource, Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { arraySource, squareShape } from './arraySource.ts';
import { LABEL_NAMES, pickNamed } from './namedArrays.ts';

export interface TableContent {
  readonly layout: string;
  /** Name of the format, e.g. "CSV". */
  readonly title: string;
  /** File name in messages and image names. */
  readonly file: string;
  readonly table: CsvTable;
  /** The column that usually contains the subjects in this format; used if no column has a usual name. */
  readonly classColumn?: CsvColumn | null;
}

/** Columns that name the file of an image. */
const FILE_NAMES = ['file', 'filename', 'path', 'image'];

/** Numeric columns that are attributes, not features. */
const NUMBERED = ['session', 'shot'];

type TextColumn = Extract<CsvColumn, { kind: 'text' }>;

/** An image in one cell: its pixels as integers separated by blanks, as in FER-2013. */
const PIXELS = /^\d{1,3}(\s+\d{1,3}){3,}$/;

/** The column of pixels, by its first cell; null if there is none. */
function pixelColumn(columns: readonly CsvColumn[]): TextColumn | null {
  return (
    columns.find((column): column is TextColumn => column.kind === 'text' && PIXELS.test(column.values[0])) ?? null
  );
}

/**
 * One image per row. Throws FormatError for cells that are not pixels of 0…255, or whose number differs from the first
 * row.
 */
function* pixelsOf({ name, values }: TextColumn): Steps<NamedArray> {
  const size = values[0].split(/\s+/).length;
  const data = new Uint8Array(values.length * size);
  for (let n = 0; n < values.length; n++) {
    const cells = values[n].split(/\s+/);
    const bad = cells.find((cell) => !/^\d{1,3}$/.test(cell) || Number(cell) > 255);
    if (bad !== undefined || cells.length !== size) {
      const received = bad === undefined ? `${cells.length} numbers` : `"${bad.slice(0, 20)}"`;
      throw new FormatError(
        `expected ${size} grey values of 0 to 255 in image ${n + 1} of column "${name}", found ${received}`,
      );
    }
    for (let p = 0; p < size; p++) data[n * size + p] = Number(cells[p]);
    yield (n + 1) / values.length;
  }
  return { name, dims: [values.length, size], data, fastest: 'last' };
}

/** Throws ImportError for labels that are not in the table, or that must be stated. */
export async function tableSource(
  content: TableContent,
  recipe: ImportRecipe,
  { signal, onShare }: Watch,
): Promise<ArraySource> {
  const { layout, title, file, table } = content;
  const { columns } = table;
  const pixels = pixelColumn(columns);
  const texts = columns.filter((column) => column.kind === 'text');
  const labels = labelColumn(content, recipe, pixels);
  const files = texts.find((column) => column !== labels && FILE_NAMES.includes(column.name.toLowerCase()));
  const attributes = columns.filter(
    (column) =>
      column !== labels &&
      column !== files &&
      column !== pixels &&
      (pixels !== null || column.kind === 'text' || NUMBERED.includes(column.name.toLowerCase())),
  );
  const taken = new Set<CsvColumn>([...attributes, ...(labels ? [labels] : [])]);
  const images = pixels
    ? await runInTimeSlices(pixelsOf(pixels), signal, onShare)
    : featuresOf({ ...table, columns: columns.filter((column) => !taken.has(column)) });
  return runInTimeSlices(
    arraySource(
      {
        layout,
        file,
        title: `${title} table, ${labels === null ? 'no labels' : `subjects in ${labels.name}`}`,
        images,
        labels: labels === null ? null : Array.from(labels.values, String),
        ...(files ? { files: files.values as readonly string[] } : {}),
        attributes: rowsOf(table, attributes),
      },
      recipe,
      pixels ? squareShape('rows') : (size) => ({ rows: size, cols: 1, pixels: 'rows' }),
    ),
    signal,
    onShare,
  );
}

export function tableArrays({ columns, rows }: CsvTable): SourceArray[] {
  return columns.map(({ name, kind }) => ({ name, dims: [rows], kind: kind === 'text' ? 'text' : 'numbers' }));
}

function featuresOf(table: CsvTable): NamedArray {
  const { rows, cols, data } = csvMatrix(table);
  return { name: 'the table', dims: [rows, cols], data, fastest: 'last' };
}

/** Instead of a column: the table has no labels. */
const NO_LABELS = 'none';

/**
 * The column of subjects: named by the recipe, by a usual name (of FER-2013: emotion), by the convention of the format,
 * or the only text column.
 */
function labelColumn(
  { file, table, classColumn = null }: TableContent,
  { labels }: ImportRecipe,
  pixels: CsvColumn | null,
): CsvColumn | null {
  const { columns } = table;
  const named = pickNamed(columns, labels, pixels ? [...LABEL_NAMES, 'emotion'] : LABEL_NAMES);
  if (named !== null) return named;
  if (labels?.toLowerCase() === NO_LABELS) return null;
  if (labels !== undefined) {
    const names = columns.slice(0, 8).map((column) => column.name);
    throw new ImportError(
      `--labels ${labels}: ${file} has no such column; it has ${names.join(', ')}${columns.length > 8 ? ' …' : ''}.`,
    );
  }
  if (classColumn !== null) return classColumn;
  if (pixels !== null) return null;
  requireNoLabelLike(file, table);
  const texts = columns.filter((column) => column.kind === 'text' && !FILE_NAMES.includes(column.name.toLowerCase()));
  return texts.length === 1 ? texts[0] : null;
}

function rowsOf({ rows }: CsvTable, columns: readonly CsvColumn[]): Readonly<Record<string, string>>[] {
  return Array.from({ length: rows }, (_, n) =>
    Object.fromEntries(
      columns.map(({ name, values }) => [name, String(values[n])]).filter(([, value]) => value !== ''),
    ),
  );
}

/** Throws ImportError if the last or first column of a table without names looks like labels: few distinct integers. */
function requireNoLabelLike(file: string, { columns, header, rows }: CsvTable): void {
  if (header || columns.length < 2 || columns.some(({ kind }) => kind === 'text')) return;
  const distinct = columns.map(({ values }) => new Set<string | number>(values).size);
  for (const c of [columns.length - 1, 0]) {
    const others = distinct.filter((_, at) => at !== c).sort((a, b) => a - b);
    const usual = others[Math.floor(others.length / 2)];
    const few = distinct[c] >= 2 && 2 * distinct[c] <= rows && 2 * distinct[c] <= usual;
    if (!few || !isWhole(columns[c])) continue;
    const { name } = columns[c];
    throw new ImportError(
      `${file} has no line of names, and column ${name} holds whole numbers of only ${distinct[c]} values, as subjects do. State --labels ${name} to read it as the subjects, or --labels none where it is a feature.`,
    );
  }
}

function isWhole({ values }: CsvColumn): boolean {
  return Array.from<string | number>(values).every(Number.isInteger);
}

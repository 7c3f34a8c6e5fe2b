/** The options of an import as form fields: texts, '' if the import decides. */
import { rawSchema, type ImportRecipe, type RawLayout } from '../../core/images/importRecipe.ts';
import { parseWeights } from '../../core/images/grey.ts';
import type { Problem } from '../api/client.ts';

/** Interpretation of files of bare samples. */
export interface RawDraft {
  readonly size: string;
  readonly channels: '1' | '3';
  readonly order: RawLayout['order'];
  readonly bits: '8' | '16';
  readonly header: string;
}

export interface RecipeDraft {
  readonly layout: string;
  readonly pattern: string;
  readonly subset: string;
  readonly followLinks: boolean;
  readonly minPerSubject: string;
  /** A table of the images of a folder and their subjects. */
  readonly list: string;
  readonly variable: string;
  readonly labels: string;
  readonly imageAxis: '' | NonNullable<ImportRecipe['imageAxis']>;
  readonly imageSize: string;
  readonly missing: '' | NonNullable<ImportRecipe['missing']>;
  readonly pixelOrder: '' | 'rows' | 'columns';
  readonly header: '' | NonNullable<ImportRecipe['header']>;
  /** Names of columns, separated by commas. */
  readonly dropColumns: string;
  /** Null: no file holds bare samples, except AR's own. */
  readonly raw: RawDraft | null;
  readonly grey: string;
  readonly greyOnly: boolean;
  readonly dropDuplicates: '' | NonNullable<ImportRecipe['dropDuplicates']>;
  /** One size for all images, rows × columns; optional for a canvas. */
  readonly size: string;
  readonly fit: NonNullable<ImportRecipe['fit']>;
  readonly skipOtherSizes: boolean;
  readonly filter: NonNullable<ImportRecipe['filter']>;
  readonly depth: NonNullable<ImportRecipe['depth']>;
  readonly enlarge: boolean;
}

export const emptyRecipe: RecipeDraft = {
  layout: '',
  pattern: '',
  subset: '',
  followLinks: false,
  minPerSubject: '',
  list: '',
  variable: '',
  labels: '',
  imageAxis: '',
  imageSize: '',
  missing: '',
  pixelOrder: '',
  header: '',
  dropColumns: '',
  raw: null,
  grey: 'bt601',
  greyOnly: false,
  dropDuplicates: '',
  size: '',
  fit: 'stretch',
  skipOtherSizes: false,
  filter: 'area',
  depth: 'float',
  enlarge: false,
};

/** AR's own files. */
export const newRaw: RawDraft = { size: '576 × 768', channels: '3', order: 'planar', bits: '8', header: '0' };

export interface ParsedRecipe {
  readonly recipe: ImportRecipe;
  readonly size: { readonly rows: number; readonly cols: number } | null;
  /** By field; invalid values are left out of the recipe. */
  readonly problems: readonly Problem[];
}

/** Parses the draft; defaults are left out of the recipe. */
export function parseRecipe(draft: RecipeDraft): ParsedRecipe {
  const problems: Problem[] = [];
  /** The value of a non-empty text; records a problem if it is invalid. */
  function read<T>(path: string, text: string, parse: (text: string) => T | null, expected: string): T | undefined {
    if (text.trim() === '') return undefined;
    const value = parse(text.trim());
    if (value === null) problems.push({ path, message: expected });
    return value ?? undefined;
  }
  const word = (text: string): string | undefined => text.trim() || undefined;
  const size = read('size', draft.size, parseImageSize, SIZE) ?? null;
  const recipe: ImportRecipe = {
    layout: word(draft.layout),
    pattern: word(draft.pattern),
    subset: word(draft.subset),
    followLinks: draft.followLinks || undefined,
    minPerSubject: read('minPerSubject', draft.minPerSubject, atLeastTwo, 'A whole number, at least 2.'),
    list: word(draft.list),
    variable: word(draft.variable),
    labels: word(draft.labels),
    imageAxis: draft.imageAxis || undefined,
    imageSize: read('imageSize', draft.imageSize, parseImageSize, SIZE),
    missing: draft.missing || undefined,
    pixelOrder: draft.pixelOrder || undefined,
    header: draft.header || undefined,
    dropColumns: read('dropColumns', draft.dropColumns, columnNames, COLUMNS),
    raw: draft.raw === null ? undefined : parseRaw(draft.raw, read),
    grey: draft.grey === 'bt601' ? undefined : read('grey', draft.grey, parseWeights, WEIGHTS),
    greyOnly: draft.greyOnly || undefined,
    dropDuplicates: draft.dropDuplicates || undefined,
    skipOtherSizes: draft.skipOtherSizes || undefined,
    ...((size !== null || draft.fit === 'pad') && {
      fit: draft.fit === 'stretch' ? undefined : draft.fit,
      filter: draft.filter === 'area' ? undefined : draft.filter,
      depth: draft.depth === defaultDepth(draft.fit) ? undefined : draft.depth,
      enlarge: draft.enlarge || undefined,
    }),
  };
  return { recipe, size, problems };
}

/** The draft fields that show these options; fields of other options keep their values. */
export function fieldsOf(
  recipe: ImportRecipe,
  commonSize: { readonly rows: number; readonly cols: number } | null,
): Partial<RecipeDraft> {
  const { layout, pattern, list, labels, variable, imageAxis, imageSize, pixelOrder } = recipe;
  const { header, dropColumns, fit, skipOtherSizes } = recipe;
  return {
    ...(layout !== undefined && { layout }),
    ...(pattern !== undefined && { pattern }),
    ...(list !== undefined && { list }),
    ...(labels !== undefined && { labels }),
    ...(variable !== undefined && { variable }),
    ...(imageAxis && { imageAxis }),
    ...(imageSize && { imageSize: sizeText(imageSize) }),
    ...(pixelOrder && { pixelOrder }),
    ...(header && { header }),
    ...(dropColumns && { dropColumns: dropColumns.join(', ') }),
    ...(skipOtherSizes && { skipOtherSizes }),
    ...(fit && { fit, depth: defaultDepth(fit), size: fit === 'stretch' && commonSize ? sizeText(commonSize) : '' }),
  };
}

function sizeText({ rows, cols }: { readonly rows: number; readonly cols: number }): string {
  return `${rows} × ${cols}`;
}

/** Photographs on a canvas are rounded: unrounded values take eight times the space. */
export function defaultDepth(fit: RecipeDraft['fit']): RecipeDraft['depth'] {
  return fit === 'pad' ? '8-bit' : 'float';
}

const SIZE = 'Rows × columns, such as 56 × 46; each from 1 to 4096.';
const COLUMNS = 'Names of columns, separated by commas; each up to 200 characters.';
export const WEIGHTS = 'Three weights from 0 to 1 that add up to 1, such as 0.3, 0.6, 0.1.';

function columnNames(text: string): string[] | null {
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => name !== '' && name.length <= 200) && names.length <= 1000 ? names : null;
}

function atLeastTwo(text: string): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value >= 2 && value <= 100_000 ? value : null;
}

type Read = <T>(path: string, text: string, parse: (text: string) => T | null, expected: string) => T | undefined;

function parseRaw({ size, channels, order, bits, header }: RawDraft, read: Read): RawLayout | undefined {
  const shape = read('raw.size', size, parseImageSize, SIZE);
  const bytes = read('raw.header', header || '0', wholeNumber, 'Bytes before the first sample: a whole number from 0.');
  const layout = { ...shape, channels: Number(channels), order, bits: Number(bits), header: bytes };
  return rawSchema.safeParse(layout).data;
}

function wholeNumber(text: string): number | null {
  return /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : null;
}

/** "56 × 46", "56x46" or "56 46" (rows first) as numbers; null for anything else or beyond 1 … 4096. */
export function parseImageSize(text: string): { rows: number; cols: number } | null {
  const match = /^\s*(\d{1,4})\s*(?:[x×X*,]|\s)\s*(\d{1,4})\s*$/.exec(text);
  if (!match) return null;
  const [rows, cols] = [Number(match[1]), Number(match[2])];
  return [rows, cols].every((side) => side >= 1 && side <= 4096) ? { rows, cols } : null;
}

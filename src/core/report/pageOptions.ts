/** Page options of exported tables, in addition to the options of the table. */
import { z } from 'zod';
import { choice, enumOf, factsOf, field, readMillimetres } from '../field.ts';
import type { StudyTable } from '../study/table/table.ts';
import { tableFormats, type TableFormat } from './formats.ts';

/** Named line widths, in mm: a column and a full line of a journal page, and a landscape page. */
export const lineWidths = { column: 84, page: 174, landscape: 234 } as const;

const WIDTHS = [
  { value: 'page', title: 'Page, 174 mm' },
  { value: 'column', title: 'Column, 84 mm' },
  { value: 'landscape', title: 'Landscape, 234 mm' },
] as const;
const NOTES = [
  { value: 'full', title: 'Full' },
  { value: 'short', title: 'Short' },
  { value: 'none', title: 'None' },
] as const;
const SHAPES = [
  { value: 'auto', title: 'Where they fit' },
  { value: 'column', title: 'In a column' },
  { value: 'line', title: 'In a line' },
  { value: 'none', title: 'Left out' },
] as const;

const formats: readonly TableFormat[] = ['latex', 'docx'];
const withNotes: readonly TableFormat[] = ['latex', 'docx', 'text'];
const withNote: readonly TableFormat[] = ['latex', 'markdown'];

export const pageFields = {
  width: field(z.union([enumOf(WIDTHS), z.number().min(60).max(600)]).default('page'), {
    title: 'Line',
    options: WIDTHS,
    formats,
    value: 'line',
    help: 'the line that the table fits in, column (84 mm), page (174 mm, default), landscape (234 mm), or e.g. 122mm',
    read: readMillimetres,
    expected: `${Object.keys(lineWidths).join(', ')}, or 60mm to 600mm`,
  }),
  fit: choice(
    [
      { value: 'auto', title: 'Smaller type, transposed, or split' },
      { value: 'split', title: 'Smaller type or split' },
      { value: 'none', title: 'Left as it is' },
    ],
    {
      title: 'A wider table is',
      formats,
      value: 'how',
      help: 'remedy for a table that is too wide; auto also transposes it, or puts conditions of a column one below the other',
    },
  ),
  /** Sentences below the table: all, the essential ones, or none. */
  notes: field(enumOf(NOTES).optional(), {
    title: 'Notes',
    options: NOTES,
    formats: withNotes,
    value: 'which',
    help: 'sentences under the table (default: full; short in a column, and of text on standard output)',
  }),
  shapes: field(enumOf(SHAPES).optional(), {
    title: 'Latent shapes',
    options: SHAPES,
    formats,
    value: 'where',
    help: 'place of the latent shapes (default: auto; none in a column)',
  }),
  /** How decimal points are aligned: by phantom digits, or by columns of the package siunitx. */
  alignment: choice(
    [
      { value: 'plain', title: 'Plain' },
      { value: 'siunitx', title: 'siunitx' },
    ],
    { title: 'Decimal points', formats: ['latex'], value: 'how', help: 'alignment of decimal points' },
  ),
  note: field(z.boolean().default(false), {
    title: 'With the note on the study',
    formats: withNote,
    help: 'add the note on the (first) study below the table',
  }),
};

/** The formats that a page field is an option of. */
export function pageFormats(schema: z.ZodType): readonly TableFormat[] {
  return tableFormats.flatMap(({ id }) => (factsOf(schema).formats?.includes(id) ? [id] : []));
}

const givenPageOptions = z.strictObject(pageFields);

export const pageOptionsSchema = givenPageOptions.transform(({ notes, shapes, ...page }) => ({
  ...page,
  notes: notes ?? (isColumn(page) ? 'short' : 'full'),
  shapes: shapes ?? (isColumn(page) ? 'none' : 'auto'),
}));

/** With every default filled in. */
export type PageOptions = z.infer<typeof pageOptionsSchema>;
/** As a client sends them. */
export type PageOptionsInput = z.input<typeof pageOptionsSchema>;

export const defaultPageOptions: PageOptions = pageOptionsSchema.parse({});

/** Whether a width is that of one column of a two-column page, which has room for the numbers only. */
export function isColumn({ width }: { readonly width?: keyof typeof lineWidths | number }): boolean {
  return width === 'column' || (typeof width === 'number' && width < 130);
}

/** Line width in mm. */
export function lineWidth({ width }: Pick<PageOptions, 'width'>): number {
  return typeof width === 'number' ? width : lineWidths[width];
}

/** The sentences under a table; `shapes`: where it has its latent shapes. */
export function tableNotes(
  { footer, essentials }: Pick<StudyTable, 'footer' | 'essentials'>,
  notes: PageOptions['notes'],
  shapes: PageOptions['shapes'] = 'auto',
): readonly string[] {
  const sentences = { full: footer, short: marksTogether(essentials), none: [] }[notes];
  return shapes === 'none' ? sentences.map(withoutBrackets) : sentences;
}

/** Bold type and the marks of significance in one sentence. */
function marksTogether(sentences: readonly string[]): readonly string[] {
  const bold = sentences.find((sentence) => sentence.startsWith('Bold: '));
  const marks = sentences.find((sentence) => sentence.startsWith('• '));
  if (bold === undefined || marks === undefined) return sentences;
  const together = `${bold.replace(/\.$/, '')}; ${marks}`;
  return sentences.flatMap((sentence) => (sentence === bold ? [together] : sentence === marks ? [] : [sentence]));
}

/** A sentence on brackets that a table without latent shapes does not have. */
function withoutBrackets(sentence: string): string {
  return sentence.replace(/, in brackets where shown|; in brackets, where shown, [^.;]+/, '');
}

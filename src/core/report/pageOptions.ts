/** How a table is set on paper, and whether the note goes along: what exports take besides the options of the table. */
import { z } from 'zod';

/** Widths of lines by name, in mm: a column and a line of a journal's page, the line of a page on its side. */
export const lineWidths = { column: 84, page: 174, landscape: 234 } as const;

/** As forms list them. */
export const pageChoices = {
  width: [
    { value: 'page', title: 'Page, 174 mm' },
    { value: 'column', title: 'Column, 84 mm' },
    { value: 'landscape', title: 'Landscape, 234 mm' },
  ],
  fit: [
    { value: 'auto', title: 'Smaller type, transposed, or split' },
    { value: 'split', title: 'Smaller type or split' },
    { value: 'none', title: 'Left as it is' },
  ],
  notes: [
    { value: 'full', title: 'Full' },
    { value: 'short', title: 'Short' },
    { value: 'none', title: 'None' },
  ],
  shapes: [
    { value: 'auto', title: 'Where they fit' },
    { value: 'column', title: 'In a column' },
    { value: 'line', title: 'In a line' },
    { value: 'none', title: 'Left out' },
  ],
  alignment: [
    { value: 'plain', title: 'Plain' },
    { value: 'siunitx', title: 'siunitx' },
  ],
} as const;

const valuesOf = <Value extends string>(choices: readonly { readonly value: Value }[]): Value[] =>
  choices.map(({ value }) => value);

const givenPageOptions = z.strictObject({
  /** The line that the table has to fit in: by name, or in mm. */
  width: z.union([z.enum(valuesOf(pageChoices.width)), z.number().min(60).max(600)]).default('page'),
  /** What is done with a table that is wider. */
  fit: z.enum(valuesOf(pageChoices.fit)).default('auto'),
  /** The sentences under the table: all, those without which it cannot be read, or none. Absent: short in a column. */
  notes: z.enum(valuesOf(pageChoices.notes)).optional(),
  /** Where latent shapes stand. Absent: left out in a column. */
  shapes: z.enum(valuesOf(pageChoices.shapes)).optional(),
  /** How decimal points are brought below each other: by phantom digits, or by columns of the package siunitx. */
  alignment: z.enum(valuesOf(pageChoices.alignment)).default('plain'),
  /** Whether the user's note on the study follows; in Markdown too. */
  note: z.boolean().default(false),
});

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

/** Whether a table of that width stands in one of two columns of a page, where there is room for the numbers alone. */
export function isColumn({ width }: { readonly width?: keyof typeof lineWidths | number }): boolean {
  return width === 'column' || (typeof width === 'number' && width < 130);
}

/** The line in mm. */
export function lineWidth({ width }: Pick<PageOptions, 'width'>): number {
  return typeof width === 'number' ? width : lineWidths[width];
}

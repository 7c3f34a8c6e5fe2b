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

export const pageOptionsSchema = z.strictObject({
  /** The line that the table has to fit in: by name, or in mm. */
  width: z.union([z.enum(valuesOf(pageChoices.width)), z.number().min(60).max(600)]).default('page'),
  /** What is done with a table that is wider. */
  fit: z.enum(valuesOf(pageChoices.fit)).default('auto'),
  /** The sentences under the table: all, those without which it cannot be read, or none. */
  notes: z.enum(valuesOf(pageChoices.notes)).default('full'),
  /** Where latent shapes stand. */
  shapes: z.enum(valuesOf(pageChoices.shapes)).default('auto'),
  /** How decimal points are brought below each other: by phantom digits, or by columns of the package siunitx. */
  alignment: z.enum(valuesOf(pageChoices.alignment)).default('plain'),
  /** Whether the user's note on the study follows; in Markdown too. */
  note: z.boolean().default(false),
});

/** With every default filled in. */
export type PageOptions = z.infer<typeof pageOptionsSchema>;
/** As a client sends them. */
export type PageOptionsInput = z.input<typeof pageOptionsSchema>;

export const defaultPageOptions: PageOptions = pageOptionsSchema.parse({});

/** The line in mm. */
export function lineWidth({ width }: Pick<PageOptions, 'width'>): number {
  return typeof width === 'number' ? width : lineWidths[width];
}

/**
 * Page settings and file formats of figures, declared once for the contract, the command line and the figure dialog.
 */
import { z } from 'zod';
import { choice, enumOf, factsOf, field, readMillimetres, readNumber, type Fields } from '../field.ts';

/** Pixels of a PNG per unit of the drawing: twice those of the screen, for print. */
export const figureScale = 2;

/** Dots per inch of a PNG with a width on paper. */
export const figureDensity = 600;

export const figureFormats = [
  { id: 'svg', title: 'SVG', hint: 'lines and text' },
  { id: 'png', title: 'PNG', hint: 'pixels' },
  { id: 'pdf', title: 'PDF', hint: 'lines and text, fonts embedded' },
  { id: 'tex', title: 'TikZ', hint: 'lines and text in the fonts of the paper' },
] as const;

export type FigureFormat = (typeof figureFormats)[number]['id'];

/** Named widths, in mm. */
export const figureWidths = { column: 84, page: 174 } as const;

/** Minimum printed font size, in points. */
export const LEAST_LETTER = 7;

/** Subject of a dialog, which decides the fields it offers. */
export interface FigurePageSubject {
  /** Whether the figure is a line chart. */
  readonly lines: boolean;
  readonly onPaper: boolean;
}

const ofLines = { offered: ({ lines }: FigurePageSubject) => lines };

/** Named widths; a dialog has a separate field for other widths. */
export const namedWidths = [
  { value: 'screen', title: 'As on the screen' },
  { value: 'column', title: 'Column, 84 mm' },
  { value: 'page', title: 'Page, 174 mm' },
] as const;

export const figurePageFields = {
  /** Width on paper, by name or in mm; "screen": the natural size of the drawing. */
  width: field(z.union([enumOf(namedWidths), z.number().min(60).max(420)]).default('screen'), {
    value: 'width',
    help: 'width on paper: column (84 mm), page (174 mm), or e.g. 122mm',
    read: readMillimetres,
    expected: `${namedWidths.map(({ value }) => value).join(', ')}, or 60mm to 420mm`,
  }),
  /** Only with a width on paper. */
  fontSize: field(z.number().min(LEAST_LETTER).max(14).default(8), {
    title: 'Font size in points',
    offered: ({ onPaper }: FigurePageSubject) => onPaper,
    value: 'points',
    help: 'size of the text on paper, 7 to 14 (default: 8)',
    read: readNumber,
    expected: 'points from 7 to 14',
  }),
  family: choice(
    [
      { value: 'sans', title: 'Sans serif' },
      { value: 'serif', title: 'Serif' },
    ],
    { title: 'Typeface', value: 'family', help: 'of the letters' },
  ),
  legend: choice(
    [
      { value: 'auto', title: 'Where there is room' },
      { value: 'direct', title: 'At the ends of the lines' },
      { value: 'beside', title: 'Beside' },
      { value: 'inside', title: 'Inside' },
      { value: 'below', title: 'Below' },
    ],
    { title: 'Legend', ...ofLines, value: 'place', help: 'place of the names of lines' },
  ),
  values: choice(
    [
      { value: 'auto', title: 'Except in a column' },
      { value: 'shown', title: 'Shown' },
      { value: 'hidden', title: 'Hidden' },
    ],
    { title: 'Best values', ...ofLines, value: 'when', help: 'whether best values follow the names of lines' },
  ),
  /** In the unit of the axis; absent: from the values. */
  yRange: field(
    z
      .tuple([z.number(), z.number()])
      .refine(([from, to]) => from < to, 'expected the lower end first, and another upper one')
      .optional(),
    {
      value: 'from,to',
      help: 'ends of the vertical axis of curves, e.g. 0,30',
      read: (text) => text.split(',').map(readNumber),
      expected: 'two numbers, the lower one first, e.g. 0,30',
    },
  ),
};

/** Fields that a dialog offers. */
export function offeredPageFields(subject: FigurePageSubject): Fields {
  const isOffered = (schema: z.ZodType): boolean => factsOf<FigurePageSubject>(schema).offered?.(subject) ?? true;
  return Object.fromEntries(Object.entries(figurePageFields).filter(([, schema]) => isOffered(schema)));
}

export const figurePageSchema = z.strictObject(figurePageFields);

/** With every default filled in. */
export type FigurePage = z.infer<typeof figurePageSchema>;
export type FigurePageInput = z.input<typeof figurePageSchema>;
export type LegendPlace = FigurePage['legend'];

export const defaultFigurePage: FigurePage = figurePageSchema.parse({});

/** In mm; null: as on screen. */
export function figureWidth({ width }: Pick<FigurePage, 'width'>): number | null {
  return width === 'screen' ? null : typeof width === 'number' ? width : figureWidths[width];
}

/** File settings of any figure, remembered between figures. */
export const figureLookSchema = z.strictObject({
  format: z.enum(figureFormats.map(({ id }) => id)).default('pdf'),
  theme: z.enum(['light', 'dark']).default('light'),
  page: figurePageSchema.omit({ yRange: true }).prefault({ width: 'column' }),
});

/** With every default filled in. */
export type FigureLook = z.infer<typeof figureLookSchema>;

export const defaultFigureLook: FigureLook = figureLookSchema.parse({});

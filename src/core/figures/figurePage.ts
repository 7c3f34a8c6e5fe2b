/**
 * Page settings and file formats of figures, declared once for the contract, the command line and the figure dialog.
 */
import { z } from 'zod';
import { oneOf, optionShape, readMillimetres, readNumber, type OptionField } from '../optionField.ts';

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

type FigurePageField = OptionField & {
  /** Absent: always offered. */
  readonly offered?: (subject: FigurePageSubject) => boolean;
};

const ofLines = { offered: ({ lines }: FigurePageSubject) => lines };

/** Named widths; a dialog has a separate field for other widths. */
export const namedWidths = oneOf('Width', [
  { value: 'screen', title: 'As on the screen' },
  { value: 'column', title: 'Column, 84 mm' },
  { value: 'page', title: 'Page, 174 mm' },
]);

export const figurePageFields = {
  /** Width on paper, by name or in mm; "screen": the natural size of the drawing. */
  width: {
    schema: z.union([namedWidths.schema.unwrap(), z.number().min(60).max(420)]).default('screen'),
    value: 'width',
    help: 'width on paper: column (84 mm), page (174 mm), or e.g. 122mm',
    read: readMillimetres,
    expected: `${namedWidths.ask.options.map(({ value }) => value).join(', ')}, or 60mm to 420mm`,
  },
  /** Only with a width on paper. */
  fontSize: {
    schema: z.number().min(LEAST_LETTER).max(14).default(8),
    ask: { kind: 'number', title: 'Font size in points' },
    offered: ({ onPaper }) => onPaper,
    value: 'points',
    help: 'size of the text on paper, 7 to 14 (default: 8)',
    read: readNumber,
    expected: 'points from 7 to 14',
  },
  family: {
    ...oneOf('Typeface', [
      { value: 'sans', title: 'Sans serif' },
      { value: 'serif', title: 'Serif' },
    ]),
    value: 'family',
    help: 'of the letters',
  },
  legend: {
    ...oneOf('Legend', [
      { value: 'auto', title: 'Where there is room' },
      { value: 'direct', title: 'At the ends of the lines' },
      { value: 'beside', title: 'Beside' },
      { value: 'inside', title: 'Inside' },
      { value: 'below', title: 'Below' },
    ]),
    ...ofLines,
    value: 'place',
    help: 'place of the names of lines',
  },
  values: {
    ...oneOf('Best values', [
      { value: 'auto', title: 'Except in a column' },
      { value: 'shown', title: 'Shown' },
      { value: 'hidden', title: 'Hidden' },
    ]),
    ...ofLines,
    value: 'when',
    help: 'whether best values follow the names of lines',
  },
  /** In the unit of the axis; absent: from the values. */
  yRange: {
    schema: z
      .tuple([z.number(), z.number()])
      .refine(([from, to]) => from < to, 'expected the lower end first, and another upper one')
      .optional(),
    value: 'from,to',
    help: 'ends of the vertical axis of curves, e.g. 0,30',
    read: (text: string) => text.split(',').map(readNumber),
    expected: 'two numbers, the lower one first, e.g. 0,30',
  },
} as const satisfies Readonly<Record<string, FigurePageField>>;

/** Fields that a dialog offers. */
export function offeredPageFields(subject: FigurePageSubject): Readonly<Record<string, FigurePageField>> {
  const fields: [string, FigurePageField][] = Object.entries(figurePageFields);
  return Object.fromEntries(fields.filter(([, { offered }]) => offered?.(subject) ?? true));
}

export const figurePageSchema = z.strictObject(optionShape(figurePageFields));

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

/** How a figure is set on paper: declared once for the contract, the command line and the dialog of a figure. */
import { z } from 'zod';
import { optionShape, readMillimetres, readNumber, type OptionFields } from '../../optionField.ts';

/** As forms list them. */
export const figurePageChoices = {
  width: [
    { value: 'screen', title: 'As on the screen' },
    { value: 'column', title: 'Column, 84 mm' },
    { value: 'page', title: 'Page, 174 mm' },
  ],
  family: [
    { value: 'sans', title: 'Sans serif' },
    { value: 'serif', title: 'Serif' },
  ],
  legend: [
    { value: 'auto', title: 'Where there is room' },
    { value: 'direct', title: 'At the ends of the lines' },
    { value: 'beside', title: 'Beside' },
    { value: 'inside', title: 'Inside' },
    { value: 'below', title: 'Below' },
  ],
  values: [
    { value: 'auto', title: 'Except in a column' },
    { value: 'shown', title: 'Shown' },
    { value: 'hidden', title: 'Hidden' },
  ],
} as const;

/** Widths by name, in mm. */
export const figureWidths = { column: 84, page: 174 } as const;

/** No letter is smaller at the printed size, in points. */
export const LEAST_LETTER = 7;

const valuesOf = <Value extends string>(choices: readonly { readonly value: Value }[]): Value[] =>
  choices.map(({ value }) => value);

export const figurePageFields = {
  /** The width on paper, by name or in mm; "screen": as large as the drawing comes out. */
  width: {
    schema: z.union([z.enum(valuesOf(figurePageChoices.width)), z.number().min(60).max(420)]).default('screen'),
    value: 'width',
    help: 'width on paper: column (84 mm), page (174 mm), or e.g. 122mm',
    read: readMillimetres,
    expected: `${valuesOf(figurePageChoices.width).join(', ')}, or 60mm to 420mm`,
  },
  /** Of a width on paper only. */
  fontSize: {
    schema: z.number().min(LEAST_LETTER).max(14).default(8),
    value: 'points',
    help: 'size of the text on paper, 7 to 14 (default: 8)',
    read: readNumber,
    expected: 'points from 7 to 14',
  },
  family: {
    schema: z.enum(valuesOf(figurePageChoices.family)).default('sans'),
    value: 'family',
    help: 'of the letters',
  },
  legend: {
    schema: z.enum(valuesOf(figurePageChoices.legend)).default('auto'),
    value: 'place',
    help: 'place of the names of lines',
  },
  values: {
    schema: z.enum(valuesOf(figurePageChoices.values)).default('auto'),
    value: 'when',
    help: 'whether best values follow the names of lines',
  },
  /** In the unit of the axis; absent: as the values ask for. */
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
} as const satisfies OptionFields;

export const figurePageSchema = z.strictObject(optionShape(figurePageFields));

/** With every default filled in. */
export type FigurePage = z.infer<typeof figurePageSchema>;
export type FigurePageInput = z.input<typeof figurePageSchema>;
export type LegendPlace = FigurePage['legend'];

export const defaultFigurePage: FigurePage = figurePageSchema.parse({});

/** In mm; null: as on the screen. */
export function figureWidth({ width }: Pick<FigurePage, 'width'>): number | null {
  return width === 'screen' ? null : typeof width === 'number' ? width : figureWidths[width];
}

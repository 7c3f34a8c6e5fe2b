/** How a figure is set on paper: declared once for the contract, the command line and the dialog of a figure. */
import { z } from 'zod';

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

export const figurePageSchema = z.strictObject({
  /** The width on paper, by name or in mm; "screen": as large as the drawing comes out. */
  width: z.union([z.enum(valuesOf(figurePageChoices.width)), z.number().min(60).max(420)]).default('screen'),
  /** Points of the text; of a width on paper only. */
  fontSize: z.number().min(LEAST_LETTER).max(14).default(8),
  family: z.enum(valuesOf(figurePageChoices.family)).default('sans'),
  /** Where the names of the lines stand. */
  legend: z.enum(valuesOf(figurePageChoices.legend)).default('auto'),
  /** Whether the best values follow those names. */
  values: z.enum(valuesOf(figurePageChoices.values)).default('auto'),
  /** Ends of the vertical axis of charts of curves, in the unit of the axis; absent: as the values ask for. */
  yRange: z
    .tuple([z.number(), z.number()])
    .refine(([from, to]) => from < to, 'expected the lower end first, and another upper one')
    .optional(),
});

/** With every default filled in. */
export type FigurePage = z.infer<typeof figurePageSchema>;
export type FigurePageInput = z.input<typeof figurePageSchema>;
export type LegendPlace = FigurePage['legend'];

export const defaultFigurePage: FigurePage = figurePageSchema.parse({});

/** In mm; null: as on the screen. */
export function figureWidth({ width }: Pick<FigurePage, 'width'>): number | null {
  return width === 'screen' ? null : typeof width === 'number' ? width : figureWidths[width];
}

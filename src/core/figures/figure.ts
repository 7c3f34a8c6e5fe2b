/**
 * Declaration of a kind of figure. The schema of figures, the options of the command line, the controls of the page and
 * the reference follow from its fields. The engine passes it a source and writes what it draws.
 */
import { z } from 'zod';
import type { Choice, ChoiceOption } from '../choice.ts';
import type { MeasureGroup, Measure } from '../measures/measures.ts';
import { optionShape, parameterOf, type FormAsk, type Shape } from '../optionField.ts';
import type { StudySpec } from '../study/spec/spec.ts';
import type { Drawing } from './drawing/drawing.ts';
import type { CellQuery, FigureSource } from './figureSource.ts';
import { type LineChart, ranged } from './charts/lineChart.ts';
import type { FigurePage } from './figurePage.ts';
import type { Sheet } from './drawingArea.ts';
import { drawLineCharts } from './painters/lineChart.ts';
import type { FigureTheme } from './painters/theme.ts';

/** State of a page, which decides the fields it offers. */
export interface FigureSubject {
  readonly spec: Pick<StudySpec, 'protocol' | 'selection'>;
  readonly measure: Pick<Measure, 'unit'>;
  /** Whether a method has two latent dimensions. */
  readonly bilinear: boolean;
}

export interface FigureOption extends ChoiceOption {
  /** Absent: always offered. */
  readonly offered?: (subject: FigureSubject) => boolean;
}

/** How commands and forms ask for a field. */
export type FigureAsk =
  /** Values that a page already shows. */
  | { readonly kind: 'condition' | 'measure' | 'selection'; readonly help: string }
  /** Labels: a string if there is at most one, otherwise a list. */
  | { readonly kind: 'methods'; readonly help: string; readonly least: number; readonly most: number }
  | (FormAsk<FigureOption> & { readonly help: string });

/** Field of a kind of figure: its schema, and how commands and forms ask for it. */
export interface FigureField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly ask: FigureAsk;
  /** Its command-line option, if that differs from the name. */
  readonly flag?: string;
  /** Whether a page offers it; absent: always. */
  readonly offered?: (subject: FigureSubject) => boolean;
}

export type FigureFields = Readonly<Record<string, FigureField>>;

type Whole<Kind extends string, Fields extends FigureFields> = z.ZodObject<
  { kind: z.ZodLiteral<Kind> } & Shape<Fields>,
  z.core.$strict
>;

/** Theme, sheet and axis range of a drawing. */
export interface FigureLook {
  readonly theme: FigureTheme;
  readonly sheet: Sheet;
  readonly yRange?: FigurePage['yRange'];
}

export interface FigureDeclaration<
  Schema extends z.ZodType = z.ZodType,
  Kind extends string = string,
  Data = unknown,
> extends Choice<Schema> {
  readonly kind: Kind;
  /** Icon for menus: a line drawing in 24 × 16, as a path of absolute commands M, L, H, V and C. */
  readonly icon: string;
  readonly fields: FigureFields;
  /** Measure group that the study must have, if the figure needs one. */
  readonly group?: MeasureGroup;
  readonly studies: 'one' | 'several';
  /** For line charts: whether the vertical axis shows values or, as in a DET curve, normal deviates. */
  readonly verticalAxis?: 'values' | 'deviates';
  /** Queries to refitted cells; `source.fitted` returns the replies in `read`. Throws like `read`. */
  questions?(figure: z.output<Schema>, source: FigureSource): readonly CellQuery[];
  /** Throws FigureRefusal for anything that the study does not have or has not measured. */
  read(figure: z.output<Schema>, source: FigureSource): Data;
  draw(data: Data, look: FigureLook): Drawing;
}

type Declared<Kind extends string, Fields extends FigureFields, Data> = Omit<
  FigureDeclaration<Whole<Kind, Fields>, Kind, Data>,
  'schema' | 'parameters' | 'fields'
> & { readonly fields: Fields };

/** Completes a declaration with the schema and parameters derived from its fields. */
export function declareFigure<const Kind extends string, Fields extends FigureFields, Data>(
  declared: Declared<Kind, Fields, Data>,
): FigureDeclaration<Whole<Kind, Fields>, Kind, Data> & Pick<typeof declared, 'fields'> {
  const { kind, fields } = declared;
  // No parameters for values that a page already shows.
  const parameters = Object.entries(fields).flatMap(([name, { schema, ask }]) =>
    'title' in ask ? [parameterOf(name, schema, ask)] : [],
  );
  const schema = z.strictObject({ kind: z.literal(kind), ...optionShape(fields) });
  // `read` receives the output of this schema.
  return { ...declared, schema: schema as unknown as Whole<Kind, Fields>, parameters };
}

type DeclaredCharts<Kind extends string, Fields extends FigureFields> = Omit<
  Declared<Kind, Fields, readonly LineChart[]>,
  'draw' | 'verticalAxis'
> & { readonly verticalAxis?: FigureDeclaration['verticalAxis'] };

/** Declares a kind that draws line charts, one below the other. */
export function declareCharts<const Kind extends string, Fields extends FigureFields>(
  declared: DeclaredCharts<Kind, Fields>,
) {
  return declareFigure<Kind, Fields, readonly LineChart[]>({
    verticalAxis: 'values',
    ...declared,
    draw: (charts, { theme, sheet, yRange }) =>
      drawLineCharts(
        charts.map((chart) => ranged(chart, yRange)),
        theme,
        sheet,
      ),
  });
}

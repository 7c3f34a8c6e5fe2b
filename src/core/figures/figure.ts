/**
 * A kind of figure of a study: one declaration. The schema of figures, the options of the command line, the controls of
 * the page and the reference follow from its fields; the engine hands it a source and writes what it draws.
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

/** What a page shows, by which it offers the fields of a figure. */
export interface FigureSubject {
  readonly spec: Pick<StudySpec, 'protocol' | 'selection'>;
  readonly measure: Pick<Measure, 'unit'>;
  /** Whether a method has two latent dimensions. */
  readonly bilinear: boolean;
}

export interface FigureOption extends ChoiceOption {
  /** Absent: offered always. */
  readonly offered?: (subject: FigureSubject) => boolean;
}

/** How a field is asked for, whatever it is called. */
export type FigureAsk =
  /** What a page shows anyway. */
  | { readonly kind: 'condition' | 'measure' | 'selection'; readonly help: string }
  /** Labels: one string where there is at most one, else a list. */
  | { readonly kind: 'methods'; readonly help: string; readonly least: number; readonly most: number }
  | (FormAsk<FigureOption> & { readonly help: string });

/** One field of a kind of figure: its check, and how a command and a form ask for it. */
export interface FigureField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly ask: FigureAsk;
  /** Its option on the command line, where that has another name. */
  readonly flag?: string;
  /** Whether a page offers it; absent: always. */
  readonly offered?: (subject: FigureSubject) => boolean;
}

export type FigureFields = Readonly<Record<string, FigureField>>;

type Whole<Kind extends string, Fields extends FigureFields> = z.ZodObject<
  { kind: z.ZodLiteral<Kind> } & Shape<Fields>,
  z.core.$strict
>;

/** What is drawn on, and with what. */
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
  /** Its miniature, for choosing it: a line drawing in 24 × 16, as a path of absolute commands M, L, H, V and C. */
  readonly icon: string;
  readonly fields: FigureFields;
  /** The group of measures that the study must have, where the figure is of one. */
  readonly group?: MeasureGroup;
  readonly studies: 'one' | 'several';
  /** Of a chart of lines: whether its vertical axis has values or, as that of a DET curve, normal deviates. */
  readonly verticalAxis?: 'values' | 'deviates';
  /** What it asks of cells that are fitted again, whose answers `source.fitted` has in `read`. Throws as `read`. */
  questions?(figure: z.output<Schema>, source: FigureSource): readonly CellQuery[];
  /** Throws FigureRefusal for what the study does not have or has not measured. */
  read(figure: z.output<Schema>, source: FigureSource): Data;
  draw(data: Data, look: FigureLook): Drawing;
}

type Declared<Kind extends string, Fields extends FigureFields, Data> = Omit<
  FigureDeclaration<Whole<Kind, Fields>, Kind, Data>,
  'schema' | 'parameters' | 'fields'
> & { readonly fields: Fields };

/** The declaration with its schema and parameters, which follow from its fields. */
export function declareFigure<const Kind extends string, Fields extends FigureFields, Data>(
  declared: Declared<Kind, Fields, Data>,
): FigureDeclaration<Whole<Kind, Fields>, Kind, Data> & Pick<typeof declared, 'fields'> {
  const { kind, fields } = declared;
  // None for what a page shows anyway.
  const parameters = Object.entries(fields).flatMap(([name, { schema, ask }]) =>
    'title' in ask ? [parameterOf(name, schema, ask)] : [],
  );
  const schema = z.strictObject({ kind: z.literal(kind), ...optionShape(fields) });
  // `read` takes what this very schema parses.
  return { ...declared, schema: schema as unknown as Whole<Kind, Fields>, parameters };
}

type DeclaredCharts<Kind extends string, Fields extends FigureFields> = Omit<
  Declared<Kind, Fields, readonly LineChart[]>,
  'draw' | 'verticalAxis'
> & { readonly verticalAxis?: FigureDeclaration['verticalAxis'] };

/** A kind that reads charts of lines, one below the other. */
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

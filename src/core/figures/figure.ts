/**
 * Declaration of a kind of figure. The schema of figures, the options of the command line, the controls of the page and
 * the reference follow from its fields. The engine passes it a source and writes what it draws.
 */
import { z } from 'zod';
import type { Choice } from '../choice.ts';
import { factsOf, parameterOf, type Fields } from '../field.ts';
import type { MeasureGroup, Measure } from '../measures/measures.ts';
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
  /** Whether the figure has several charts, one of which is shown. */
  readonly several: boolean;
}

type Whole<Kind extends string, Declared extends Fields> = z.ZodObject<
  { kind: z.ZodLiteral<Kind> } & Declared,
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
  readonly fields: Fields;
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

type Written<Kind extends string, Declared extends Fields, Data> = Omit<
  FigureDeclaration<Whole<Kind, Declared>, Kind, Data>,
  'schema' | 'parameters' | 'fields'
> & { readonly fields: Declared };

/** Completes a declaration with the schema and parameters derived from its fields. */
export function declareFigure<const Kind extends string, Declared extends Fields, Data>(
  written: Written<Kind, Declared, Data>,
): FigureDeclaration<Whole<Kind, Declared>, Kind, Data> & Pick<typeof written, 'fields'> {
  const { kind, fields } = written;
  // No parameters for values that a page already shows.
  const parameters = Object.entries(fields).flatMap(([name, schema]) => {
    const { title, help = '' } = factsOf(schema);
    return title === undefined ? [] : [{ ...parameterOf(name, schema), help }];
  });
  const schema = z.strictObject({ kind: z.literal(kind), ...fields });
  // `read` receives the output of this schema.
  return { ...written, schema: schema as unknown as Whole<Kind, Declared>, parameters };
}

type WrittenCharts<Kind extends string, Declared extends Fields> = Omit<
  Written<Kind, Declared, readonly LineChart[]>,
  'draw' | 'verticalAxis'
> & { readonly verticalAxis?: FigureDeclaration['verticalAxis'] };

/** Declares a kind that draws line charts, one below the other. */
export function declareCharts<const Kind extends string, Declared extends Fields>(
  written: WrittenCharts<Kind, Declared>,
) {
  return declareFigure<Kind, Declared, readonly LineChart[]>({
    verticalAxis: 'values',
    ...written,
    draw: (charts, { theme, sheet, yRange }) =>
      drawLineCharts(
        charts.map((chart) => ranged(chart, yRange)),
        theme,
        sheet,
      ),
  });
}

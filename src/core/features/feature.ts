/**
 * Declaration of a feature step, which is applied to every image before the methods see it. To add one, add a file with
 * its declaration and a line in registry.ts. In specs a step without parameters is its kind, a string; any other step
 * is an object with a field of that name, and with the other parameters unless they have their defaults. If the schema
 * also accepts the kind alone, that means the step with all defaults.
 */
import { z } from 'zod';
import type { Choice } from '../choice.ts';
import type { Citation } from '../methods/method.ts';
import type { Problem } from '../methods/problems.ts';

export interface Shape {
  readonly rows: number;
  readonly cols: number;
}

/** Images of a dataset, and the vectors attached to them by name. */
export interface FeatureSource extends Shape {
  readonly attachments?: Readonly<Record<string, { readonly length: number }>>;
}

export type Pixels = Float64Array<ArrayBuffer>;

export interface FeatureDeclaration<Schema extends z.ZodType = z.ZodType> extends Choice<Schema> {
  /** Shape of the features of images of this shape. */
  shape(step: z.infer<Schema>, shape: Shape): Shape;
  /** The features of one image, row by row, as a new array. */
  pixels(step: z.infer<Schema>, image: Float64Array, shape: Shape): Pixels;
  /** Absent: textbook knowledge, or already named in the title. */
  readonly citation?: Citation;
  /** In the footer of the table and the methods paragraph, after "Every image is treated by:". */
  sentence(step: z.infer<Schema>): string;
  /** Problems with images of this shape; `path` is the place of the step in the spec. */
  check?(step: z.infer<Schema>, path: string, shape: Shape): Problem[];
}

/** A step without parameters; without `shape` it keeps the shape of the images. */
export function plainFeature<Kind extends string>(step: {
  readonly kind: Kind;
  readonly title: string;
  readonly help: string;
  /** Its name in the footer. */
  readonly sentence: string;
  readonly pixels: (image: Float64Array, rows: number, cols: number) => Pixels;
  readonly shape?: (shape: Shape) => Shape;
}): FeatureDeclaration<z.ZodLiteral<Kind>> {
  const { kind, title, help, sentence, pixels, shape = (same) => same } = step;
  return {
    kind,
    title,
    help,
    schema: z.literal(kind),
    parameters: [],
    shape: (_, of) => shape(of),
    pixels: (_, image, { rows, cols }) => pixels(image, rows, cols),
    sentence: () => sentence,
  };
}

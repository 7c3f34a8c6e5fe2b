/** How an import reads what files and names do not say themselves. Every part may be left out. */
import { z } from 'zod';
import { greyWeightsSchema } from './grey.ts';
import { resizeFilterSchema } from './preprocess/steps.ts';

const name = z.string().min(1).max(200);

/** Files of bare samples: what their bytes mean. */
export const rawSchema = z.strictObject({
  rows: z.int().min(1).max(100_000),
  cols: z.int().min(1).max(100_000),
  channels: z.union([z.literal(1), z.literal(3)]),
  /** Samples of a pixel side by side, or one whole plane a channel. */
  order: z.enum(['interleaved', 'planar']),
  /** Bytes before the first sample. */
  header: z.int().min(0).max(1_000_000).default(0),
  /** Samples of 16 bits are little-endian. */
  bits: z.union([z.literal(8), z.literal(16)]).default(8),
});

export type RawLayout = z.infer<typeof rawSchema>;

export const importRecipeSchema = z.strictObject({
  /** Name of the array that holds the images: a variable of a MATLAB or NPZ file. */
  variable: name.optional(),
  /** Name of the variable, or of the CSV column, that holds the subjects. */
  labels: name.optional(),
  /** Rows × columns of an image in a matrix of stacked pixels. */
  imageSize: z.strictObject({ rows: z.int().min(1).max(100_000), cols: z.int().min(1).max(100_000) }).optional(),
  /** Stacked pixels run along the rows of an image or down its columns (MATLAB's X(:)). */
  pixelOrder: z.enum(['rows', 'columns']).optional(),
  /** Id of the layout of a folder. @default the first one that most names follow */
  layout: name.optional(),
  /**
   * A regular expression on the paths in a folder instead of a layout: the group `subject`, and every other named group
   * (session, condition, shot …) an attribute. Upper and lower case count as equal.
   */
  pattern: z.string().min(1).max(1000).optional(),
  /**
   * Follows links that lead out of the chosen folder, within the folders that the host allows. @default they are named
   * and left out
   */
  followLinks: z.boolean().optional(),
  /** A named choice among the images of a layout. */
  subset: name.optional(),
  /** Leaves out subjects of a folder with fewer images. */
  minPerSubject: z.int().min(2).max(100_000).optional(),
  /** Of ARFF tables: leaves out the rows, or the attributes, with missing values. @default they are refused */
  missing: z.enum(['rows', 'attributes']).optional(),
  /** Leaves out images that repeat another one: pixel for pixel; nearly so, too; the same picture recropped, too. */
  dropDuplicates: z.enum(['exact', 'near', 'recropped']).optional(),
  /** Reads files of bare samples, whatever their names end in. @default AR's own files, told by their length */
  raw: rawSchema.optional(),
  /** How colours become grey. @default 'bt601' */
  grey: greyWeightsSchema.optional(),
  /** Leaves out the colours of the originals, which take three times the room of the grey values. */
  greyOnly: z.boolean().optional(),
  /** How images are brought to one size. @default 'area' */
  filter: resizeFilterSchema.optional(),
  /**
   * Grey values of images that are brought to one size: as they are computed, or rounded to whole ones. @default
   * 'float'
   */
  depth: z.enum(['float', '8-bit']).optional(),
  /**
   * How images of another shape come to the size: stretched to it, or with their proportions on a canvas of it, black
   * around them. Without a size the canvas is as large as it must be; grey values are whole ones unless `depth` says
   * 'float'. @default 'stretch'
   */
  fit: z.enum(['stretch', 'pad']).optional(),
  /** Takes images that are smaller than the size asked for, too. */
  enlarge: z.boolean().optional(),
});

export type ImportRecipe = z.infer<typeof importRecipeSchema>;

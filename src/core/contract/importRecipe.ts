/** How an import reads what files and names do not say themselves. Every part may be left out. */
import { z } from 'zod';

const name = z.string().min(1).max(200);

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
  /** A named choice among the images of a layout. */
  subset: name.optional(),
  /** Leaves out subjects of a folder with fewer images. */
  minPerSubject: z.int().min(2).max(100_000).optional(),
  /** Leaves out images that repeat another one: pixel for pixel, or nearly so too. */
  dropTwins: z.enum(['exact', 'near']).optional(),
});

export type ImportRecipe = z.infer<typeof importRecipeSchema>;

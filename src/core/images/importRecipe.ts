/** Import options for what files and names do not specify. All are optional. */
import { z } from 'zod';
import { greyWeightsSchema } from './grey.ts';
import { resizeFilterSchema } from './preprocess/steps.ts';

const name = z.string().min(1).max(200);

/** Files of bare samples: interpretation of their bytes. */
export const rawSchema = z.strictObject({
  rows: z.int().min(1).max(100_000),
  cols: z.int().min(1).max(100_000),
  channels: z.union([z.literal(1), z.literal(3)]),
  /** Samples interleaved by pixel, or one plane per channel. */
  order: z.enum(['interleaved', 'planar']),
  /** Bytes before the first sample. */
  header: z.int().min(0).max(1_000_000).default(0),
  /** 16-bit samples are little-endian. */
  bits: z.union([z.literal(8), z.literal(16)]).default(8),
});

export type RawLayout = z.infer<typeof rawSchema>;

export const importRecipeSchema = z.strictObject({
  /**
   * Name of the array that holds the images: a variable of a MATLAB, NPZ or HDF5 file. Names joined by + are sets of
   * one database: "x_train+x_test".
   */
  variable: name.optional(),
  /**
   * Name of the variable, column or neighbouring file that holds the subjects; 'first-column' or 'last-column' of the
   * matrix; 'cells', one subject per cell; 'none': all images belong to one subject.
   */
  labels: name.optional(),
  /** Axis of the array along which the images lie: in a matrix, 'first' is one image per row, 'last' per column. */
  imageAxis: z.enum(['first', 'middle', 'last']).optional(),
  /** Rows × columns of an image in a matrix of stacked pixels. */
  imageSize: z.strictObject({ rows: z.int().min(1).max(100_000), cols: z.int().min(1).max(100_000) }).optional(),
  /** Stacked pixels run along the rows of an image or down its columns (MATLAB's X(:)). */
  pixelOrder: z.enum(['rows', 'columns']).optional(),
  /** Tables: whether the first line names the columns. @default decided by the cells */
  header: z.enum(['none', 'first']).optional(),
  /** Tables: columns that are neither pixels nor subjects; ['none'] keeps all. @default decided by names and values */
  dropColumns: z.array(name).min(1).max(1000).optional(),
  /**
   * Folders: a table of files and subjects, relative to the folder. @default `images.csv` of an export, or where names
   * tell no subjects the table in the folder that does
   */
  list: z.string().min(1).max(1000).optional(),
  /** Id of the layout of a folder. @default the first one that most names match */
  layout: name.optional(),
  /**
   * A regular expression on the paths in a folder instead of a layout: the group `subject`; every other named group
   * (session, condition, shot …) is an attribute. Matching is case-insensitive.
   */
  pattern: z.string().min(1).max(1000).optional(),
  /**
   * Follows links that lead out of the chosen folder, within the folders that the host allows. @default they are
   * reported and skipped
   */
  followLinks: z.boolean().optional(),
  /** A named subset of the images of a layout. */
  subset: name.optional(),
  /** Excludes subjects of a folder with fewer images. */
  minPerSubject: z.int().min(2).max(100_000).optional(),
  /** ARFF tables: excludes the rows, or the attributes, with missing values. @default they are refused */
  missing: z.enum(['rows', 'attributes']).optional(),
  /** Excludes duplicates: exact; also near; also recropped. */
  dropDuplicates: z.enum(['exact', 'near', 'recropped']).optional(),
  /** Reads files of bare samples, whatever their extension. @default AR's own files, recognised by their length */
  raw: rawSchema.optional(),
  /** Conversion of colours to grey. @default 'bt601' */
  grey: greyWeightsSchema.optional(),
  /** Discards the original colours, which take three times the space of the grey values. */
  greyOnly: z.boolean().optional(),
  /** Resampling filter. @default 'area' */
  filter: resizeFilterSchema.optional(),
  /** Resampled grey values: as computed, or rounded to integers. @default 'float' */
  depth: z.enum(['float', '8-bit']).optional(),
  /**
   * How images of another shape are resized: stretched, or with their proportions on a black canvas. Without a size the
   * canvas is as large as necessary; grey values are integers unless `depth` is 'float'. @default 'stretch'
   */
  fit: z.enum(['stretch', 'pad']).optional(),
  /** Without `fit` and a size: leaves out images that do not have the most common size. @default they are a doubt */
  skipOtherSizes: z.boolean().optional(),
  /** Also enlarges images that are smaller than the requested size. */
  enlarge: z.boolean().optional(),
});

export type ImportRecipe = z.infer<typeof importRecipeSchema>;

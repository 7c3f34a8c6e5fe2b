/** Calls and data of the contract: new datasets, from files or from the images of another dataset. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { PixelBlock } from '../images/pixelBlock.ts';
import { stepsSchema, type Point } from '../images/preprocess/steps.ts';
import type { Progress } from '../progress.ts';
import { base, eyeSource, id, token } from './procedures.ts';
import { datasetName, maxSide, type DatasetSummary, type ImportProblem } from './datasets.ts';
import { importRecipeSchema } from '../images/importRecipe.ts';

/** Rows × columns of the stored images. */
export const imageSize = z.strictObject({ rows: z.int().min(1).max(4096), cols: z.int().min(1).max(4096) });

/** What an import would do with a folder or file, before it does it. */
export interface ImportPreview {
  readonly layout: string;
  readonly layoutTitle: string;
  readonly suggestedName: string;
  readonly images: number;
  readonly subjects: number;
  /** Shape of the first readable image. */
  readonly rows: number | null;
  readonly cols: number | null;
  /** Folders of images only: how names were read, and what that gave. */
  readonly names?: NamePreview;
}

/** A shape that images of stacked pixels may have, and how some of them look in it. */
export interface ShapeChoice {
  readonly rows: number;
  readonly cols: number;
  readonly pixelOrder: 'rows' | 'columns';
  /**
   * Total variation as share of that of pixels in random order: the lower, the smoother; equal for a transposed
   * picture.
   */
  readonly roughness: number;
  readonly pictures: PixelBlock;
}

/** What a layout or pattern makes of the names in a folder. */
export interface NamePreview {
  readonly layouts: readonly { readonly id: string; readonly title: string }[];
  /** The regular expression with named groups. */
  readonly pattern: string;
  /** The first images. */
  readonly matches: readonly {
    readonly file: string;
    readonly subject: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
  /** Image files that do not follow it: their number and the first of them. */
  readonly unmatched: { readonly count: number; readonly files: readonly string[] };
  /** Named choices that the layout offers. */
  readonly subsets: readonly { readonly id: string; readonly title: string }[];
  /** Layouts that fit equally well and give other subjects: an import needs one of them named. Empty where one fits. */
  readonly readings: readonly NameReading[];
}

/** What one layout makes of names that several fit. */
export interface NameReading {
  readonly layout: string;
  readonly title: string;
  readonly subjects: number;
  /** The first subjects. */
  readonly examples: readonly string[];
}

/** A subject of a source, as its names assign images to it, before the import. */
export interface SubjectPreview {
  readonly subject: string;
  /** Images of the subject. */
  readonly count: number;
  /** Some of them; `reason` says why a file has no picture. */
  readonly images: readonly {
    readonly file: string;
    readonly picture: PixelBlock | null;
    readonly reason: string | null;
  }[];
}

/** A pattern that reads names of a folder. */
export interface PatternSuggestion {
  /** Where it finds the subject. */
  readonly title: string;
  readonly pattern: string;
  /** What it would come to. */
  readonly images: number;
  readonly subjects: number;
  /** The first subjects. */
  readonly examples: readonly string[];
}

export interface ImportReport {
  readonly dataset: DatasetSummary;
  readonly problems: readonly ImportProblem[];
  readonly seconds: number;
}

/** What a file with arrays or columns offers to choose from. */
export interface SourceArray {
  readonly name: string;
  /** Sizes, or the number of rows for the column of a table. */
  readonly dims: readonly number[];
  readonly kind: 'numbers' | 'text';
}

export type ImportEvent =
  /** `unit: '%'`: a file with many images is being decoded, and the progress is in per cent of that; else in images. */
  | { readonly kind: 'progress'; readonly progress: Progress; readonly unit?: '%' }
  | { readonly kind: 'done'; readonly report: ImportReport }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

/** What steps make of single images. */
export interface StepsPreview {
  readonly images: readonly {
    readonly file: string;
    readonly before: PixelBlock;
    /** Null where a step fails; `reason` says why. */
    readonly after: PixelBlock | null;
    readonly reason: string | null;
    /** Left and right eye as shares of width and height; null where they are not known. */
    readonly eyes: readonly [Point, Point] | null;
    /** Shape after the steps, before any reduction for the screen. */
    readonly rows: number;
    readonly cols: number;
  }[];
}

/** Calls that look at sources and make datasets. */
export const imports = {
  /** A new dataset from the images of another one. */
  preprocess: base
    .input(z.strictObject({ id, name: datasetName, steps: stepsSchema, eyes: eyeSource.optional() }))
    .output(eventIterator(type<ImportEvent>())),
  /**
   * Before and after of some images: of a dataset, or of a source that is not imported yet (`size` as in the import).
   */
  previewSteps: base
    .input(
      z.strictObject({
        of: z.union([
          z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(24) }),
          z.strictObject({
            token,
            recipe: importRecipeSchema.optional(),
            size: imageSize.nullable().optional(),
            count: z.int().min(1).max(24),
          }),
        ]),
        steps: stepsSchema.or(z.array(z.never()).length(0)),
        eyes: eyeSource.optional(),
        maxSide,
      }),
    )
    .output(type<StepsPreview>()),
  /** Arrays of a MATLAB or NumPy file, or columns of a table; none for folders and IDX files. */
  sourceArrays: base.input(z.strictObject({ token })).output(type<readonly SourceArray[]>()),
  previewImport: base
    .input(z.strictObject({ token, recipe: importRecipeSchema.optional() }))
    .output(type<ImportPreview>()),
  /** Patterns for a folder of images that no layout reads, the likeliest first; none for files. */
  suggestPatterns: base
    .input(z.strictObject({ token, recipe: importRecipeSchema.optional() }))
    .output(type<readonly PatternSuggestion[]>()),
  /** Three subjects, evenly spaced in natural order, with six of their images each. */
  previewSubjects: base
    .input(z.strictObject({ token, recipe: importRecipeSchema.optional(), maxSide }))
    .output(type<readonly SubjectPreview[]>()),
  /** Imports and reports; ending the stream cancels the import and leaves nothing behind. */
  import: base
    .input(
      z.strictObject({
        token,
        name: datasetName,
        size: imageSize.nullable(),
        recipe: importRecipeSchema.optional(),
      }),
    )
    .output(eventIterator(type<ImportEvent>())),
  /** Shapes for images whose shape nothing says, the smoothest first, each in both orders; none where it is known. */
  shapeChoices: base
    .input(z.strictObject({ token, recipe: importRecipeSchema.optional() }))
    .output(type<readonly ShapeChoice[]>()),
};

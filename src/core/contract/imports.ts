/** Calls and data of the contract: new datasets, from files or from the images of another dataset. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Decision, Doubt } from '../readings/reading.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import { stepsSchema, type Point } from '../images/preprocess/steps.ts';
import type { Progress } from '../progress.ts';
import { base, eyeSource, id, token, writing } from './procedures.ts';
import { datasetName, maxSide, type DatasetSummary, type ImportProblem } from './datasets.ts';
import { importRecipeSchema } from '../images/importRecipe.ts';

/** Rows × columns of the stored images. */
export const imageSize = z.strictObject({ rows: z.int().min(1).max(4096), cols: z.int().min(1).max(4096) });

/** Preview of an import of a folder or file. */
export interface ImportPreview {
  readonly layout: string;
  readonly layoutTitle: string;
  readonly suggestedName: string;
  readonly images: number;
  readonly subjects: number;
  /** Shape of the first image, before any resizing. */
  readonly rows: number | null;
  readonly cols: number | null;
  /** What needs no question, and what does; with doubts, the preview shows the first choice of each. */
  readonly decisions: readonly Decision[];
  readonly doubts: readonly Doubt[];
  /** The command that imports this reading without deciding anything again, to be run beside the source. */
  readonly command: string;
  /** Folders of images only: sizes of the images by their headers, the most common first. */
  readonly sizes?: readonly SizeCount[];
  /** Image files that cannot be read and are not among `images`: their number and the first of them. */
  readonly unreadable?: { readonly count: number; readonly files: readonly ImportProblem[] };
  /** Folders of images only: the layout and its matches. */
  readonly names?: NamePreview;
}

/** Images of one size, before any resizing. */
export interface SizeCount {
  readonly rows: number;
  readonly cols: number;
  readonly images: number;
}

/** How a layout or pattern parses the names in a folder. */
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
  /** Image files that do not match: their number and the first of them. */
  readonly unmatched: { readonly count: number; readonly files: readonly string[] };
  /** Named subsets of the layout. */
  readonly subsets: readonly { readonly id: string; readonly title: string }[];
}

/** A subject of a source, parsed from its file names, before the import. */
export interface SubjectPreview {
  readonly subject: string;
  /** Images of the subject. */
  readonly count: number;
  /** Some of them; `reason` says why a file cannot be decoded. */
  readonly images: readonly {
    readonly file: string;
    readonly picture: PixelBlock | null;
    readonly reason: string | null;
  }[];
}

export interface ImportReport {
  readonly dataset: DatasetSummary;
  readonly problems: readonly ImportProblem[];
  readonly seconds: number;
  /** What the import decided, one sentence; empty if nothing was left to decide. */
  readonly decided: string;
  /** The command that repeats the import without deciding anything again. */
  readonly command: string;
}

/** An array or column to choose from. */
export interface SourceArray {
  readonly name: string;
  /** Dimensions; the number of rows for the column of a table. */
  readonly dims: readonly number[];
  readonly kind: 'numbers' | 'text';
}

export type ImportEvent =
  /** `unit: '%'`: progress of decoding a file with many images; otherwise progress in images. */
  | { readonly kind: 'progress'; readonly progress: Progress; readonly unit?: '%' }
  | { readonly kind: 'done'; readonly report: ImportReport }
  /** The source can be read in several ways; nothing was stored. */
  | { readonly kind: 'question'; readonly doubts: readonly Doubt[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

/** Preview of preprocessing steps on single images. */
export interface StepsPreview {
  readonly images: readonly {
    readonly file: string;
    readonly before: PixelBlock;
    /** Null if a step fails; `reason` says why. */
    readonly after: PixelBlock | null;
    readonly reason: string | null;
    /** Left and right eye as shares of width and height; null if unknown. */
    readonly eyes: readonly [Point, Point] | null;
    /** Shape after the steps, before any reduction for the screen. */
    readonly rows: number;
    readonly cols: number;
  }[];
}

/** An import: its source, the name of the dataset, and the options. */
const importOrder = z.strictObject({
  token,
  name: datasetName,
  size: imageSize.nullable(),
  recipe: importRecipeSchema.optional(),
});

/** Calls that inspect sources and create datasets. */
export const imports = {
  /** A new dataset from the images of another one. */
  preprocess: writing
    .input(z.strictObject({ id, name: datasetName, steps: stepsSchema, eyes: eyeSource.optional() }))
    .output(eventIterator(type<ImportEvent>())),
  /** Some images before and after: of a dataset, or of a source before its import (`size` as in the import). */
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
  /** Arrays of a MATLAB or NumPy file, or columns of a table; empty for folders and IDX files. */
  sourceArrays: base.input(z.strictObject({ token })).output(type<readonly SourceArray[]>()),
  /** Counts what an import to this size keeps, with its decisions and doubts; nothing is stored. */
  previewImport: base
    .input(z.strictObject({ token, recipe: importRecipeSchema.optional(), size: imageSize.nullable().optional() }))
    .output(type<ImportPreview>()),
  /** Three subjects, evenly spaced in natural order, with six of their images each. */
  previewSubjects: base
    .input(z.strictObject({ token, recipe: importRecipeSchema.optional(), maxSide }))
    .output(type<readonly SubjectPreview[]>()),
  /** Imports and reports; ending the stream cancels the import and discards it. */
  import: writing.input(importOrder).output(eventIterator(type<ImportEvent>())),
  /** The dataset of that name if an import of these files, by their hashes, with these options made it; else null. */
  imported: base.input(importOrder).output(type<DatasetSummary | null>()),
};

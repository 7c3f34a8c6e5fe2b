/** Data of the contract: imports. */
import type { DatasetSummary } from './datasets.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { Progress } from '../progress.ts';

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
  /** Total variation as share of that of pixels in random order: the lower, the smoother; equal for a transposed picture. */
  readonly roughness: number;
  readonly pictures: PixelBlock;
}

/** What a layout or pattern makes of the names in a folder. */
export interface NamePreview {
  /** The layouts that can be asked for. */
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

export interface ImportProblem {
  readonly file: string;
  readonly reason: string;
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

/** The result of an import: plain data that the workspace stores. */
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import type { Doubt } from '../../core/readings/reading.ts';
import { asSentence } from '../../core/formats/formatError.ts';
import type { ImportPreview } from '../../core/contract/imports.ts';
import type { ImportProblem } from '../../core/contract/datasets.ts';
import type { DatasetProvenance } from '../../core/images/provenance.ts';
import type { Preprocessing } from '../../core/images/preprocess/steps.ts';

/** Rows × columns of the stored images. */
export interface ImageSize {
  readonly rows: number;
  readonly cols: number;
}

/**
 * Images as the workspace stores them: pixel (r, c) of image n is `pixels[(n·rows + r)·cols + c]` on the scale 0…255.
 * Bytes if every value is an integer of 0…255 (8-bit sources at their own size), float64 otherwise.
 */
export interface ImportedImages {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly pixels: Uint8Array | Float64Array;
  /**
   * Images `from` … `to` − 1 if they are spooled to the disk, which `pixels` copies; see `pixelsAt`. Absent: all are in
   * memory.
   */
  readonly part?: (from: number, to: number) => Uint8Array | Float64Array;
}

export interface ImportedDataset {
  /** Id of the recognised layout: orl, yale, matlab, folders, idx… */
  readonly layout: string;
  readonly images: ImportedImages;
  /** Subject of image n. */
  readonly subjects: readonly string[];
  /**
   * File of image n relative to the imported folder, with / between folders; "name.mat#12" for image 12 (from 1) of a
   * container.
   */
  readonly files: readonly string[];
  /** Attributes of image n, e.g. {condition: 'glasses'}; an empty object if there are none. */
  readonly attributes: readonly Readonly<Record<string, string>>[];
  /** Files that could not be imported, one sentence each. */
  readonly problems: readonly ImportProblem[];
  /** SHA-256 (hex) of shape, pixels and subjects: `datasetHash`. */
  readonly hash: string;
  /** RGB triples of image n on the scale of its pixels; null if it is grey. @default all are */
  readonly colours?: readonly (Uint8Array | Float64Array | null)[];
  /** Shape of image n in its file; null if it equals the shape of the images. @default all are equal */
  readonly fileShapes?: readonly (ImageSize | null)[];
  /** Processing of another dataset that produced the images. @default none, the images were imported */
  readonly preprocessing?: Preprocessing;
  /** Provenance. @default not recorded */
  readonly making?: DatasetProvenance;
  /** Discards spooled images, which cannot be read afterwards. @default nothing is spooled */
  readonly release?: () => void;
}

export interface ImportProgress {
  /** Set while a file of many images is decoded: done and total are percentages of a stage. @default images */
  readonly unit?: '%';
  readonly done: number;
  readonly total: number;
  /** The file being read. */
  readonly running: string;
}

export interface ImportOptions {
  /** A folder, or a file of many images. */
  readonly path: string;
  /** Resizes every image to this size; null keeps the most common size. */
  readonly size: ImageSize | null;
  /** Settings that files and names do not contain. @default none */
  readonly recipe?: ImportRecipe | undefined;
  /** Permitted real paths of link targets if the recipe follows links out of the folder. @default any */
  readonly roots?: readonly string[];
  /** Folder of spooled images that exceed the memory limit. @default the folder for temporary files */
  readonly folder?: string;
  /** Bytes of pixels held in memory. @default 64 MiB */
  readonly inMemory?: number;
  /** Aborting rejects the import with Cancelled within a second. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Previews an import of `path`. Throws `ImportError` if nothing can be imported, `Cancelled`. */
export type ScanImport = (
  path: string,
  recipe?: ImportRecipe,
  options?: Partial<Pick<ImportOptions, 'size' | 'roots' | 'signal'>>,
) => Promise<ImportPreview>;

/** Reads the images. Throws `ImportError` (nothing importable), `Cancelled`. */
export type ImportDataset = (options: ImportOptions) => Promise<ImportedDataset>;

/** The folder or file as a whole cannot be imported; the message is one sentence for the user. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError';

  constructor(message: string) {
    super(asSentence(message));
  }
}

/** The source has several readings; the import requires an option that picks one. */
export class ImportQuestion extends ImportError {
  override readonly name: string = 'ImportQuestion';
  readonly doubts: readonly Doubt[];

  constructor(doubts: readonly Doubt[]) {
    super(doubts.map(({ text }) => text).join(' '));
    this.doubts = doubts;
  }
}

/** What the import answers: plain data that the workspace stores. */
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
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
 * Bytes where every value is a whole grey value of 0…255 (8-bit sources at their own size), float64 otherwise.
 */
export interface ImportedImages {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly pixels: Uint8Array | Float64Array;
  /**
   * Images `from` … `to` − 1 of those that wait on the disk, of which `pixels` makes a copy; see `pixelsAt`. Absent:
   * all lie in memory.
   */
  readonly part?: (from: number, to: number) => Uint8Array | Float64Array;
}

export interface ImportedDataset {
  /** Id of the layout that was recognised: orl, yale, matlab, folders, idx… */
  readonly layout: string;
  readonly images: ImportedImages;
  /** Subject of image n. */
  readonly subjects: readonly string[];
  /**
   * File of image n relative to the imported folder, with / between folders; "name.mat#12" for image 12 (from 1) of a
   * container.
   */
  readonly files: readonly string[];
  /** Attributes of image n, e.g. {condition: 'glasses'}; an empty object where there are none. */
  readonly attributes: readonly Readonly<Record<string, string>>[];
  /** Files that could not be imported, one sentence each; the others were. */
  readonly problems: readonly ImportProblem[];
  /** SHA-256 (hex) of shape, pixels and subjects: `datasetHash`. */
  readonly hash: string;
  /** RGB triples of image n on the scale of its pixels; null where it is grey. @default all are */
  readonly colours?: readonly (Uint8Array | Float64Array | null)[];
  /** Shape of image n in its file; null where it is that of the images. @default all are */
  readonly fileShapes?: readonly (ImageSize | null)[];
  /** What made the images from those of another dataset. @default they were imported */
  readonly preprocessing?: Preprocessing;
  /** How it came to be. @default nobody wrote it down */
  readonly making?: DatasetProvenance;
  /** Gives up what waits on the disk; the images cannot be read afterwards. @default nothing waits */
  readonly release?: () => void;
}

export interface ImportProgress {
  /** Set while a file with many images is decoded: done and total are per cent of a stretch of that. @default images */
  readonly unit?: '%';
  readonly done: number;
  readonly total: number;
  /** The file being read. */
  readonly running: string;
}

export interface ImportOptions {
  /** A folder, or a file that holds many images. */
  readonly path: string;
  /** Brings every image to this size; null keeps the size that most images have. */
  readonly size: ImageSize | null;
  /** What files and names do not say themselves. @default nothing */
  readonly recipe?: ImportRecipe | undefined;
  /**
   * Real paths that links must stay in where the recipe follows those out of the folder. @default they may lead
   * anywhere
   */
  readonly roots?: readonly string[];
  /** Where images wait that are too many for memory. @default the folder for temporary files */
  readonly folder?: string;
  /** Bytes of pixels that wait in memory. @default 64 MiB */
  readonly inMemory?: number;
  /** Aborting makes the import reject with an `Cancelled` within a second. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** What an import of `path` would do. Throws `ImportError` where nothing can be imported. */
export type ScanImport = (
  path: string,
  recipe?: ImportRecipe,
  watch?: Pick<ImportOptions, 'roots' | 'signal'>,
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

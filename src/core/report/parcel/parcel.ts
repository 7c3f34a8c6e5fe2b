/**
 * A study as a parcel: one archive of plain files with a README, machine-readable metadata, and the input of
 * `eigenbench reproduce`. Images are included on request only.
 */

/** Paths of the files that `reproduce` reads. */
export const PARCEL_MANIFEST = 'manifest.json';
/** Size and digest of every other file. */
export const PARCEL_FILES = 'files.json';
export const FILES_FORMAT = 'eigenbench-files';
export const FILES_VERSION = 1;
/** RO-Crate metadata. */
export const PARCEL_METADATA = 'ro-crate-metadata.json';
export const PARCEL_IMAGES = 'images/images.npz';
export const PARCEL_METHODS = 'methods/';
/** Attached vectors used by the rows of the study, `<name>.npy`, one row per image in the order of the dataset. */
export const PARCEL_VECTORS = 'vectors/';

/** Files that every parcel has, in addition to its list. */
export const PARCEL_ALWAYS = [
  'README.md',
  PARCEL_METADATA,
  PARCEL_MANIFEST,
  'results/table.md',
  'results/table.csv',
  'results/cells.csv',
  'results/report.html',
  'results/references.bib',
  'splits.json',
  'spec.json',
] as const;

/** An entry of `files.json`. */
export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 (hex). */
  readonly sha256: string;
}

export interface ParcelFile {
  /** Path in the archive, with / between folders. */
  readonly name: string;
  /** Description, without a full stop. */
  readonly about: string;
  readonly content: () => Iterable<Uint8Array>;
  /** Already compressed. */
  readonly stored?: boolean;
}

/** An external method of the study; `missing`: why its folder is not included, or null. */
export interface ParcelMethod {
  readonly id: string;
  readonly label: string;
  readonly version: string;
  readonly missing: string | null;
}

export interface Parcel {
  readonly study: string;
  /** ISO date of the creation of the study. */
  readonly created: string;
  readonly version: string;
  readonly dataset: {
    readonly name: string;
    readonly hash: string;
    readonly images: number;
    readonly subjects: number;
  };
  /** Command lines that build the images from the original files of the database; empty if they were not recorded. */
  readonly commands: readonly string[];
  /** Terms of the database; null if unknown. */
  readonly terms: string | null;
  readonly hasImages: boolean;
  /** Number of cells, and of finished cells. */
  readonly cells: { readonly total: number; readonly done: number };
  /** Methods paragraph for a paper. */
  readonly paragraph: string;
  readonly methods: readonly ParcelMethod[];
  readonly files: readonly ParcelFile[];
}

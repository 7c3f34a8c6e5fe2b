/**
 * A study as a parcel: one archive of plain files, with what a person reads first, what other programs read and what
 * `eigenbench reproduce` runs again. Its images only where they are asked for.
 */

/** Where a parcel has what `reproduce` reads. */
export const PARCEL_MANIFEST = 'manifest.json';
export const PARCEL_IMAGES = 'images/images.npz';
export const PARCEL_METHODS = 'methods/';
/** Attached vectors that the rows of the study use, `<name>.npy`, a row per image in the order of the dataset. */
export const PARCEL_VECTORS = 'vectors/';

export interface ParcelFile {
  /** In the archive, with / between folders. */
  readonly name: string;
  /** What it holds, without a full stop. */
  readonly about: string;
  readonly content: () => Iterable<Uint8Array>;
  /** Compressed already. */
  readonly stored?: boolean;
}

/** An external method of the study; why its folder is not in the parcel, or null. */
export interface ParcelMethod {
  readonly id: string;
  readonly label: string;
  readonly version: string;
  readonly missing: string | null;
}

export interface Parcel {
  readonly study: string;
  /** ISO date on which the study was made. */
  readonly created: string;
  readonly version: string;
  readonly dataset: {
    readonly name: string;
    readonly hash: string;
    readonly images: number;
    readonly subjects: number;
  };
  /** Command lines that make the images from the database's own files; none where nobody wrote them down. */
  readonly commands: readonly string[];
  /** The terms of the database, where they are known; else null. */
  readonly terms: string | null;
  readonly hasImages: boolean;
  /** Cells of the study, and how many of them are finished. */
  readonly cells: { readonly total: number; readonly done: number };
  /** How it was evaluated, as the paragraph for a paper. */
  readonly paragraph: string;
  readonly methods: readonly ParcelMethod[];
  readonly files: readonly ParcelFile[];
}

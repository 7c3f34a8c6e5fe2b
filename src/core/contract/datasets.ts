/** Calls and data of the contract: datasets. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { attachmentName } from '../features/attachedVectors.ts';
import { datasetFormats } from '../formats/labelledImages.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { DatasetProvenance } from '../images/provenance.ts';
import type { Preprocessing } from '../images/preprocess/steps.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { base, byId, id, longRead, quickRead, writing } from './procedures.ts';
import { sentFile } from './files.ts';
import { notebookChangeSchema, type HistoryEntry, type NotebookEntry } from './notebook.ts';

export const datasetName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must have at most 60 characters')
  .regex(/^[^/\\]*$/, 'must not contain / or \\')
  .regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);
/** Maximum pixels per side of a preview. */
export const maxSide = z.int().min(8).max(512);

/** A file that could not be read. */
export interface ImportProblem {
  readonly file: string;
  readonly reason: string;
}

export interface DatasetSummary extends NotebookEntry {
  readonly id: number;
  readonly name: string;
  readonly layout: string;
  readonly source: string;
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly subjects: number;
  /** Minimum and maximum images per subject. */
  readonly perSubject: readonly [number, number];
  /** Minimum and maximum stored grey value, excluded images included. */
  readonly range: readonly [number, number];
  /** SHA-256 (hex) of shape, pixels and labels. */
  readonly hash: string;
  readonly createdAt: string;
  /** Files that the import could not read. */
  readonly problems: readonly ImportProblem[];
  /** Number of images excluded after the import. */
  readonly excluded: number;
  /** Whether the original colours were kept; grey weights can then be changed. */
  readonly coloured: boolean;
  /** How it was derived from another dataset; null for imported ones. */
  readonly preprocessing: Preprocessing | null;
}

export interface DatasetDetails extends DatasetSummary {
  readonly bySubject: readonly DatasetSubject[];
  readonly excludedImages: readonly ExcludedImage[];
}

/** An excluded image; `key` restores it. */
export interface ExcludedImage {
  readonly key: number;
  readonly file: string;
  readonly subject: string;
}

/** The values of one attribute, with the number of images per value. */
export interface AttributeValues {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Mean images, on the scale of the thumbnails. */
export interface MeanFaces {
  /** Of all images. */
  readonly whole: PixelBlock;
  /** Of each subject, in the order of `names`. */
  readonly subjects: PixelBlock;
  readonly names: readonly string[];
}

/** Eigenvalues of the covariance matrix (divisor N) of the images as vectors, descending. */
export interface EigenSpectrum {
  readonly values: readonly number[];
  /** Sum of all eigenvalues, unlisted ones included: the total variance. */
  readonly total: number;
  /** Number of images; evenly spaced samples of large datasets. */
  readonly images: number;
}

/** Maximum number of eigenfaces. */
export const COMPONENTS = 6;

/** Steps along a component in standard deviations, from the mean image. */
export const COMPONENT_STEPS = [-3, -1.5, 0, 1.5, 3];

/** Eigenfaces: how the leading principal components change the mean image. */
export interface ComponentFaces {
  /** Share of the total variance, from 0 to 1, per component. */
  readonly shares: readonly number[];
  /** Number of images, as in `EigenSpectrum`. */
  readonly images: number;
  /** One face per component and step. */
  readonly faces: PixelBlock;
}

export interface DatasetSubject {
  readonly subject: string;
  readonly images: readonly {
    readonly index: number;
    readonly file: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
}

/** Provenance of a dataset. */
export interface DatasetMaking {
  readonly stages: DatasetProvenance;
  /** One per stage. */
  readonly commands: readonly string[];
}

/** Vectors that another program computed from the images. */
export interface AttachmentSummary {
  /** Name in specs. */
  readonly name: string;
  /** The source file. */
  readonly source: string;
  /** SHA-256 (hex) of length and values. */
  readonly hash: string;
  /** Numbers per image. */
  readonly length: number;
  readonly addedAt: string;
  /** False if the dataset's images are no longer those that the vectors were computed from. */
  readonly usable: boolean;
  /** Whether the network is stored; it then computes the vectors of perturbed images as well. */
  readonly network: boolean;
}

export const datasets = {
  list: base.output(type<readonly DatasetSummary[]>()),
  get: quickRead.input(byId).output(type<DatasetDetails>()),
  /** 8-bit previews of the images with these indices, reduced to at most `maxSide` pixels per side. */
  thumbnails: quickRead
    .input(z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(500), maxSide }))
    .output(type<PixelBlock>()),
  attachments: base.input(byId).output(type<readonly AttachmentSummary[]>()),
  /**
   * Joins vectors of a file to the images, by order, file name or position. INVALID if they do not fit; CONFLICT if the
   * name is in use and `replace` is not set, or if studies use the present vectors.
   */
  attach: writing
    .input(z.strictObject({ id, file: sentFile, name: attachmentName, replace: z.boolean().default(false) }))
    .output(type<AttachmentSummary & { readonly joinedBy: string }>()),
  /** CONFLICT if studies use them. */
  detach: writing.input(z.strictObject({ id, name: z.string() })).output(type<null>()),
  rename: writing.input(z.strictObject({ id, name: datasetName })).output(type<DatasetSummary>()),
  /** Sets note, tags or star; absent fields stay. */
  annotate: writing.input(z.strictObject({ id, change: notebookChangeSchema })).output(type<DatasetSummary>()),
  /** Provenance: stages and command lines. */
  making: base.input(byId).output(type<DatasetMaking>()),
  /** History of changes, newest first. */
  history: base.input(byId).output(type<readonly HistoryEntry[]>()),
  /** Hides the dataset. It can be restored for an hour, then until the workspace is next opened. */
  delete: writing.input(byId).output(type<null>()),
  /** Undoes a deletion. */
  restore: writing.input(byId).output(type<DatasetSummary>()),
  /**
   * Adds synthetic faces, in 35 ms per subject; by default as many subjects as in the demo. CONFLICT for a name
   * in use.
   */
  draw: writing
    .input(z.strictObject({ name: datasetName, subjects: z.int().min(2).max(40).optional() }))
    .output(type<DatasetSummary>()),
  /** Excludes images (indices), which changes the hash of the dataset. Refused while a study uses it. */
  exclude: writing
    .input(z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(100_000) }))
    .output(type<DatasetSummary>()),
  /** Restores excluded images (keys) to their positions. */
  include: writing
    .input(z.strictObject({ id, keys: z.array(z.int().min(1)).min(1).max(100_000) }))
    .output(type<DatasetSummary>()),
  attributes: base.input(byId).output(type<readonly AttributeValues[]>()),
  /** Mean image of the dataset and of each subject, reduced to at most `maxSide` pixels per side. */
  means: longRead.input(z.strictObject({ id, maxSide })).output(type<MeanFaces>()),
  spectrum: longRead.input(byId).output(type<EigenSpectrum>()),
  componentFaces: longRead.input(z.strictObject({ id, maxSide })).output(type<ComponentFaces>()),
  /** The dataset as a file: NumPy archive, MATLAB files, or ZIP of a folder of PNG images. */
  export: longRead
    .input(z.strictObject({ id, format: z.enum(datasetFormats.map((format) => format.id)) }))
    .output(type<File>()),
};

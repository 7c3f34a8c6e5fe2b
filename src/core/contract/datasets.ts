/** Calls and data of the contract: datasets. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { attachmentName } from '../features/attachedVectors.ts';
import { datasetFormats } from '../formats/labelledImages.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { DatasetProvenance } from '../images/provenance.ts';
import type { Preprocessing } from '../images/preprocess/steps.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { base, byId, id, longRead, quickRead } from './procedures.ts';
import { sentFile } from './files.ts';
import { notebookChangeSchema, type HistoryEntry, type NotebookEntry } from './notebook.ts';

export const datasetName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must have at most 60 characters')
  .regex(/^[^/\\]*$/, 'must not contain / or \\')
  .regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);
/** Greatest number of pixels a side of a preview. */
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
  /** Least and greatest number of images per subject. */
  readonly perSubject: readonly [number, number];
  /** Least and greatest stored pixel, those of excluded images included. */
  readonly range: readonly [number, number];
  /** SHA-256 (hex) of shape, pixels and labels. */
  readonly hash: string;
  readonly createdAt: string;
  /** Files the import could not read. */
  readonly problems: readonly ImportProblem[];
  /** Number of images that were excluded after the import. */
  readonly excluded: number;
  /** Whether the colours of the originals were kept, so that grey weights can be chosen again. */
  readonly coloured: boolean;
  /** What made it from another dataset; null for imported ones. */
  readonly preprocessing: Preprocessing | null;
}

export interface DatasetDetails extends DatasetSummary {
  readonly bySubject: readonly DatasetSubject[];
  readonly excludedImages: readonly ExcludedImage[];
}

/** An image that takes no part; `key` names it when it is to come back. */
export interface ExcludedImage {
  readonly key: number;
  readonly file: string;
  readonly subject: string;
}

/** The values of one attribute, with the number of images that have each. */
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
  /** The sum of all eigenvalues, also of those that are not listed: the total variance. */
  readonly total: number;
  /** Number of images; in large datasets evenly spaced ones among all. */
  readonly images: number;
}

/** Most components that eigenfaces are of. */
export const COMPONENTS = 6;

/** Steps along a component in standard deviations, from the mean image. */
export const COMPONENT_STEPS = [-3, -1.5, 0, 1.5, 3];

/** Eigenfaces: what the leading principal components change in the mean image. */
export interface ComponentFaces {
  /** Of the total variance, from 0 to 1, by component. */
  readonly shares: readonly number[];
  /** Number of images, as in `EigenSpectrum`. */
  readonly images: number;
  /** Of each component a face per step. */
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

/** How a dataset came to be. */
export interface DatasetMaking {
  readonly stages: DatasetProvenance;
  /** One a stage. */
  readonly commands: readonly string[];
}

/** Vectors that another program computed from the images. */
export interface AttachmentSummary {
  /** What specs call them. */
  readonly name: string;
  /** The file that they came from. */
  readonly source: string;
  /** SHA-256 (hex) of length and values. */
  readonly hash: string;
  /** Numbers per image. */
  readonly length: number;
  readonly addedAt: string;
  /** False while the dataset has other images than those that they were computed from. */
  readonly usable: boolean;
  /** Their network is kept: it computes those of perturbed images, too. */
  readonly network: boolean;
}

export const datasets = {
  list: base.output(type<readonly DatasetSummary[]>()),
  get: quickRead.input(byId).output(type<DatasetDetails>()),
  /** 8-bit previews of the images with these indices, reduced to at most `maxSide` pixels a side. */
  thumbnails: quickRead
    .input(z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(500), maxSide }))
    .output(type<PixelBlock>()),
  attachments: base.input(byId).output(type<readonly AttachmentSummary[]>()),
  /**
   * Joins vectors of a file to the images, by order, file name or position. INVALID for what does not fit; CONFLICT
   * where the name is taken and `replace` is not set, or studies use what it names.
   */
  attach: base
    .input(z.strictObject({ id, file: sentFile, name: attachmentName, replace: z.boolean().default(false) }))
    .output(type<AttachmentSummary & { readonly joinedBy: string }>()),
  /** CONFLICT where studies use them. */
  detach: base.input(z.strictObject({ id, name: z.string() })).output(type<null>()),
  rename: base.input(z.strictObject({ id, name: datasetName })).output(type<DatasetSummary>()),
  /** Note, tags, star, archive: those that are named. */
  annotate: base.input(z.strictObject({ id, change: notebookChangeSchema })).output(type<DatasetSummary>()),
  /** How it came to be: its stages, and as command lines. */
  making: base.input(byId).output(type<DatasetMaking>()),
  /** What was done to it, the newest first. */
  history: base.input(byId).output(type<readonly HistoryEntry[]>()),
  /** Hides the dataset; it can be restored for an hour, and until the workspace is opened again after that. */
  delete: base.input(byId).output(type<null>()),
  /** Takes a deletion back. */
  restore: base.input(byId).output(type<DatasetSummary>()),
  /**
   * Adds faces that the program draws, in 35 ms per subject; without a number of subjects those of the demo. CONFLICT
   * for a name in use.
   */
  draw: base
    .input(z.strictObject({ name: datasetName, subjects: z.int().min(2).max(40).optional() }))
    .output(type<DatasetSummary>()),
  /** Takes images (indices) out of the dataset, whose hash changes with that; not while a study uses it. */
  exclude: base
    .input(z.strictObject({ id, index: z.array(z.int().min(0)).min(1).max(100_000) }))
    .output(type<DatasetSummary>()),
  /** Brings excluded images (keys) back to their places. */
  include: base
    .input(z.strictObject({ id, keys: z.array(z.int().min(1)).min(1).max(100_000) }))
    .output(type<DatasetSummary>()),
  attributes: base.input(byId).output(type<readonly AttributeValues[]>()),
  /** The mean image, and that of each subject, reduced to at most `maxSide` pixels a side. */
  means: longRead.input(z.strictObject({ id, maxSide })).output(type<MeanFaces>()),
  spectrum: longRead.input(byId).output(type<EigenSpectrum>()),
  componentFaces: longRead.input(z.strictObject({ id, maxSide })).output(type<ComponentFaces>()),
  /** The dataset as a file: NumPy archive, MATLAB files, or ZIP of a folder of PNG images. */
  export: longRead
    .input(z.strictObject({ id, format: z.enum(datasetFormats.map((format) => format.id)) }))
    .output(type<File>()),
};

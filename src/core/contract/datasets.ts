/** Data of the contract: datasets. */
import type { ImportProblem } from './imports.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { Preprocessing } from '../images/preprocess/provenance.ts';
import type { Point } from '../images/preprocess/steps.ts';

export interface DatasetSummary {
  readonly id: number;
  readonly name: string;
  readonly layout: string;
  readonly source: string;
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly subjects: number;
  /** Least and greatest number of images a subject has. */
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
  /** Whether the colours of the originals were kept, so that grey weights can be chosen anew. */
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

export interface DatasetSubject {
  readonly subject: string;
  readonly images: readonly {
    readonly index: number;
    readonly file: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
}

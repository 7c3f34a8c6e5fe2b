/** Data of the contract: what the engine answers. */
import type { Audit } from '../images/audit/audit.ts';
import type { Point } from '../images/preprocess/steps.ts';
import type { Preprocessing } from '../images/preprocess/provenance.ts';
import type { Citation, LatentShape, Parameter } from '../methods/method.ts';
import type { Condition, Curve, Progress, StudyTable } from '../study/result.ts';
import type { Measure } from '../study/measures/measures.ts';
import type { ConfusedPair } from '../study/table/confusion.ts';
import type { PairReport } from '../study/comparison/pairReport.ts';
import type { StudySpec } from '../study/spec/spec.ts';

export type { Preprocessing };

export interface WorkspaceInfo {
  readonly path: string;
  readonly appVersion: string;
  readonly schemaVersion: number;
  readonly kernel: string;
  readonly processors: number;
  /** 'desktop' hosts have native dialogs, 'browser' hosts serve a folder picker. */
  readonly host: 'desktop' | 'browser';
  /** What the user should know of the file, each one sentence. */
  readonly notices: readonly string[];
  /** Bytes of the file, and of them unused. */
  readonly space: { readonly bytes: number; readonly free: number };
}

/** Something that is not as it was stored. */
export interface WorkspaceFinding {
  /** One sentence. */
  readonly text: string;
  readonly repairable: boolean;
  readonly repaired: boolean;
}

export interface UserSettings {
  /** Worker threads; 0 means one a processor. */
  readonly workers: number;
  readonly theme: 'system' | 'light' | 'dark';
}

/** A place that the user may import from. The token stands for a path which stays in the engine. */
export interface FileEntry {
  readonly token: string;
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly size: number | null;
}

/** What a file is chosen for. */
export type FileUse = 'images' | 'eyes';

export interface FileListing {
  /** Where we are, as shown to the user; null at the list of roots. */
  readonly location: string | null;
  readonly token: string | null;
  readonly parent: string | null;
  readonly entries: readonly FileEntry[];
}

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

/** What a file with arrays or columns offers to choose from. */
export interface SourceArray {
  readonly name: string;
  /** Sizes, or the number of rows for the column of a table. */
  readonly dims: readonly number[];
  readonly kind: 'numbers' | 'text';
}

/** Defects of a dataset. */
export interface DatasetAudit extends Audit {
  /** File and subject of every image that is named by its number. */
  readonly images: Readonly<Record<number, { readonly file: string; readonly subject: string }>>;
  /** Images whose file had another shape than most, brought to the one of the dataset. */
  readonly sizes: OddSizes;
  /** What is wrong with the eye positions; null where none were given. */
  readonly eyes: EyeAudit | null;
}

/** Sent while a dataset is audited: per cent of the work, then what was found. */
export type AuditEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly audit: DatasetAudit }
  | { readonly kind: 'failed'; readonly reason: string };

export interface OddSizes {
  /** Shape that most files had; null where the import changed no shape. */
  readonly usual: { readonly rows: number; readonly cols: number } | null;
  readonly odd: readonly { readonly image: number; readonly rows: number; readonly cols: number }[];
}

export interface EyeAudit {
  /** Images that the eye positions name. */
  readonly known: number;
  readonly missing: readonly number[];
  /** Images whose left and right eye are exchanged in the file; they are put in order. */
  readonly swapped: readonly number[];
  readonly suspicious: readonly {
    readonly image: number;
    readonly reason: string;
    readonly left: { readonly x: number; readonly y: number };
    readonly right: { readonly x: number; readonly y: number };
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

/** Grey images for the screen: 8 bits a pixel, row by row, base64. */
export interface PixelBlock {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly pixels: string;
}

export interface MethodInfo {
  readonly id: string;
  readonly title: string;
  readonly fullName: string;
  readonly family: string;
  readonly description: string;
  readonly citation: Citation;
  readonly latentKind: 'vector' | 'matrix';
  readonly latentNames: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly nested: boolean;
  readonly appearance: Appearance;
}

/** The one colour and marker of a method, in every chart, table and legend. */
export interface Appearance {
  readonly light: string;
  readonly dark: string;
  readonly marker: 'circle' | 'triangle' | 'rect' | 'rectRot' | 'star' | 'cross';
  readonly dash: readonly number[];
}

/** The size of a study before it runs. */
export interface StudyPreview {
  readonly cells: number;
  readonly fits: number;
  readonly conditions: readonly Condition[];
  readonly methods: readonly { readonly label: string; readonly shapes: number; readonly largest: LatentShape }[];
  readonly warnings: readonly string[];
}

export type StudyState = 'ready' | 'running' | 'stopped' | 'finished';

export interface StudySummary {
  readonly id: number;
  readonly name: string;
  readonly dataset: string;
  readonly state: StudyState;
  readonly cells: { readonly total: number; readonly done: number; readonly failed: number };
  readonly createdAt: string;
  /** Seconds of computing so far, over all workers. */
  readonly seconds: number;
  /** Why its last run ended before it was finished, as the end of a sentence ("the disk is full"); null: it was not. */
  readonly fault: string | null;
}

export interface StudyDetails extends StudySummary {
  readonly spec: StudySpec;
  readonly methods: readonly { readonly label: string; readonly methodId: string; readonly appearance: Appearance }[];
  /** What its cells measure, the error rate first. */
  readonly measures: readonly Measure[];
}

export interface FailedCell {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly reason: string;
}

/** Sent while a study is watched: the state, and a revision that grows whenever the table has changed. */
export interface StudyEvent {
  readonly state: StudyState;
  readonly progress: Progress;
  readonly revision: number;
  /** Paused, but the cells that were running then are not finished yet. */
  readonly pausing: boolean;
  /** Why the last run ended before it was finished, as the end of a sentence; null: it did not. */
  readonly fault: string | null;
}

export type ImportEvent =
  /** `unit: '%'`: a file with many images is being decoded, and the progress is in per cent of that; else in images. */
  | { readonly kind: 'progress'; readonly progress: Progress; readonly unit?: '%' }
  | { readonly kind: 'done'; readonly report: ImportReport }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

export interface StudyResults {
  readonly table: StudyTable;
  readonly curves: readonly Curve[];
  readonly failed: readonly FailedCell[];
}

/** Confusion of subjects over the finished repeats of one method and condition. */
export interface StudyConfusion {
  /** The shape of the table; null when nothing has finished. */
  readonly shape: LatentShape | null;
  readonly repeats: number;
  readonly subjects: readonly string[];
  /** `counts[truth][predicted]` */
  readonly counts: readonly (readonly number[])[];
  /** The errors, most frequent first. */
  readonly pairs: readonly ConfusedPair[];
}

/** Test images of one cell that were taken for another subject. */
export interface StudyMistakes {
  readonly datasetId: number;
  /** Test images of the cell. */
  readonly tests: number;
  readonly mistakes: readonly {
    /** Positions in the dataset: the test image, and the image of the gallery that it was taken for. */
    readonly image: number;
    readonly nearest: number;
    readonly truth: string;
    readonly predicted: string;
    /** The first image of the true subject in the gallery; null where it has none there. */
    readonly right: number | null;
  }[];
}

/** Two methods in one condition of a study. */
export interface PairComparison {
  readonly condition: string;
  readonly title: string;
  readonly report: PairReport;
}

/** 0-based indices of the images of one split; `gallery` is null where the training images are the gallery. */
export interface StudySplit {
  readonly datasetId: number;
  /** Number of repeats that every condition of the study has. */
  readonly repeats: number;
  readonly train: readonly number[];
  readonly test: readonly number[];
  readonly gallery: readonly number[] | null;
  /** SHA-256 (hex) of the index lists, as in the manifest. */
  readonly hash: string;
}

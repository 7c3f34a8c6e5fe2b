/**
 * An experiment of a paper: a declaration (paper and item, requirements, published numbers, criteria of the verdict)
 * and its computation. One file per experiment, one line in registry.ts; the command, the page and the documents follow
 * from the declaration.
 */
import type { ImageSet } from '../images/imageSet.ts';
import type { FitContext } from '../methods/method.ts';
import type { StudyTable } from '../study/table/table.ts';
import type { StudySpecInput } from '../study/spec/spec.ts';
import type { DatabaseId } from './databases.ts';
import type { PaperId } from './papers.ts';
import type { ExperimentResult } from './result.ts';
import type { Cause } from './verdict.ts';
import type { PublishedMeans, PublishedRows } from './tableOfStudy.ts';

export const SIZES = ['quick', 'full'] as const;
/** 'quick': seconds, to see that it works; 'full': the size of the paper. */
export type Size = (typeof SIZES)[number];

/** A number or a statement of the paper, and its location. */
export interface PublishedValue {
  readonly what: string;
  /** As printed; a sentence for drawn values. */
  readonly value: string;
  /** "Table I", "page 499" */
  readonly where: string;
}

/** Error rates of a paper in per cent, by the conditions and methods of a study of the same database. */
export interface PublishedTable {
  readonly database: DatabaseId;
  /** Keys, in the order of the rows. */
  readonly conditions: readonly string[];
  readonly rows: PublishedRows | PublishedMeans;
  /** How they are derived from the printed numbers; absent: as printed. */
  readonly from?: string;
}

export interface DataChoice {
  readonly database: DatabaseId;
  /** A stand-in for the paper's database: it shows the same effect, not the same numbers. */
  readonly standIn?: true;
}

/** Images of the workspace, recognised as a database. */
export interface PaperData {
  readonly database: DatabaseId;
  readonly images: ImageSet;
  /** Subject numbers 0 … K−1; −1 for images that are left out. */
  readonly labels: Int32Array;
  readonly standIn: boolean;
}

/** Context of a run, for progress and timing. */
export interface RunContext extends Pick<FitContext, 'checkCancelled'> {
  /** Called with the number of finished parts, their total, and the part that is running. */
  readonly onProgress: (done: number, total: number, running: string) => void;
  /** Processor seconds of this thread since an arbitrary moment. */
  readonly clock: () => number;
}

interface Declared {
  readonly id: string;
  readonly paper: PaperId;
  /** "Table IV", "Fig. 2" */
  readonly item: string;
  readonly title: string;
  /** What is computed, in one or two sentences. */
  readonly description: string;
  /** In order of preference; empty if it generates its data. */
  readonly data: readonly DataChoice[];
  readonly sizes: Readonly<Record<Size, string>>;
  readonly published: readonly PublishedValue[];
  /** The criterion of the verdict, as a sentence; VERDICT_RULE states the consequences. */
  readonly rule: string;
  /** Known reasons for differences. */
  readonly differences: readonly string[];
  /** What `differences` shows to be the reason where the experiment is not reproduced. */
  readonly cause?: Cause;
}

/** A custom computation, which runs in one thread. */
export interface CustomExperiment extends Declared {
  readonly kind: 'own';
  /** `data` is null if the experiment generates its own. Throws FitError if a fit fails. */
  readonly run: (data: PaperData | null, size: Size, context: RunContext) => ExperimentResult;
}

/** A study, whose table is evaluated. */
export interface StudyExperiment extends Declared {
  readonly kind: 'study';
  /** Absent: the paper has no numbers to compare a study with. */
  readonly numbers?: PublishedTable;
  /** The spec without name and dataset. */
  readonly spec: (size: Size, database: DatabaseId) => Omit<StudySpecInput, 'name' | 'dataset'>;
  readonly read: (table: StudyTable, database: DatabaseId) => ExperimentResult;
}

/** An experiment that is not reproduced here; `why` says why. */
export interface MissingExperiment extends Declared {
  readonly kind: 'missing';
  readonly why: string;
}

export type Experiment = CustomExperiment | StudyExperiment | MissingExperiment;

/** The data of an experiment that requires some. Throws RangeError if they are missing. */
export function requireData(data: PaperData | null, id: string): PaperData {
  if (!data) throw new RangeError(`${id} needs images, found none`);
  return data;
}

/**
 * What an experiment of a paper is: a declaration (which paper and item, what it needs, what was published, how it is
 * judged) alongside the computation. One file per experiment, one line in registry.ts; the command, the page and the
 * documents follow from the declaration.
 */
import type { ImageSet } from '../images/imageSet.ts';
import type { FitContext } from '../methods/method.ts';
import type { StudyTable } from '../study/table/table.ts';
import type { StudySpecInput } from '../study/spec/spec.ts';
import type { DatabaseId } from './databases.ts';
import type { PaperId } from './papers.ts';
import type { ExperimentResult } from './result.ts';
import type { PublishedMeans, PublishedRows } from './tableOfStudy.ts';

export const SIZES = ['quick', 'full'] as const;
/** 'quick': seconds, to see that it works; 'full': as large as in the paper. */
export type Size = (typeof SIZES)[number];

/** A number or a sentence of the paper, and where it stands. */
export interface PublishedValue {
  readonly what: string;
  /** As printed; a sentence for what is only drawn. */
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
  /** How they come from what is printed; absent: as printed. */
  readonly from?: string;
}

export interface DataChoice {
  readonly database: DatabaseId;
  /** It is not the paper's: it shows the same effect, not the same numbers. */
  readonly standIn?: true;
}

/** Images of the workspace, recognised as a database. */
export interface PaperData {
  readonly database: DatabaseId;
  readonly images: ImageSet;
  /** Subject numbers 0 … K−1, −1 for images that take no part. */
  readonly labels: Int32Array;
  readonly standIn: boolean;
}

/** What a computation is given to tell of itself. */
export interface RunContext extends Pick<FitContext, 'checkCancelled'> {
  /** Hears how many of how many parts are done, and what is computed now. */
  readonly told: (done: number, total: number, running: string) => void;
  /** Processor seconds of this thread since any moment. */
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
  /** In the order of preference; empty: it draws its own data. */
  readonly data: readonly DataChoice[];
  readonly sizes: Readonly<Record<Size, string>>;
  readonly published: readonly PublishedValue[];
  /** What the verdict of this experiment asks for, as a sentence; VERDICT_RULE says what follows. */
  readonly rule: string;
  /** Known reasons for differences. */
  readonly differences: readonly string[];
}

/** A computation of its own, which runs in one thread. */
export interface CustomExperiment extends Declared {
  readonly kind: 'own';
  /** `data` is null where the experiment draws its own. Throws FitError where a fit cannot be had. */
  readonly run: (data: PaperData | null, size: Size, context: RunContext) => ExperimentResult;
}

/** A study, whose table is read. */
export interface StudyExperiment extends Declared {
  readonly kind: 'study';
  /** All of a spec but its name and dataset. */
  /** Absent: the paper has none that a study can be compared with. */
  readonly numbers?: PublishedTable;
  readonly spec: (size: Size, database: DatabaseId) => Omit<StudySpecInput, 'name' | 'dataset'>;
  readonly read: (table: StudyTable, database: DatabaseId) => ExperimentResult;
}

/** An experiment that is not reproduced here; `why` says why. */
export interface MissingExperiment extends Declared {
  readonly kind: 'missing';
  readonly why: string;
}

export type Experiment = CustomExperiment | StudyExperiment | MissingExperiment;

/** The data of an experiment that needs some. Throws RangeError where there are none. */
export function requireData(data: PaperData | null, id: string): PaperData {
  if (!data) throw new RangeError(`${id} needs images, found none`);
  return data;
}

/** Calls and data of the contract: experiments of the papers, and their results. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Database, DatabaseId } from '../papers/databases.ts';
import type { Experiment, CustomExperiment, PublishedTable, Size } from '../papers/experiment.ts';
import { paperFormats } from '../papers/export/formats.ts';
import { databaseSchema, sizeSchema, type ExperimentRecord } from '../papers/record.ts';
import type { Verdict } from '../papers/verdict.ts';
import type { Progress } from '../progress.ts';
import { base, writing } from './procedures.ts';

/** A database that an experiment can run on, and whether the workspace has it. */
export interface PaperDataState extends Omit<Database, 'anySize' | 'hash'> {
  readonly database: DatabaseId;
  readonly standIn: boolean;
  /** The dataset that matches it; null if there is none. */
  readonly dataset: { readonly name: string; readonly by: 'hash' | 'counts' } | null;
  /** Hash of the original files as imported by this program; null if they were never available. */
  readonly hash: string | null;
}

/** A stored result without its charts and images. */
export interface PaperResultSummary {
  readonly size: Size;
  readonly database: DatabaseId | null;
  readonly standIn: boolean;
  readonly verdict: Verdict;
  /** Number of checks that hold. */
  readonly holds: number;
  readonly checks: number;
  readonly at: string;
  readonly seconds: number;
}

/** Declaration of an experiment, its requirements and its results. */
export interface PaperExperiment extends Omit<CustomExperiment, 'kind' | 'data' | 'run'> {
  readonly kind: Experiment['kind'];
  /** "Zhao, Yu, Kwok 2012" */
  readonly source: string;
  readonly paperTitle: string;
  /** 'ready': it can run; 'no-data': the workspace has none of its databases; 'missing': it is not reproduced here. */
  readonly state: 'ready' | 'no-data' | 'missing';
  /** Reason for `missing`; otherwise null. */
  readonly why: string | null;
  /** In order of preference; empty if the experiment generates its data. */
  readonly data: readonly PaperDataState[];
  readonly results: readonly PaperResultSummary[];
  /** Error rates of the paper in per cent, which `published` has in words; absent: it has no table of them. */
  readonly table?: {
    readonly head: readonly string[];
    readonly rows: PublishedTable['rows'];
    /** "Table IV, page 501", and how the numbers are derived from the printed ones. */
    readonly where: string;
  };
}

export type PaperEvent =
  | { readonly kind: 'progress'; readonly progress: Progress; readonly unit?: '%' }
  | { readonly kind: 'done'; readonly record: ExperimentRecord; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly reason: string };

const experimentId = z.string().min(1).max(100);
/** `database`: null or absent if the experiment generates its data, or for the first one available. */
const ofRun = z.strictObject({ id: experimentId, size: sizeSchema, database: databaseSchema.nullish() });
/** Without a size: the full result if there is one, otherwise the quick one. */
const ofResult = ofRun.extend({ size: sizeSchema.optional() });

export const papers = {
  list: base.output(type<readonly PaperExperiment[]>()),
  /** NOT_FOUND if it has not been run. */
  result: base.input(ofResult).output(type<ExperimentRecord>()),
  /**
   * Runs an experiment and stores its result; ending the stream cancels. `database`: by default the first that the
   * workspace has. CONFLICT if it has none; INVALID if the experiment does not use this database.
   */
  run: writing.input(ofRun).output(eventIterator(type<PaperEvent>())),
  /** A stored result as a file. */
  export: base
    .input(
      ofResult.extend({
        format: z.enum(paperFormats.map((format) => format.id)),
        theme: z.enum(['light', 'dark']).default('light'),
      }),
    )
    .output(type<File>()),
};

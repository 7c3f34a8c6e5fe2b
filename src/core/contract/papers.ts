/** Calls and data of the contract: experiments of the papers, and their results. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Database, DatabaseId } from '../papers/databases.ts';
import type { Experiment, CustomExperiment, Size } from '../papers/experiment.ts';
import { paperFormats } from '../papers/export/formats.ts';
import { databaseSchema, sizeSchema, type ExperimentRecord } from '../papers/record.ts';
import type { Verdict } from '../papers/verdict.ts';
import type { Progress } from '../progress.ts';
import { base } from './procedures.ts';

/** A database that an experiment can run on, and whether the workspace has it. */
export interface PaperDataState extends Omit<Database, 'anySize' | 'hash'> {
  readonly database: DatabaseId;
  readonly standIn: boolean;
  /** The dataset that was recognised as it; null: none. */
  readonly dataset: { readonly name: string; readonly by: 'hash' | 'counts' } | null;
  /** Of the known files as this program imports them; null: they were never seen here. */
  readonly hash: string | null;
}

/** A stored result without what it draws. */
export interface PaperResultSummary {
  readonly size: Size;
  readonly database: DatabaseId | null;
  readonly standIn: boolean;
  readonly verdict: Verdict;
  /** Checks that hold, of all. */
  readonly holds: number;
  readonly checks: number;
  readonly at: string;
  readonly seconds: number;
}

/** An experiment as it is declared, what it needs, and what came of it here. */
export interface PaperExperiment extends Omit<CustomExperiment, 'kind' | 'data' | 'run'> {
  readonly kind: Experiment['kind'];
  /** "Zhao, Yu, Kwok 2012" */
  readonly source: string;
  readonly paperTitle: string;
  /** 'ready': it can run; 'no-data': the workspace has none of its databases; 'missing': it is not made here. */
  readonly state: 'ready' | 'no-data' | 'missing';
  /** Why it is missing; else null. */
  readonly why: string | null;
  /** In the order of preference; empty: it draws its own. */
  readonly data: readonly PaperDataState[];
  readonly results: readonly PaperResultSummary[];
}

export type PaperEvent =
  | { readonly kind: 'progress'; readonly progress: Progress; readonly unit?: '%' }
  | { readonly kind: 'done'; readonly record: ExperimentRecord; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly reason: string };

const experimentId = z.string().min(1).max(100);
/** `database`: null or absent where the experiment draws its own data, or for the first that it can be. */
const ofRun = z.strictObject({ id: experimentId, size: sizeSchema, database: databaseSchema.nullish() });
/** Without a size: the full one where there is a result of it, else the quick one. */
const ofResult = ofRun.extend({ size: sizeSchema.optional() });

export const papers = {
  list: base.output(type<readonly PaperExperiment[]>()),
  /** NOT_FOUND where it has not been run. */
  result: base.input(ofResult).output(type<ExperimentRecord>()),
  /**
   * Runs an experiment and stores its result; ending the stream cancels. `database`: by default the first that the
   * workspace has. CONFLICT where it has none; INVALID for one that the experiment does not run on.
   */
  run: base.input(ofRun).output(eventIterator(type<PaperEvent>())),
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

/** Calls and data of the contract: studies, from the spec to the run. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Appearance } from '../methods/appearance.ts';
import type { PlanSize } from '../study/plan/plan.ts';
import type { Progress } from '../progress.ts';
import type { Condition } from '../protocols/split.ts';
import type { Measure } from '../measures/measures.ts';
import { type StudySpec, studySpecSchema } from '../study/spec/spec.ts';
import type { StudyCost } from '../study/plan/cost.ts';
import { base, byId, id, writing } from './procedures.ts';
import { notebookChangeSchema, type HistoryEntry, type NotebookEntry } from './notebook.ts';

const shard = z
  .strictObject({ index: z.int().min(1), count: z.int().min(1).max(10_000), condition: z.string().min(1).optional() })
  .refine(({ index, count }) => index <= count, 'must not be beyond the last part');

/** The size of a study before it runs. */
export interface StudyPreview {
  readonly cells: number;
  readonly fits: number;
  readonly conditions: readonly Condition[];
  readonly methods: PlanSize['methods'];
  readonly warnings: readonly string[];
  /**
   * Duplicates among the images of the study: the warning if they are on both sides of splits, else null, and the
   * images without which there are none.
   */
  readonly duplicates: { readonly warning: string | null; readonly surplus: readonly number[] };
  /** The usual smaller size and the computing time there; null: the images are small, or the spec does not fit. */
  readonly smaller: { readonly rows: number; readonly cols: number; readonly seconds: number } | null;
  /** True if the design detects only large differences, for want of training images (one of the warnings). */
  readonly weakDesign: boolean;
  /** Estimated computing time of all cells. */
  readonly cost: StudyCost & {
    /** Worker threads that share the work. */
    readonly workers: number;
  };
}

export type StudyState = 'ready' | 'running' | 'stopped' | 'finished';

const verification = z.strictObject({
  /** SHA-256 (hex) of the verified study. */
  of: z.string().regex(/^[0-9a-f]{64}$/),
  /** Kernel build, version and commit of the program that computes the verification. */
  kernel: z.string().max(100),
  program: z.string().max(200),
});

/** Marks a study as recomputing another one, for comparison. */
export type Verification = z.infer<typeof verification>;

export interface StudySummary extends NotebookEntry {
  readonly id: number;
  readonly name: string;
  readonly dataset: string;
  readonly state: StudyState;
  readonly cells: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** Pending cells whose results another program has to supply; absent: none. */
    readonly awaited?: number;
  };
  readonly createdAt: string;
  /** Computing time so far in seconds, over all workers. */
  readonly seconds: number;
  /** Why its last run ended early, as the end of a sentence ("the disk is full"); null if it did not. */
  readonly fault: string | null;
  /** Present if the study is a verification, until it is renamed. */
  readonly verification?: Verification;
}

export interface StudyDetails extends StudySummary {
  readonly spec: StudySpec;
  readonly methods: readonly {
    readonly label: string;
    readonly methodId: string;
    readonly appearance: Appearance;
    /** Present if the method has changed since the results of its row: what has changed, to be put in brackets. */
    readonly changed?: string;
  }[];
  /** Measures of its cells, the error rate first. */
  readonly measures: readonly Measure[];
}

/** Sent while a study is watched: the state, and a revision that increases with every change of the table. */
export interface StudyEvent {
  readonly state: StudyState;
  readonly progress: Progress;
  readonly revision: number;
  /** Paused, with running cells still to finish. */
  readonly pausing: boolean;
  /** Why the last run ended early, as the end of a sentence; null if it did not. */
  readonly fault: string | null;
}

/** Studies: specs, runs and notebook. */
export const studies = {
  list: base.output(type<readonly StudySummary[]>()),
  get: base.input(byId).output(type<StudyDetails>()),
  /**
   * Number of cells and fits of a spec, or INVALID with every problem by field; `extends`: as an extension of this
   * study.
   */
  preview: base.input(z.strictObject({ spec: studySpecSchema, extends: id.optional() })).output(type<StudyPreview>()),
  /** With a shard, a part that stores its own cells only; `run` with the same shard computes them. */
  create: writing
    .input(z.strictObject({ spec: studySpecSchema, shard: shard.optional(), verification: verification.optional() }))
    .output(type<StudyDetails>()),
  /**
   * Draws faces and creates a study of a few methods on them, or of all but the demanding ones, unless it exists; the
   * caller runs it.
   */
  demo: writing.input(z.strictObject({ all: z.boolean().default(false) }).prefault({})).output(type<StudyDetails>()),
  /**
   * Adds repeats, methods and conditions to a study, as a changed spec of the same name; finished cells keep their
   * results.
   */
  extend: writing.input(z.strictObject({ id, spec: studySpecSchema })).output(type<StudyDetails>()),
  rename: writing.input(z.strictObject({ id, name: studySpecSchema.shape.name })).output(type<StudyDetails>()),
  /** Sets note, tags or star; absent fields stay. */
  annotate: writing.input(z.strictObject({ id, change: notebookChangeSchema })).output(type<StudyDetails>()),
  /** History of changes, newest first. */
  history: base.input(byId).output(type<readonly HistoryEntry[]>()),
  /**
   * Hides the study. It can be restored for an hour, then until the workspace is next opened. `forGood`: removes it at
   * once.
   */
  delete: writing.input(byId.extend({ forGood: z.boolean().default(false) })).output(type<null>()),
  /** Undoes a deletion. CONFLICT if its name is in use or its dataset has changed. */
  restore: writing.input(byId).output(type<StudyDetails>()),
  /** Starts or resumes the whole study, or part `index` of `count`; returns once the work is queued. */
  run: writing.input(z.strictObject({ id, shard: shard.optional() })).output(type<null>()),
  /**
   * Starts no further cells; running ones finish and are kept, which `watch` reports. Returns at once. `run` continues,
   * in this session or after a restart.
   */
  pause: base.input(byId).output(type<null>()),
  /** Stops within a second: the running cells are abandoned and become pending again. */
  cancel: base.input(byId).output(type<null>()),
  /**
   * Drops the results of rows and makes their cells pending, for the methods as they are now; `run` computes them.
   * `spec`: a spec of the study with other settings of these rows; absent: as they are stored.
   */
  computeAgain: writing
    .input(z.strictObject({ id, labels: z.array(z.string()).min(1).max(1000), spec: studySpecSchema.optional() }))
    .output(type<StudyDetails>()),
  retryFailed: writing.input(byId).output(type<null>()),
  /** Events until the study stops or the stream is ended; the first follows at once. */
  watch: base.input(byId).output(eventIterator(type<StudyEvent>())),
};

/** Calls and data of the contract: studies of manifests and parcels, computed again and compared. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import { MEASURES } from '../measures/measures.ts';
import type { Progress } from '../progress.ts';
import type { LeftOutReason } from '../study/plan/manifestRows.ts';
import type { ReproductionVerdict, VerifiedFile } from '../study/plan/reproductionVerdict.ts';
import { base, byId, id, token, writing } from './procedures.ts';
import { sentFile } from './files.ts';

/** A row of the recorded study. */
export interface ReproductionRow {
  readonly label: string;
  /** Id of the method. */
  readonly method: string;
  readonly cells: number;
  /** Why it cannot be computed here; null if it can. `text` ends a sentence: "computed elsewhere". */
  readonly leftOut: { readonly why: Exclude<LeftOutReason, 'not-asked-for'>; readonly text: string } | null;
}

/** Contents of a manifest or parcel, which are complete and have their digests. Nothing has been computed or stored. */
export interface ReproductionContents {
  /** Valid as long as the engine runs. */
  readonly id: number;
  /** Name of the file. */
  readonly file: string;
  readonly kind: 'manifest' | 'parcel';
  readonly study: {
    readonly name: string;
    /** ISO date of the parcel's study; null for a manifest, which has none. */
    readonly created: string | null;
  };
  /** SHA-256 (hex) of the manifest without it. */
  readonly digest: string;
  /** The program that computed it. */
  readonly program: ReproductionVerdict['then'];
  readonly dataset: {
    readonly name: string;
    readonly hash: string;
    readonly images: number;
    readonly subjects: number;
    readonly rows: number;
    readonly cols: number;
    /** Name of the dataset of this workspace with these images; null if there is none. */
    readonly here: string | null;
    /** Whether the parcel includes the images. */
    readonly packed: boolean;
    /** Number of files that the images were imported from; null if not recorded. `images` of `start` imports them. */
    readonly files: number | null;
    /** Command lines that make the images; empty if not recorded. */
    readonly commands: readonly string[];
  };
  readonly rows: readonly ReproductionRow[];
  readonly conditions: number;
  readonly repeats: number;
  readonly splits: number;
  readonly cells: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** Not computed when the manifest was written, so not compared. */
    readonly pending: number;
  };
  /** Attached vectors that rows use. */
  readonly vectors: readonly { readonly name: string; readonly packed: boolean }[];
  /** Ids of the external methods whose files are in the parcel. */
  readonly methods: readonly string[];
  /** Files of the parcel, each with the size and digest that it lists; empty for a manifest. */
  readonly files: readonly VerifiedFile[];
}

/**
 * Why a reproduction ended without a verdict: a sentence and, below it, further lines. `images`: neither the workspace
 * nor the parcel has the images; the lines are the commands that made them, and `images` of `start` may help.
 */
export interface ReproductionFailure {
  readonly kind: 'images' | 'stopped' | 'other';
  readonly message: string;
  readonly lines: readonly string[];
}

/** State of a reproduction, sent while it is watched. */
export interface ReproductionEvent {
  /** `stopped`: cancelled or paused; finished cells are kept, and `start` continues. */
  readonly state: 'opened' | 'running' | 'stopped' | 'failed' | 'finished';
  /** What is running: verification of the files, making of images and vectors, computation of cells, comparison. */
  readonly step: 'files' | 'images' | 'cells' | 'comparison' | null;
  /** The last one: in cells, images, or (`unit`) per cent; null before it is known. */
  readonly progress: Progress | null;
  readonly unit: 'cells' | 'images' | '%';
  /** What was done to the workspace so far, one sentence each. */
  readonly notices: readonly string[];
  readonly failure: ReproductionFailure | null;
  readonly verdict: ReproductionVerdict | null;
}

/** A reproduction of this session. */
export interface ReproductionSummary {
  readonly id: number;
  readonly file: string;
  readonly study: string;
  readonly state: ReproductionEvent['state'];
}

/** A number of a table as stored and as recomputed. */
export interface RecomputedNumber {
  readonly condition: string;
  readonly selection: 'oracle' | 'validated';
  readonly stored: number | null;
  readonly now: number | null;
  /** Whether mean, all repeats and latent shapes are identical bit for bit. */
  readonly identical: boolean;
}

export type RecomputeEvent =
  /** `study`: the temporary study of the cells, which `studies.pause` stops. */
  | { readonly kind: 'progress'; readonly study: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly numbers: readonly RecomputedNumber[]; readonly progress: Progress | null }
  /** Finished cells are kept; the same call continues. */
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const label = z.string().min(1).max(200);

/** Reproductions: opened, run in the engine like studies, and compared cell by cell. */
export const reproductions = {
  /**
   * Opens a manifest or parcel, given by token or as a file that the client read, and verifies its completeness and
   * digests. INVALID if it is damaged or incomplete.
   */
  open: base.input(z.strictObject({ source: z.union([token, sentFile]) })).output(type<ReproductionContents>()),
  /** Reproductions of this session, newest first. */
  list: base.output(type<readonly ReproductionSummary[]>()),
  /** Contents again: `here` and the rows that can be computed may have changed. */
  get: base.input(byId).output(type<ReproductionContents>()),
  /**
   * Computes the study again, or continues; returns at once. `only` and `without`: labels of rows. `images`: folder or
   * file from which the images are imported as recorded, if the workspace lacks them. `models`: networks of one's own
   * that computed vectors, found by their SHA-256. `keep`: keeps the new study.
   */
  start: writing
    .input(
      byId.extend({
        only: z.array(label).max(1000).default([]),
        without: z.array(label).max(1000).default([]),
        images: token.optional(),
        models: z.array(token).max(20).default([]),
        keep: z.boolean().default(false),
      }),
    )
    .output(type<null>()),
  /** Events until the reproduction ends or the stream is ended, which does not stop it; the first follows at once. */
  watch: base.input(byId).output(eventIterator(type<ReproductionEvent>())),
  /** Starts no further cells; running ones finish and are kept. Returns at once. `start` continues. */
  pause: base.input(byId).output(type<null>()),
  /** Abandons the running cells; finished ones are kept. Returns when it has stopped. */
  cancel: base.input(byId).output(type<null>()),
  /** The verdict as a file, for others to read or to process. CONFLICT before there is one. */
  certificate: base.input(byId.extend({ format: z.enum(['text', 'json']).default('text') })).output(type<File>()),
  /**
   * Computes the cells of one method (label) of a stored study again, in all conditions or one, and compares every
   * number with the stored one. Ending the stream stops it. INVALID for a method or condition that the study does not
   * have, and for times.
   */
  recompute: writing
    .input(
      z.strictObject({
        study: id,
        label,
        condition: z.string().optional(),
        measure: z.enum(MEASURES.map((measure) => measure.id)).default('error-rate'),
      }),
    )
    .output(eventIterator(type<RecomputeEvent>())),
  /** Forgets the reproduction. CONFLICT while it runs. */
  close: base.input(byId).output(type<null>()),
};

/** Calls and data of the contract: studies. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Appearance } from '../methods/appearance.ts';
import type { ImportedKind } from '../methods/importedMethod.ts';
import type { PlanSize } from '../study/plan/plan.ts';
import type { StudySettings } from '../study/spec/settingsGrid.ts';
import type { Progress } from '../progress.ts';
import type { Condition } from '../protocols/split.ts';
import type { DisagreedImage } from '../compare/pairDisagreements.ts';
import type { PairReport } from '../compare/pairReport.ts';
import { type Measure, MEASURES } from '../measures/measures.ts';
import type { PublishedNumber } from '../study/table/publishedNumber.ts';
import { type StudySpec, studySpecSchema } from '../study/spec/spec.ts';
import type { Curve } from '../study/table/table.ts';
import type { StudyHighlight } from '../study/table/standings.ts';
import type { Miniature } from '../figures/charts/overview.ts';
import type { PackedTable } from '../study/table/packedTable.ts';
import { figureFormats, figurePageSchema } from '../figures/figurePage.ts';
import type { Characteristic } from '../figures/charts/characteristic.ts';
import type { MeasureIntervals } from '../measures/measureIntervals.ts';
import { characteristicSpecSchema } from '../figures/kinds/characteristics.ts';
import { wrongPairsSpecSchema, type NamedPairs } from '../figures/kinds/wrongPairs.ts';
import { practicalOptions, rankOptionsSchema } from '../figures/rankFields.ts';
import { figureSpecSchema } from '../figures/registry.ts';
import type { MethodTimes } from '../figures/charts/timeChart.ts';
import { comparisonReportSchema } from '../report/comparison/options.ts';
import { tableFormats } from '../report/formats.ts';
import { pageOptionsSchema } from '../report/pageOptions.ts';
import { type StudiesComparison, MOST_COMPARED } from '../study/comparison/compareStudies.ts';
import type { RankReport } from '../study/comparison/ranks.ts';
import type { StudyCost } from '../study/plan/cost.ts';
import type { StudyConfusion } from '../study/table/confusion.ts';
import { tableOptionsSchema } from '../study/table/tableOptions.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { base, byId, id, longRead, quickRead } from './procedures.ts';
import { cellAtShape } from './cellNumbers.ts';
import { sentFile } from './files.ts';
import { notebookChangeSchema, type HistoryEntry, type NotebookEntry } from './notebook.ts';

const ids = z.array(id).min(1).max(100);
const ofSplit = z.strictObject({ id, condition: z.string(), repeat: z.int().min(1) });
/** Imported results: one file, or score files of one split each. */
const files = z.array(sentFile).min(1).max(10_000);
const elsewhereLabel = z.string().trim().min(1).max(60).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);
const tableOptions = tableOptionsSchema.prefault({});
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
  /** One of them: the test shows large differences only, for want of training images. */
  readonly weakDesign: boolean;
  /** How long all of its cells will take, by estimate. */
  readonly cost: StudyCost & {
    /** Worker threads that share the work. */
    readonly workers: number;
  };
}

export type StudyState = 'ready' | 'running' | 'stopped' | 'finished';

const verification = z.strictObject({
  /** SHA-256 (hex) of what is verified. */
  of: z.string().regex(/^[0-9a-f]{64}$/),
  /** Build of the kernels, version and commit of the program that computes all of it. */
  kernel: z.string().max(100),
  program: z.string().max(200),
});
/** A study that computes another one again, to be compared with it. */
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
    /** Open cells whose results come from another program and have not been added; absent: none. */
    readonly awaited?: number;
  };
  readonly createdAt: string;
  /** Seconds of computing so far, over all workers. */
  readonly seconds: number;
  /** Why its last run ended before it was finished, as the end of a sentence ("the disk is full"); null: it was not. */
  readonly fault: string | null;
  /** Present if the study is a verification, until it is renamed. */
  readonly verification?: Verification;
}

/** Results that were computed elsewhere, as a row of a study's table. */
export interface ImportedResultsSummary {
  readonly label: string;
  readonly source: string;
  readonly sha256: string;
  readonly holds: ImportedKind;
  readonly cells: { readonly total: number; readonly done: number };
}

/** What files hold for a study, before they are added. */
export interface ImportedResultsPreview {
  readonly holds: ImportedKind;
  readonly source: string;
  readonly sha256: string;
  /** Splits that the files have results for, of all. */
  readonly splits: number;
  readonly planned: number;
  /** Those that they lack, as "k=2, repeat 3"; the first 20. */
  readonly lacking: readonly string[];
  /** Mean error rate over the repeats of each condition in per cent; null without any. */
  readonly conditions: readonly { readonly key: string; readonly repeats: number; readonly error: number | null }[];
  /** How the files were read, and what they are not enough for; a sentence each. */
  readonly remarks: readonly string[];
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

export interface StudyResults {
  /** `unpackTable` makes the table of it. */
  readonly table: PackedTable;
  readonly failed: readonly FailedCell[];
}

export interface StudyGlance extends StudyHighlight {
  readonly miniature: Miniature;
}

/** Test images of one cell that were misclassified. */
export interface StudyMistakes {
  readonly datasetId: number;
  /** Test images of the cell. */
  readonly tests: number;
  readonly mistakes: readonly {
    /** Positions in the dataset: the test image, and the image of the gallery it was matched with. */
    readonly image: number;
    readonly nearest: number;
    readonly truth: string;
    readonly predicted: string;
    /** The first image of the true subject in the gallery; null where it has none there. */
    readonly right: number | null;
  }[];
}

/** Pairs of one repeat that are decided wrongly. */
export interface StudyWrongPairs extends NamedPairs {
  readonly datasetId: number;
}

/** Two methods in one condition of a study. */
export interface PairComparison {
  readonly condition: string;
  readonly title: string;
  readonly report: PairReport;
}

/** Test images that only one of two methods recognises. */
interface DisagreementSide {
  /** Cases over all repeats, and the images that they concern. */
  readonly cases: number;
  readonly distinct: number;
  /** The image that it concerns most often first; the first 240. */
  readonly images: readonly (DisagreedImage & {
    /** Subjects: the true one, and those that the methods answer. */
    readonly truth: string;
    readonly firstAnswer: string;
    readonly secondAnswer: string;
  })[];
}

/** Where two methods disagree in one condition, over the repeats that both have finished. */
export interface StudyDisagreements {
  readonly datasetId: number;
  readonly repeats: number;
  /** Test images of all these repeats together. */
  readonly tests: number;
  readonly onlyFirstRight: DisagreementSide;
  readonly onlySecondRight: DisagreementSide;
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

/** Where the numbers of a method in one condition come from. */
export interface NumberProvenance {
  readonly datasetHash: string;
  readonly seed: number;
  readonly method: string;
  /** Listed settings as the list that they are chosen from. */
  readonly settings: StudySettings;
  /** The finished cells, by repeat, with the SHA-256 (hex) of their splits; `label`: of one combination of settings. */
  readonly cells: readonly {
    readonly repeat: number;
    readonly key: string;
    readonly split: string;
    readonly label?: string;
  }[];
  /** Builds of the kernels that computed the study. */
  readonly kernels: readonly string[];
  /** Of the program that answers. */
  readonly version: string;
  /** The command line that computes the numbers again and compares; null where nothing here can compute them. */
  readonly command: string | null;
}

/** Studies: their specs, their runs, and what they show. */
export const studies = {
  list: base.output(type<readonly StudySummary[]>()),
  get: base.input(byId).output(type<StudyDetails>()),
  /** Cells and fits of a spec, or INVALID with every problem by field; `extends`: as an extension of this study. */
  preview: base.input(z.strictObject({ spec: studySpecSchema, extends: id.optional() })).output(type<StudyPreview>()),
  /** With a shard, a part that stores its own cells alone; `run` with the same one computes them. */
  create: base
    .input(z.strictObject({ spec: studySpecSchema, shard: shard.optional(), verification: verification.optional() }))
    .output(type<StudyDetails>()),
  /** Draws faces and makes a study of them, unless they are there; it is the caller's to run it. */
  demo: base.output(type<StudyDetails>()),
  /**
   * Adds repeats, methods and conditions to a study by a changed spec of its name; finished cells keep their results.
   */
  extend: base.input(z.strictObject({ id, spec: studySpecSchema })).output(type<StudyDetails>()),
  /** What files of imported results hold; INVALID with everything that does not fit the splits of the study. */
  previewElsewhere: base.input(z.strictObject({ id, files })).output(type<ImportedResultsPreview>()),
  /**
   * Makes them a row of the study's table. CONFLICT where it has the label, or the file, already and `replace` does not
   * say that they take its place.
   */
  addElsewhere: base
    .input(z.strictObject({ id, files, label: elsewhereLabel, replace: z.boolean().default(false) }))
    .output(type<StudyDetails>()),
  listElsewhere: base.input(byId).output(type<readonly ImportedResultsSummary[]>()),
  removeElsewhere: base.input(z.strictObject({ id, label: z.string() })).output(type<StudyDetails>()),
  /** Published numbers from a file, CSV or JSON; answers with these. */
  addPublished: base
    .input(z.strictObject({ id, file: sentFile, replace: z.boolean().default(false) }))
    .output(type<readonly PublishedNumber[]>()),
  listPublished: base.input(byId).output(type<readonly PublishedNumber[]>()),
  removePublished: base.input(z.strictObject({ id, source: z.string() })).output(type<{ readonly removed: number }>()),
  rename: base.input(z.strictObject({ id, name: studySpecSchema.shape.name })).output(type<StudyDetails>()),
  /** Note, tags, star, archive: those that are named. */
  annotate: base.input(z.strictObject({ id, change: notebookChangeSchema })).output(type<StudyDetails>()),
  /** What was done to it, the newest first. */
  history: base.input(byId).output(type<readonly HistoryEntry[]>()),
  /**
   * Hides the study; it can be restored for an hour, and until the workspace is opened again after that. `forGood`:
   * removes it at once.
   */
  delete: base.input(byId.extend({ forGood: z.boolean().default(false) })).output(type<null>()),
  /** Takes a deletion back. CONFLICT where its name is taken now, or its dataset is no longer as it was. */
  restore: base.input(byId).output(type<StudyDetails>()),
  /** The method of the lowest mean error rate, of each study in turn; null before anything has finished. */
  highlights: quickRead.input(z.strictObject({ ids })).output(type<readonly (StudyGlance | null)[]>()),
  /** Which choices of studies differ, and how what they share came out, by error rates at the best latent shapes. */
  sideBySide: quickRead.input(z.strictObject({ ids: ids.min(2).max(MOST_COMPARED) })).output(type<StudiesComparison>()),
  /** Starts or resumes, the whole study or part `index` of `count`; answers as soon as the work is queued. */
  run: base.input(z.strictObject({ id, shard: shard.optional() })).output(type<null>()),
  /**
   * Begins no further cell; those that are running finish and are kept, which `watch` tells. Answers at once. `run`
   * goes on, in this session or after a restart.
   */
  pause: base.input(byId).output(type<null>()),
  /** Stops within a second: the running cells are given up and will be computed again. */
  cancel: base.input(byId).output(type<null>()),
  retryFailed: base.input(byId).output(type<null>()),
  /** Events until the study stops or the stream is ended; the first comes at once. */
  watch: base.input(byId).output(eventIterator(type<StudyEvent>())),
  /** The table, of the measure and with the comparison that the options ask for, and the cells that failed. */
  results: quickRead.input(byId.extend({ options: tableOptions })).output(type<StudyResults>()),
  /** A measure against the latent shape, of every method that has results in a condition; null: in any. */
  curves: quickRead
    .input(
      z.strictObject({
        id,
        condition: z.string().nullable(),
        measure: z.enum(MEASURES.map((measure) => measure.id)).default('error-rate'),
      }),
    )
    .output(type<readonly Curve[]>()),
  /**
   * What every test says about two methods (labels), in one condition or in all; `rope` in the unit of the measure.
   * McNemar's test looks at the split of `repeat`, by default the first that both have finished.
   */
  compare: quickRead
    .input(
      z.strictObject({
        id,
        first: z.string(),
        second: z.string(),
        condition: z.string().optional(),
        /** Absent: the margin of the measure; where it has none, nothing is said of practical equality. */
        rope: practicalOptions.rope.optional(),
        measure: z.enum(MEASURES.map((measure) => measure.id)).default('error-rate'),
        selection: z.enum(['oracle', 'validated']).default('oracle'),
        /** Absent: that of the study. */
        alpha: z.number().gt(0).lt(0.5).optional(),
        repeat: z.int().min(1).optional(),
      }),
    )
    .output(type<readonly PairComparison[]>()),
  /** The test images that only one of two methods (labels) gets right, over the repeats, at the shapes of the table. */
  disagreements: quickRead
    .input(
      z.strictObject({
        id,
        first: z.string(),
        second: z.string(),
        condition: z.string(),
        measure: z.enum(MEASURES.map((measure) => measure.id)).default('error-rate'),
        selection: z.enum(['oracle', 'validated']).default('oracle'),
      }),
    )
    .output(type<StudyDisagreements>()),
  /** The curves of a characteristic: what `figure` draws. Throws as it does. */
  characteristics: quickRead
    .input(z.strictObject({ id, figure: characteristicSpecSchema }))
    .output(type<readonly Characteristic[]>()),
  /** Of verification: 95 % intervals of the measures of a method (label), over repeats and over subjects. */
  intervals: longRead
    .input(
      z.strictObject({
        id,
        label: z.string(),
        condition: z.string(),
        selection: z.enum(['oracle', 'validated']).default('oracle'),
      }),
    )
    .output(type<MeasureIntervals>()),
  /** Mean computing time of every method in a condition. */
  times: quickRead
    .input(z.strictObject({ id, condition: z.string(), selection: z.enum(['oracle', 'validated']).default('oracle') }))
    .output(type<MethodTimes>()),
  /** The confusions of one method (label) at the shape of the table. */
  confusion: quickRead
    .input(z.strictObject({ id, label: z.string(), condition: z.string() }))
    .output(type<StudyConfusion>()),
  /** Where the numbers of one method (label) in one condition come from. */
  provenance: base
    .input(z.strictObject({ id, label: z.string(), condition: z.string() }))
    .output(type<NumberProvenance>()),
  /** The mistakes of one finished cell at one of its shapes. */
  mistakes: base.input(cellAtShape).output(type<StudyMistakes>()),
  /** The pairs that `figure` draws, by the positions of their images. Throws as it does. */
  wrongPairs: base.input(z.strictObject({ id, figure: wrongPairsSpecSchema })).output(type<StudyWrongPairs>()),
  /** Train, test and gallery images of one repeat of a condition, as 0-based indices. */
  split: base.input(ofSplit).output(type<StudySplit>()),
  /** Test images of one split that stand, identical or nearly so, in its training or gallery too. */
  splitDuplicates: base.input(ofSplit).output(type<readonly number[]>()),
  /**
   * Average ranks of the methods of one study or several, Friedman's test, Nemenyi's and Wilcoxon's of all pairs, and
   * with a `rope` (in the unit of the measure, or its own margin) a Bayesian test of all pairs.
   */
  ranks: quickRead
    .input(
      rankOptionsSchema.extend({
        ids,
        ...practicalOptions,
        rope: z.union([practicalOptions.rope, z.literal('default')]).optional(),
        /** Label of the method whose pairs that test is asked about alone; absent: all pairs. */
        practicalAgainst: z.string().optional(),
      }),
    )
    .output(type<RankReport>()),
  /** A study as a file of some format; `beside`: further studies, whose tables are joined to its own. */
  export: longRead
    .input(
      z.strictObject({
        id,
        format: z.enum(tableFormats.map((format) => format.id)),
        options: tableOptions,
        /** Further measures, each of which is a column of its own, of formats that are a table. */
        measures: z
          .array(z.enum(MEASURES.map((measure) => measure.id)))
          .max(50)
          .default([]),
        /** How a table is set on paper, for the formats that are. */
        page: pageOptionsSchema.prefault({}),
        comparison: comparisonReportSchema.prefault({}),
        /** To be looked at: not an export that the history of the study tells of. */
        shown: z.boolean().default(false),
        beside: z.array(id).max(100).default([]),
      }),
    )
    .output(type<File>()),
  /**
   * A study as one archive that another person can check: its manifest, results, splits and methods of its own; on
   * demand its images, and what every method answers.
   */
  pack: longRead
    .input(z.strictObject({ id, images: z.boolean().default(false), predictions: z.boolean().default(false) }))
    .output(type<File>()),
  /** A figure as a file; several studies for ranks only. Kinds that ask models have these fitted first. */
  figure: base
    .input(
      z.strictObject({
        ids,
        figure: figureSpecSchema,
        format: z.enum(figureFormats.map((format) => format.id)).default('svg'),
        theme: z.enum(['light', 'dark']).default('light'),
        /** How it is set on paper. */
        page: figurePageSchema.prefault({}),
      }),
    )
    .output(type<File>()),
};

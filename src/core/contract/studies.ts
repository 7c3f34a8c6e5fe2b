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
import type { StudiesComparison } from '../study/comparison/compareStudies.ts';
import { MOST_COMPARED } from '../study/comparison/mostCompared.ts';
import type { RankReport } from '../study/comparison/ranks.ts';
import type { StudyCost } from '../study/plan/cost.ts';
import type { StudyConfusion } from '../study/table/confusion.ts';
import type { StudyVerdict } from '../study/verdict/verdict.ts';
import { tableOptionsSchema } from '../study/table/tableOptions.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { base, byId, id, longRead, quickRead, writing } from './procedures.ts';
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

/** Imported results as a row of a study's table. */
export interface ImportedResultsSummary {
  readonly label: string;
  readonly source: string;
  readonly sha256: string;
  readonly holds: ImportedKind;
  readonly cells: { readonly total: number; readonly done: number };
}

/** Preview of imported results. */
export interface ImportedResultsPreview {
  readonly holds: ImportedKind;
  readonly source: string;
  readonly sha256: string;
  /** Number of splits with results in the files, out of all. */
  readonly splits: number;
  readonly planned: number;
  /** Missing splits, as "k=2, repeat 3"; the first 20. */
  readonly lacking: readonly string[];
  /** Mean error rate over the repeats of each condition in per cent; null without results. */
  readonly conditions: readonly { readonly key: string; readonly repeats: number; readonly error: number | null }[];
  /** How the files were read and which analyses they do not support; one sentence each. */
  readonly remarks: readonly string[];
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

export interface FailedCell {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly reason: string;
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

export interface StudyResults {
  /** Unpacked by `unpackTable`. */
  readonly table: PackedTable;
  readonly verdict: StudyVerdict;
  readonly failed: readonly FailedCell[];
}

/** The result of a study in a list of studies. */
export interface StudyGlance {
  /** The first sentence of its verdict. */
  readonly headline: string;
  readonly miniature: Miniature;
}

/** Misclassified test images of one cell. */
export interface StudyMistakes {
  readonly datasetId: number;
  /** Number of test images of the cell. */
  readonly tests: number;
  readonly mistakes: readonly {
    /** Indices in the dataset: the test image, and the gallery image it was matched with. */
    readonly image: number;
    readonly nearest: number;
    readonly truth: string;
    readonly predicted: string;
    /** First gallery image of the true subject; null if the gallery has none. */
    readonly right: number | null;
  }[];
}

/** Wrongly decided pairs of one repeat. */
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
  /** Number of cases over all repeats, and of distinct images. */
  readonly cases: number;
  readonly distinct: number;
  /** The most frequent image first; at most 240. */
  readonly images: readonly (DisagreedImage & {
    /** Subjects: the true one, and the predictions of the methods. */
    readonly truth: string;
    readonly firstAnswer: string;
    readonly secondAnswer: string;
  })[];
}

/** Test images that most methods misclassify in a condition. */
export interface StudyHardestImages {
  readonly datasetId: number;
  readonly methods: readonly string[];
  /** The hardest image of each subject, the hardest subject first. */
  readonly images: readonly {
    /** 0-based index. */
    readonly image: number;
    readonly subject: string;
    /** Share of its tests, over methods and repeats, in which it was misclassified. */
    readonly share: number;
  }[];
}

/** Disagreements of two methods in one condition, over the repeats that both have finished. */
export interface StudyDisagreements {
  readonly datasetId: number;
  readonly repeats: number;
  /** Test images of these repeats together. */
  readonly tests: number;
  readonly onlyFirstRight: DisagreementSide;
  readonly onlySecondRight: DisagreementSide;
}

/** 0-based indices of the images of one split; `gallery` is null if the training images are the gallery. */
export interface StudySplit {
  readonly datasetId: number;
  /** Number of repeats per condition. */
  readonly repeats: number;
  readonly train: readonly number[];
  readonly test: readonly number[];
  readonly gallery: readonly number[] | null;
  /** SHA-256 (hex) of the index lists, as in the manifest. */
  readonly hash: string;
}

/** Provenance of the numbers of a method in one condition. */
export interface NumberProvenance {
  readonly datasetHash: string;
  readonly seed: number;
  readonly method: string;
  /** Settings with several candidates appear as the list of candidates. */
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
  /** Version of the program that replies. */
  readonly version: string;
  /** The command line that recomputes the numbers and compares them; null for imported results. */
  readonly command: string | null;
}

/** Studies: specs, runs and results. */
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
  /** Previews files of imported results; INVALID with everything that does not fit the splits of the study. */
  previewElsewhere: base.input(z.strictObject({ id, files })).output(type<ImportedResultsPreview>()),
  /**
   * Adds imported results as a row of the study's table. CONFLICT if it already has the label or the file and `replace`
   * is not set.
   */
  addElsewhere: writing
    .input(z.strictObject({ id, files, label: elsewhereLabel, replace: z.boolean().default(false) }))
    .output(type<StudyDetails>()),
  listElsewhere: base.input(byId).output(type<readonly ImportedResultsSummary[]>()),
  removeElsewhere: writing.input(z.strictObject({ id, label: z.string() })).output(type<StudyDetails>()),
  /** Adds published numbers from a file, CSV or JSON, and returns them. */
  addPublished: writing
    .input(z.strictObject({ id, file: sentFile, replace: z.boolean().default(false) }))
    .output(type<readonly PublishedNumber[]>()),
  listPublished: base.input(byId).output(type<readonly PublishedNumber[]>()),
  removePublished: writing
    .input(z.strictObject({ id, source: z.string() }))
    .output(type<{ readonly removed: number }>()),
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
  /** The result of each study in short; null before anything has finished. */
  highlights: quickRead.input(z.strictObject({ ids })).output(type<readonly (StudyGlance | null)[]>()),
  /**
   * Differences between the specs of studies, and results of what they share, by error rates at the best latent shapes.
   */
  sideBySide: quickRead.input(z.strictObject({ ids: ids.min(2).max(MOST_COMPARED) })).output(type<StudiesComparison>()),
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
  /** The table with the measure and comparison of the options, the verdict on it, and the failed cells. */
  results: quickRead.input(byId.extend({ options: tableOptions })).output(type<StudyResults>()),
  /** The verdict on a study; `beside`: further studies whose tables are joined to it. */
  verdict: quickRead
    .input(byId.extend({ options: tableOptions, beside: z.array(id).max(100).default([]) }))
    .output(type<StudyVerdict>()),
  /** A measure against the latent shape, for every method with results in a condition; null: in any condition. */
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
   * All tests of two methods (labels), in one condition or in all; `rope` in the unit of the measure. McNemar's test
   * uses the split of `repeat`, by default the first that both have finished.
   */
  compare: quickRead
    .input(
      z.strictObject({
        id,
        first: z.string(),
        second: z.string(),
        condition: z.string().optional(),
        /** Absent: the margin of the measure; without one, practical equality is not tested. */
        rope: practicalOptions.rope.optional(),
        measure: z.enum(MEASURES.map((measure) => measure.id)).default('error-rate'),
        selection: z.enum(['oracle', 'validated']).default('oracle'),
        /** Absent: the significance level of the study. */
        alpha: z.number().gt(0).lt(0.5).optional(),
        repeat: z.int().min(1).optional(),
      }),
    )
    .output(type<readonly PairComparison[]>()),
  /** Test images that only one of two methods (labels) gets right, over the repeats, at the shapes of the table. */
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
  /** The curves of a characteristic, as drawn by `figure`. Throws as `figure` does. */
  characteristics: quickRead
    .input(z.strictObject({ id, figure: characteristicSpecSchema }))
    .output(type<readonly Characteristic[]>()),
  /** Verification: 95% intervals of the measures of a method (label), over repeats and over subjects. */
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
  /** The hardest test image of each subject in a condition, at most `most` of them. CONFLICT without predictions. */
  hardest: quickRead
    .input(
      z.strictObject({
        id,
        condition: z.string(),
        selection: z.enum(['oracle', 'validated']).default('oracle'),
        most: z.int().min(1).max(50).default(5),
      }),
    )
    .output(type<StudyHardestImages>()),
  /** Confusions of one method (label) at the shape in the table. */
  confusion: quickRead
    .input(z.strictObject({ id, label: z.string(), condition: z.string() }))
    .output(type<StudyConfusion>()),
  /** Provenance of the numbers of one method (label) in one condition. */
  provenance: base
    .input(z.strictObject({ id, label: z.string(), condition: z.string() }))
    .output(type<NumberProvenance>()),
  /** The mistakes of one finished cell at one of its shapes. */
  mistakes: base.input(cellAtShape).output(type<StudyMistakes>()),
  /** The pairs drawn by `figure`, by the indices of their images. Throws as `figure` does. */
  wrongPairs: base.input(z.strictObject({ id, figure: wrongPairsSpecSchema })).output(type<StudyWrongPairs>()),
  /** Train, test and gallery images of one repeat of a condition, as 0-based indices. */
  split: base.input(ofSplit).output(type<StudySplit>()),
  /** Test images of one split with an identical or nearly identical image in its training or gallery images. */
  splitDuplicates: base.input(ofSplit).output(type<readonly number[]>()),
  /**
   * Average ranks of the methods of one or several studies, Friedman's test, Nemenyi's and Wilcoxon's of all pairs, and
   * with a `rope` (in the unit of the measure, or the measure's margin) a Bayesian test of all pairs.
   */
  ranks: quickRead
    .input(
      rankOptionsSchema.extend({
        ids,
        ...practicalOptions,
        rope: z.union([practicalOptions.rope, z.literal('default')]).optional(),
        /** Label of the method whose pairs the Bayesian test is limited to; absent: all pairs. */
        practicalAgainst: z.string().optional(),
      }),
    )
    .output(type<RankReport>()),
  /** A study as a file; `beside`: further studies whose tables are joined to it. */
  export: longRead
    .input(
      z.strictObject({
        id,
        format: z.enum(tableFormats.map((format) => format.id)),
        options: tableOptions,
        /** Further measures, each as a column, for tabular formats. */
        measures: z
          .array(z.enum(MEASURES.map((measure) => measure.id)))
          .max(50)
          .default([]),
        /** Page layout of the table, for paper formats. */
        page: pageOptionsSchema.prefault({}),
        comparison: comparisonReportSchema.prefault({}),
        /** For display only: the export is not recorded in the history of the study. */
        shown: z.boolean().default(false),
        beside: z.array(id).max(100).default([]),
      }),
    )
    .output(type<File>()),
  /**
   * A study as one archive for others to verify: manifest, results, splits and its external methods; optionally its
   * images and all predictions.
   */
  pack: longRead
    .input(z.strictObject({ id, images: z.boolean().default(false), predictions: z.boolean().default(false) }))
    .output(type<File>()),
  /** A figure as a file; ranks accept several studies. Kinds that query models refit them first. */
  figure: base
    .input(
      z.strictObject({
        ids,
        figure: figureSpecSchema,
        format: z.enum(figureFormats.map((format) => format.id)).default('svg'),
        theme: z.enum(['light', 'dark']).default('light'),
        /** Page layout of the figure. */
        page: figurePageSchema.prefault({}),
      }),
    )
    .output(type<File>()),
};

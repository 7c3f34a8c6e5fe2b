/** Calls and data of the contract: results of studies. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import type { StudySettings } from '../study/spec/settingsGrid.ts';
import type { DisagreedImage } from '../compare/pairDisagreements.ts';
import type { PairReport } from '../compare/pairReport.ts';
import { MEASURES } from '../measures/measures.ts';
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
import type { StudyConfusion } from '../study/table/confusion.ts';
import type { StudyVerdict } from '../study/verdict/verdict.ts';
import { tableOptionsSchema } from '../study/table/tableOptions.ts';
import { base, byId, id, longRead, quickRead } from './procedures.ts';
import { cellAtShape } from './cellNumbers.ts';

const ids = z.array(id).min(1).max(100);
const ofSplit = z.strictObject({ id, condition: z.string(), repeat: z.int().min(1) });
const tableOptions = tableOptionsSchema.prefault({});

export interface FailedCell {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly reason: string;
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

/** Reading, comparing, drawing and exporting results. */
export const studyResults = {
  /** The result of each study in short; null before anything has finished. */
  highlights: quickRead.input(z.strictObject({ ids })).output(type<readonly (StudyGlance | null)[]>()),
  /**
   * Differences between the specs of studies, and results of what they share, by error rates at the best latent shapes.
   */
  sideBySide: quickRead.input(z.strictObject({ ids: ids.min(2).max(MOST_COMPARED) })).output(type<StudiesComparison>()),
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

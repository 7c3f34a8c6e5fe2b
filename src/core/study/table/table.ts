/** The table of a study. Plain data that crosses threads, processes and files. */
import type { LatentShape } from '../../methods/method.ts';
import type { PublishedNumber } from './publishedNumber.ts';
import type { Condition } from '../../protocols/split.ts';
import type { Counts } from '../../stats/rates.ts';
import type { TestUnavailable } from '../../stats/tests/testResult.ts';
import type { Measure } from '../../measures/measures.ts';
import type { TunedSettings } from '../spec/settingsGrid.ts';
import type { TestImages } from '../plan/unrecognisable.ts';
import type { TableOptions } from './tableOptions.ts';

/** A method at the shapes chosen inside the training images of each repeat. */
export interface ValidatedEntry extends Omit<
  TableEntry,
  'shape' | 'tuned' | 'failed' | 'pending' | 'planned' | 'undecided' | 'hterRange' | 'validated'
> {
  /** The shape chosen most often, the smallest among equals. */
  readonly shape: LatentShape | null;
  /** The shape of every repeat in `repeats`. */
  readonly shapes: readonly LatentShape[];
  /** The settings chosen most often, and those of every repeat, if the spec lists settings to choose from. */
  readonly tuned?: TunedSettings;
  readonly tunedRepeats?: readonly TunedSettings[];
}

/** One entry of the study's table. */
export interface TableEntry {
  /** Mean of the measure over the repeats at the best shape; null if nothing has finished. */
  readonly mean: number | null;
  /** Sample standard deviation (divisor n − 1); null below two repeats. */
  readonly std: number | null;
  /** Shape with the lowest mean error over the test sets (oracle selection); the smallest such shape. */
  readonly shape: LatentShape | null;
  /** For a method with all axes of each cell: the shape of every repeat in `repeats`; `shape` has the most frequent. */
  readonly full?: readonly LatentShape[];
  /** The settings chosen with it, if the spec lists settings to choose from. */
  readonly tuned?: TunedSettings;
  /** The measure of every finished repeat at that shape, in repeat order. */
  readonly values: readonly number[];
  readonly repeats: readonly number[];
  /** The values as counts of test images, if the measure is a share of them. */
  readonly counts?: Counts;
  readonly failed: number;
  readonly pending: number;
  /** Repeats of the study; the entry has fewer if some failed, are pending, or have no value of the measure. */
  readonly planned: number;
  /** Finished repeats without errors at some latent shape, because no threshold is determined there; absent: none. */
  readonly undecided?: number;
  /** For these: minimum and maximum half total error rate, %, over the possible thresholds; absent: not measured. */
  readonly hterRange?: readonly [number, number];
  /**
   * Input of standing, p and ranks: the number of repeats that the compared methods of the condition have in common,
   * and the mean over these. null without values, and for a method with too few of them to be compared.
   */
  readonly compared: { readonly mean: number; readonly repeats: number } | null;
  /**
   * 'best': best mean over the compared repeats; 'worse': significantly worse than the best (or than the baseline);
   * 'tie': neither; 'none': not compared.
   */
  readonly standing: 'best' | 'tie' | 'worse' | 'none';
  /** True on the best if it is significantly better than every other method; on any better than the baseline. */
  readonly significant: boolean;
  /**
   * One-tailed p of "this method is worse than the best" (two-sided against a named baseline), with the correction of
   * the study; null on the best (baseline) itself or if it was not tested.
   */
  readonly p: number | null;
  /** Why the test gave no p. */
  readonly untested?: TestUnavailable;
  /** Of the fits behind the values, those that the limit of iterations ended; absent: none, or unknown. */
  readonly unconverged?: number;
  /** Every test image is recognised as one subject, wrongly in half of them or more: the entry is not compared. */
  readonly degenerate?: true;
  /** Present if the study requests validated selection. */
  readonly validated?: ValidatedEntry;
}

export interface TableRow {
  readonly label: string;
  readonly methodId: string;
  /** Whether its fits use the subjects of the training images; absent for imported results: unknown. */
  readonly usesLabels?: boolean;
  readonly entries: readonly TableEntry[];
  /**
   * Conditions in which the method is significantly better, the same, significantly worse; in tables of several. null
   * before any test.
   */
  readonly tally?: { readonly better: number; readonly same: number; readonly worse: number } | null;
  /**
   * Mean rank by the mean over the compared repeats, over the conditions in which all methods were compared; null
   * without such conditions.
   */
  readonly averageRank?: number | null;
}

/** Rows are methods, columns are conditions. */
export interface StudyTable {
  readonly study: string;
  readonly dataset: string;
  /** The measure of the numbers. */
  readonly measure: Measure;
  /** The measure of every condition, if tables of several measures are joined. */
  readonly measures?: readonly Measure[];
  /** The options that the table was made with. */
  readonly options: TableOptions;
  readonly conditions: readonly Condition[];
  /**
   * Test images of each condition over its splits, and how many of them no method can recognise, because their subject
   * has no training (gallery) image; null for a condition without any. Absent: no condition has any.
   */
  readonly testImages?: readonly (TestImages | null)[];
  readonly rows: readonly TableRow[];
  /** Published numbers by label and condition key; absent without any. */
  readonly published?: readonly PublishedNumber[];
  /** Sentences that state exactly what the table shows: repeats, split, selection, test, α, meaning of the marks. */
  readonly footer: readonly string[];
  /** The sentences of the footer without which the numbers and marks cannot be read. */
  readonly essentials: readonly string[];
  /** Finished and planned cells. */
  readonly done: number;
  readonly total: number;
}

/** Mean of a measure against latent shape for one method and condition. */
export interface Curve {
  readonly label: string;
  readonly methodId: string;
  /** The listed settings that the curve is for. */
  readonly tuned?: TunedSettings;
  readonly condition: string;
  readonly latentNames: readonly string[];
  readonly points: readonly {
    readonly shape: LatentShape;
    /** Numbers per code. */
    readonly codeSize: number;
    readonly mean: number;
    readonly std: number | null;
    readonly n: number;
  }[];
}

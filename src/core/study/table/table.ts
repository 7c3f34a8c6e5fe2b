/** What a table of a study holds. Plain data: it crosses threads, processes and files. */
import type { LatentShape } from '../../methods/method.ts';
import type { PublishedNumber } from './publishedNumber.ts';
import type { Condition } from '../../protocols/split.ts';
import type { Counts } from '../../stats/rates.ts';
import type { TestUnavailable } from '../../stats/tests/testResult.ts';
import type { Measure } from '../../measures/measures.ts';
import type { TunedSettings } from '../spec/settingsGrid.ts';
import type { TableOptions } from './tableOptions.ts';

/** A method at the shapes that were chosen inside the training images of each repeat. */
export interface ValidatedEntry extends Omit<
  TableEntry,
  'shape' | 'tuned' | 'failed' | 'pending' | 'planned' | 'undecided' | 'hterRange' | 'validated'
> {
  /** The shape chosen most often, the smallest among equals. */
  readonly shape: LatentShape | null;
  /** The shape of every repeat in `repeats`. */
  readonly shapes: readonly LatentShape[];
  /** The settings chosen most often, of methods whose spec lists settings to choose from, and those of every repeat. */
  readonly tuned?: TunedSettings;
  readonly tunedRepeats?: readonly TunedSettings[];
}

/** One entry of the study's table. */
export interface TableEntry {
  /** Mean of the measure over the repeats at the best shape; null when nothing finished. */
  readonly mean: number | null;
  /** Sample standard deviation (divisor n − 1); null below two repeats. */
  readonly std: number | null;
  /** Shape with the lowest mean error over the test sets (oracle selection); the smallest such shape. */
  readonly shape: LatentShape | null;
  /** Where the method has all axes of each cell: those of every repeat in `repeats`; the most frequent stand above. */
  readonly full?: readonly LatentShape[];
  /** The settings that were chosen with it, of methods whose spec lists settings to choose from. */
  readonly tuned?: TunedSettings;
  /** The measure of every finished repeat at that shape, in repeat order. */
  readonly values: readonly number[];
  readonly repeats: readonly number[];
  /** The values as counts of test images, where the measure is a share of them. */
  readonly counts?: Counts;
  readonly failed: number;
  readonly pending: number;
  /** Repeats of the study; the entry rests on fewer where some failed, are pending, or have no value of the measure. */
  readonly planned: number;
  /** Finished repeats without errors at some latent shape, because no threshold is determined there; absent: none. */
  readonly undecided?: number;
  /** Of these: the least and the greatest half total error rate, %, that the thresholds make; absent: not measured. */
  readonly hterRange?: readonly [number, number];
  /**
   * What standing, p and ranks rest on: the repeats that the compared methods of the condition have in common, and the
   * mean over these. null without values, and for a method with too few of them to take part.
   */
  readonly compared: { readonly mean: number; readonly repeats: number } | null;
  /**
   * 'best': best mean over the compared repeats; 'worse': significantly worse than the best (or than the baseline);
   * 'tie': neither; 'none': not compared.
   */
  readonly standing: 'best' | 'tie' | 'worse' | 'none';
  /** True on the best when it is significantly better than every other method; on any better than the baseline. */
  readonly significant: boolean;
  /**
   * One-tailed p of "this method is worse than the best" (two-sided against a named baseline), corrected as the study
   * asks; null on the best (baseline) itself or where it was not tested.
   */
  readonly p: number | null;
  /** Why the test gave no p. */
  readonly untested?: TestUnavailable;
  /** Present when the study asks for validated selection. */
  readonly validated?: ValidatedEntry;
}

export interface TableRow {
  readonly label: string;
  readonly methodId: string;
  /** Whether its fits use the subjects of the training images; absent of results computed elsewhere: unknown. */
  readonly usesLabels?: boolean;
  readonly entries: readonly TableEntry[];
  /**
   * Conditions in which the method is significantly better, the same, significantly worse; of tables of several. null
   * before anything was tested.
   */
  readonly tally?: { readonly better: number; readonly same: number; readonly worse: number } | null;
  /**
   * Mean rank by the mean over the compared repeats, over the conditions in which all methods were compared; null where
   * there is none.
   */
  readonly averageRank?: number | null;
}

/** Rows are methods, columns are conditions. */
export interface StudyTable {
  readonly study: string;
  readonly dataset: string;
  /** What the numbers are. */
  readonly measure: Measure;
  /** Of every condition, where tables of several measures are joined. */
  readonly measures?: readonly Measure[];
  /** What was asked for. */
  readonly options: TableOptions;
  readonly conditions: readonly Condition[];
  readonly rows: readonly TableRow[];
  /** Numbers of the literature by label and condition key; absent where there are none. */
  readonly published?: readonly PublishedNumber[];
  /** Sentences that say exactly what the table shows: repeats, split, selection, test, α, meaning of the marks. */
  readonly footer: readonly string[];
  /** Those sentences of the footer without which the numbers and marks cannot be read. */
  readonly essentials: readonly string[];
  /** Finished and planned cells. */
  readonly done: number;
  readonly total: number;
}

// A measure against the latent shape.

/** Mean of a measure against latent shape for one method and condition. */
export interface Curve {
  readonly label: string;
  readonly methodId: string;
  /** The listed settings that it is at. */
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

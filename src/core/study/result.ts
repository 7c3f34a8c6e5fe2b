/** What one cell of a study gives, and what a table is made of. Plain data: it crosses threads, processes and files. */
import type { LatentShape } from '../methods/method.ts';
import type { CellMeasures } from './measures/cellMeasures.ts';
import type { Measure } from './measures/measures.ts';
import type { TableOptions } from './table/tableOptions.ts';
import type { Counts } from '../stats/rates.ts';
import type { Lack } from '../stats/testResult.ts';

/** One condition of a protocol; a column of the table. */
export interface Condition {
  /** Stable key, e.g. "k=2" or "explicit". */
  readonly key: string;
  /** Shown above the column, e.g. "k = 2". */
  readonly title: string;
  /** The parts of a title that has several: of the training images, of the perturbation, of the dataset. */
  readonly parts?: { readonly training: string; readonly perturbation: string; readonly dataset?: string };
}

/** Train and test images of one repeat, 0-based indices, each list ascending. */
export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
  /** What test images are compared with where that is not the training images: their subjects are others. */
  readonly gallery?: Int32Array;
}

/** Errors of one (condition, repeat, method) at every latent shape. */
export interface CellResult {
  readonly shapes: readonly LatentShape[];
  /** Misclassified test images at each shape. */
  readonly wrong: readonly number[];
  readonly testCount: number;
  /** Index into the training (gallery) list of the nearest neighbour: shape-major, testCount entries a shape. */
  readonly nearest: Uint16Array | Uint32Array;
  /** SHA-256 (hex) of the predicted labels at every shape. */
  readonly predictionHash: string;
  /** Iterations of each fit; one entry a shape (the same number where one fit serves all shapes). */
  readonly iterations: readonly number[];
  readonly converged: readonly boolean[];
  readonly logLikelihood: readonly (number | null)[];
  /** Distinct warnings of the fits. */
  readonly warnings: readonly string[];
  /** Shapes that could not be fitted, with the reason; they are absent from `shapes`. */
  readonly failures: readonly { readonly shape: LatentShape; readonly reason: string }[];
  readonly fits: number;
  /** Index into `shapes` of the shape chosen inside the training images; null: none could be; absent: not asked for. */
  readonly selected?: number | null;
  /** What the study asks for beside the errors. */
  readonly measures?: CellMeasures;
  /** Computing time; work that the cell shares with others of its split counts as if it had done it alone. */
  /** Build of the kernels that computed it: results of different builds differ in the last bits. */
  readonly kernel: string;
  readonly seconds: number;
}

/** A method at the shapes that were chosen inside the training images of each repeat. */
export interface ValidatedEntry {
  readonly mean: number | null;
  readonly std: number | null;
  /** The shape chosen most often, the smallest among equals. */
  readonly shape: LatentShape | null;
  /** The shape of every repeat in `repeats`. */
  readonly shapes: readonly LatentShape[];
  readonly values: readonly number[];
  readonly repeats: readonly number[];
  readonly counts?: Counts;
  readonly standing: TableEntry['standing'];
  readonly significant: boolean;
  readonly p: number | null;
  readonly untested?: Lack;
  readonly compared: TableEntry['compared'];
}

/** One entry of the study's table. */
export interface TableEntry {
  /** Mean of the measure over the repeats at the best shape; null when nothing finished. */
  readonly mean: number | null;
  /** Sample standard deviation (divisor n − 1); null below two repeats. */
  readonly std: number | null;
  /** Shape with the least mean error over the test sets (oracle selection); the smallest such shape. */
  readonly shape: LatentShape | null;
  /** The measure of every finished repeat at that shape, in repeat order. */
  readonly values: readonly number[];
  readonly repeats: readonly number[];
  /** The values as counts of test images, where the measure is a share of them. */
  readonly counts?: Counts;
  readonly failed: number;
  readonly pending: number;
  /** Repeats of the study; the entry rests on fewer where some failed, are pending, or have no value of the measure. */
  readonly planned: number;
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
  readonly untested?: Lack;
  /** Present when the study asks for validated selection. */
  readonly validated?: ValidatedEntry;
}

export interface TableRow {
  readonly label: string;
  readonly methodId: string;
  readonly entries: readonly TableEntry[];
  /** Conditions in which the method is significantly better, the same, significantly worse; of tables of several. */
  readonly tally?: { readonly better: number; readonly same: number; readonly worse: number };
  /** Mean rank by the mean over the compared repeats, over the conditions in which all methods were compared; null where there is none. */
  readonly averageRank?: number | null;
}

/** Rows are methods, columns are conditions. */
export interface StudyTable {
  readonly study: string;
  readonly dataset: string;
  /** What the numbers are. */
  readonly measure: Measure;
  /** What was asked for. */
  readonly options: TableOptions;
  readonly conditions: readonly Condition[];
  readonly rows: readonly TableRow[];
  /** Sentences that say exactly what the table shows: repeats, split, selection, test, α, meaning of the marks. */
  readonly footer: readonly string[];
  /** Finished and planned cells. */
  readonly done: number;
  readonly total: number;
}

/** Mean of a measure against latent shape for one method and condition. */
export interface Curve {
  readonly label: string;
  readonly methodId: string;
  readonly condition: string;
  readonly latentNames: readonly string[];
  readonly points: readonly {
    readonly shape: LatentShape;
    readonly mean: number;
    readonly std: number | null;
    readonly n: number;
  }[];
}

/** Progress of any long work: one payload, at most ten a second. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Units a second over the recent past; null until measured. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  /** What is running now, e.g. "BPPCA, k = 3, repeat 7". */
  readonly running: readonly string[];
}

/** Result of one cell of a study. Plain data that crosses threads, processes and files. */
import type { ShapeEvaluation } from '../../classify/shapeEvaluation.ts';
import type { CellMeasures } from '../../measures/cellMeasures.ts';

/** Errors of one (condition, repeat, method) at every latent shape. */
export interface CellResult extends Omit<ShapeEvaluation, 'nearest' | 'wrong'> {
  /** Misclassified test images at each shape; in verification, pairs that are wrongly accepted or rejected. */
  readonly wrong: readonly number[];
  /** Test images, or pairs. */
  readonly testCount: number;
  /**
   * Index into the training (gallery) list of the nearest neighbour: shape-major, testCount entries per shape. In
   * verification the rank of the score of every pair among those of its shape, from 0, with equal ranks for equal
   * scores.
   */
  readonly nearest: Uint16Array | Uint32Array;
  /** SHA-256 (hex) of the predicted labels, or of the decisions on pairs, at every shape. */
  readonly predictionHash: string;
  /**
   * Index into `shapes` of the shape chosen inside the training images; null: none could be chosen; absent: not
   * requested.
   */
  readonly selected?: number | null;
  /**
   * Score on the inner splits, lower is better; for cells that are one combination of listed settings. null: no shape
   * could be chosen.
   */
  readonly inner?: number | null;
  /** Requested measures in addition to the errors. */
  readonly measures?: CellMeasures;
  /** Build of the kernels that computed it: results of different builds differ in the last bits. */
  readonly kernel: string;
  /** Interpreter and packages of the program of an external method: "Python 3.11.2, numpy 1.24.2". */
  readonly runsOn?: string;
  /** Computing time; work shared with other cells of the split counts in full for each cell. */
  readonly seconds: number;
}

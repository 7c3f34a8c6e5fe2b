/** Matrix-variate normal samples with planted principal axes, as in the experiments of the bilinear PPCA paper. */
import {
  expand,
  identity,
  matrix,
  matrixStack,
  multiply,
  scaleColumns,
  symmetricSquareRoot,
  type Matrix,
  type MatrixStack,
} from '../linalg/index.ts';
import type { Random } from '../random/stream.ts';

/** X ~ N(0, Σ_c, Σ_r): vec X has covariance Σ_r ⊗ Σ_c. */
export interface MatrixNormal {
  /** Σ_c, d_c × d_c. */
  readonly columnCovariance: Matrix;
  /** Σ_r, d_r × d_r. */
  readonly rowCovariance: Matrix;
}

/** `count` samples of a centred matrix normal: Σ_c^½ E Σ_r^½ with standard normal E. */
export function sampleMatrixNormal(random: Random, count: number, model: MatrixNormal): MatrixStack {
  const { columnCovariance, rowCovariance } = model;
  const [rows, cols] = [columnCovariance.rows, rowCovariance.rows];
  const white = matrixStack(
    count,
    rows,
    cols,
    Float64Array.from({ length: count * rows * cols }, () => random.normal()),
  );
  return expand(white, symmetricSquareRoot(columnCovariance), symmetricSquareRoot(rowCovariance));
}

/**
 * The synthetic model of Zhao, Yu, Kwok 2012, section V-A, at size rows × cols (10 × 10 in the paper): standard
 * deviations 5, 4.5, 4, 1 … along the axes of the column mode, 10, 9, 8, 2 … along those of the row mode (the paper
 * calls them eigenvalues). The first three axes of both modes are (1, −1, 0 …)/√2, (0, 0, 1, −1, 0 …)/√2 and
 * (0, 0, 0, 0, 1, −1, 0 …)/√2; the others complete them. Throws RangeError below 6 rows or columns.
 */
export function paperModel(rows = 10, cols = 10): MatrixNormal {
  return {
    columnCovariance: spiked(rows, [5, 4.5, 4], 1),
    rowCovariance: spiked(cols, [10, 9, 8], 2),
  };
}

/** The three dominant axes of a mode of `paperModel`, d × 3. */
export function paperAxes(d: number): Matrix {
  if (d < 6) throw new RangeError(`paperAxes: at least 6 dimensions are needed, found ${d}`);
  const axes = matrix(d, 3);
  for (let j = 0; j < 3; j++) {
    axes.data[2 * j * 3 + j] = Math.SQRT1_2;
    axes.data[(2 * j + 1) * 3 + j] = -Math.SQRT1_2;
  }
  return axes;
}

/** Covariance with the given standard deviations along `paperAxes` and `rest` along every other axis. */
function spiked(d: number, deviations: readonly number[], rest: number): Matrix {
  const axes = paperAxes(d);
  const extra = deviations.map((deviation) => deviation ** 2 - rest ** 2);
  const result = multiply(scaleColumns(axes, extra), axes, { transposeB: true });
  const base = identity(d);
  return matrix(
    d,
    d,
    result.data.map((value, i) => value + rest ** 2 * base.data[i]),
  );
}

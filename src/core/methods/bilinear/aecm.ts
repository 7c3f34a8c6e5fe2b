/**
 * BPPCA by alternating expectation conditional maximisation (Zhao, Yu, Kwok 2012, Algorithm 2, eqs. (34)–(41)): one EM
 * step of a mode for each mode in turn. An iteration takes one projection of the images a mode; with
 * Σ_r⁻¹ = (I − R M_r⁻¹ Rᵀ) / σ_r² everything else is small or made once (Σ X Xᵀ, Σ Xᵀ X).
 */
import {
  add,
  cholesky,
  gramOfColumns,
  innerProduct,
  matrix,
  multiply,
  scale,
  transpose,
  transposeStack,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';

/** C or R with its noise variance. */
export interface ModeLoadings {
  readonly loadings: Matrix;
  readonly sigma2: number;
}

export interface AecmState {
  readonly column: ModeLoadings;
  readonly row: ModeLoadings;
}

export interface AecmStep {
  /** The next state. */
  readonly next: AecmState;
  /** Log-likelihood (25) of the state the step started from, constants included. */
  readonly logLikelihood: number;
}

/** Steps over one batch; `plainColumn` = Σ X_n X_nᵀ, `plainRow` = Σ X_nᵀ X_n. */
export function aecmStepper(
  batch: ImageBatch,
  plainColumn: Matrix,
  plainRow: Matrix,
  energy: number,
): (state: AecmState) => AecmStep {
  const { count, rows, cols } = batch;
  // Σ CᵀX XᵀC of the last step serves the likelihood of the next.
  let known: { readonly loadings: Matrix; readonly gram: Matrix } | null = null;
  return ({ column, row }) => {
    const inverseR = inverseOfM(row);
    // (X_n R)ᵀ, stacked: q_r rows an image.
    const halves = stacked(transposeStack(batch.project(null, row.loadings)));
    const gramR = gramOfColumns(untransposed(halves, row.loadings.cols));
    const inverseC = inverseOfM(column);
    const gramC =
      known?.loadings === column.loadings
        ? known.gram
        : gramOfColumns(untransposed(stacked(batch.project(column.loadings, null)), column.loadings.cols));
    const l = logLikelihood({ column, row }, inverseC, inverseR, gramC, gramR, halves, energy, batch);

    const nextColumn = cycle(column, inverseC, row.sigma2, inverseR, plainColumn, halves, gramR, energy, count, cols);
    const projected = stacked(batch.project(nextColumn.loadings, null));
    const gramNext = gramOfColumns(untransposed(projected, column.loadings.cols));
    known = { loadings: nextColumn.loadings, gram: gramNext };
    const nextRow = cycle(
      row,
      inverseR,
      nextColumn.sigma2,
      inverseOfM(nextColumn),
      plainRow,
      projected,
      gramNext,
      energy,
      count,
      rows,
    );
    return { next: { column: nextColumn, row: nextRow }, logLikelihood: l };
  };
}

/**
 * One EM step of a mode: L = D M⁻¹ [N d' σ² M⁻¹ + M⁻¹ LᵀD M⁻¹]⁻¹ with D = Σ X Σ'⁻¹ Xᵀ L, (36), (37). `halves` are the
 * images projected on the other mode's loadings, q' rows of length d an image.
 */
function cycle(
  mode: ModeLoadings,
  inverse: Matrix,
  otherSigma2: number,
  otherInverse: Matrix,
  plain: Matrix,
  halves: Matrix,
  otherGram: Matrix,
  energy: number,
  count: number,
  otherSize: number,
): ModeLoadings {
  const { loadings, sigma2 } = mode;
  const d = loadings.rows;
  const q = otherInverse.rows;
  const inner = multiply(halves, loadings);
  const kept = multiply(halves, timesEach(otherInverse, inner, q), { transposeA: true });
  const direction = scale(add(multiply(plain, loadings), kept, -1), 1 / otherSigma2);
  const explained = multiply(direction, inverse);
  const moment = add(
    scale(inverse, count * otherSize * sigma2),
    multiply(inverse, multiply(multiply(loadings, direction, { transposeA: true }), inverse)),
  );
  const next = transpose(cholesky(symmetrised(moment)).solve(transpose(explained)));
  const spread = (energy - innerProduct(otherInverse, otherGram)) / otherSigma2;
  const residual = (spread - innerProduct(explained, next)) / (count * otherSize * d);
  return { loadings: next, sigma2: Math.max(residual, (1e-12 * spread) / (count * otherSize * d)) };
}

/** (25): both quadratic forms expanded by Woodbury, no image touched. */
function logLikelihood(
  { column, row }: AecmState,
  inverseC: Matrix,
  inverseR: Matrix,
  gramC: Matrix,
  gramR: Matrix,
  halves: Matrix,
  energy: number,
  { count, rows, cols }: ImageBatch,
): number {
  const core = multiply(halves, column.loadings);
  const both = innerProduct(multiply(core, inverseC), timesEach(inverseR, core, inverseR.rows));
  const square =
    (energy - innerProduct(inverseR, gramR) - innerProduct(inverseC, gramC) + both) / (column.sigma2 * row.sigma2);
  return (
    -0.5 *
    (count * cols * logDeterminant(column, rows) +
      count * rows * logDeterminant(row, cols) +
      square +
      count * rows * cols * Math.log(2 * Math.PI))
  );
}

/** M⁻¹ = (LᵀL + σ² I)⁻¹. */
function inverseOfM(mode: ModeLoadings): Matrix {
  return cholesky(shifted(mode)).inverse();
}

function logDeterminant(mode: ModeLoadings, d: number): number {
  return cholesky(shifted(mode)).logDeterminant + (d - mode.loadings.cols) * Math.log(mode.sigma2);
}

function shifted({ loadings, sigma2 }: ModeLoadings): Matrix {
  const m = gramOfColumns(loadings);
  for (let i = 0; i < m.rows; i++) m.data[i * m.rows + i] += sigma2;
  return m;
}

function stacked(stack: MatrixStack): Matrix {
  return matrix(stack.count * stack.rows, stack.cols, stack.data);
}

/** Rows of q × d items regrouped as (N d) × q, so that a Gram product sums over images and pixels. */
function untransposed(items: Matrix, q: number): Matrix {
  const count = items.rows / q;
  const result = transposeStack({ count, rows: q, cols: items.cols, data: items.data });
  return matrix(count * items.cols, q, result.data);
}

/** A Z_n for stacked q × k items Z_n. */
function timesEach(a: Matrix, items: Matrix, q: number): Matrix {
  const back = multiply(untransposed(items, q), a, { transposeB: true });
  const count = items.rows / q;
  const result = transposeStack({ count, rows: items.cols, cols: q, data: back.data });
  return matrix(items.rows, items.cols, result.data);
}

function symmetrised(a: Matrix): Matrix {
  return scale(add(a, transpose(a)), 0.5);
}

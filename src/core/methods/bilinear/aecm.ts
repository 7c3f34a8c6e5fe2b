/**
 * BPPCA by alternating expectation conditional maximisation (Zhao, Yu, Kwok 2012, Algorithm 2, eqs. (34)–(41)): one EM
 * step of a mode for each mode in turn. An iteration takes one projection of the images a mode, X R and CᵀX;
 * with Σ_r⁻¹ = (I − R M_r⁻¹ Rᵀ) / σ_r² everything else is small or made once (Σ X Xᵀ, Σ Xᵀ X).
 */
import {
  add,
  cholesky,
  gramOfColumns,
  innerProduct,
  multiply,
  scale,
  solveLower,
  transpose,
  type ImageBatch,
  type Matrix,
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
  const throughRow = (column: ModeLoadings, row: ModeLoadings): OtherSide => {
    const basis = whitened(row);
    const halves = batch.projected(null, basis);
    const kept = halves.sumRightCodes(null, halves.project(column.loadings, null));
    halves.release();
    return { sigma2: row.sigma2, size: cols, plain: plainColumn, kept, spread: energy - inside(plainRow, basis) };
  };
  const throughColumn = (column: ModeLoadings, row: ModeLoadings): OtherSide => {
    const basis = whitened(column);
    const halves = batch.projected(basis, null);
    const kept = halves.sumLeftCodes(null, halves.project(null, row.loadings));
    halves.release();
    return { sigma2: column.sigma2, size: rows, plain: plainRow, kept, spread: energy - inside(plainColumn, basis) };
  };
  return ({ column, row }) => {
    const other = throughRow(column, row);
    const nextColumn = cycle(column, other, count);
    return {
      next: { column: nextColumn, row: cycle(row, throughColumn(nextColumn, row), count) },
      logLikelihood: logLikelihood({ column, row }, other, batch),
    };
  };
}

/** The images as one mode sees them through the covariance Σ' of the other, Σ'⁻¹ = (I − L' M'⁻¹ L'ᵀ) / σ'². */
interface OtherSide {
  /** σ'². */
  readonly sigma2: number;
  /** d'. */
  readonly size: number;
  /** Σ X Xᵀ, d × d. */
  readonly plain: Matrix;
  /** Σ X L' M'⁻¹ L'ᵀ Xᵀ L, d × q. */
  readonly kept: Matrix;
  /** σ'² Σ tr(X Σ'⁻¹ Xᵀ). */
  readonly spread: number;
}

/** One EM step of a mode: L = D M⁻¹ [N d' σ² M⁻¹ + M⁻¹ LᵀD M⁻¹]⁻¹ with D = Σ X Σ'⁻¹ Xᵀ L, (36), (37). */
function cycle({ loadings, sigma2 }: ModeLoadings, other: OtherSide, count: number): ModeLoadings {
  const inverse = cholesky(shifted({ loadings, sigma2 })).inverse();
  const direction = scale(add(multiply(other.plain, loadings), other.kept, -1), 1 / other.sigma2);
  const explained = multiply(direction, inverse);
  const moment = add(
    scale(inverse, count * other.size * sigma2),
    multiply(inverse, multiply(multiply(loadings, direction, { transposeA: true }), inverse)),
  );
  const next = transpose(cholesky(symmetrised(moment)).solve(transpose(explained)));
  const values = count * other.size * loadings.rows;
  const spread = other.spread / other.sigma2;
  const residual = (spread - innerProduct(explained, next)) / values;
  return { loadings: next, sigma2: Math.max(residual, (1e-12 * spread) / values) };
}

/**
 * (25): both quadratic forms expanded by Woodbury, no image touched: Σ tr(Σ_c⁻¹ X Σ_r⁻¹ Xᵀ) σ_c² σ_r² is `spread` less
 * tr M_c⁻¹ Cᵀ(Σ X Xᵀ C − kept).
 */
function logLikelihood(
  { column, row }: AecmState,
  { plain, kept, spread }: OtherSide,
  { count, rows, cols }: ImageBatch,
): number {
  const explained = multiply(column.loadings, cholesky(shifted(column)).inverse());
  const seen = add(multiply(plain, column.loadings), kept, -1);
  const square = (spread - innerProduct(explained, seen)) / (column.sigma2 * row.sigma2);
  return (
    -0.5 *
    (count * cols * logDeterminant(column, rows) +
      count * rows * logDeterminant(row, cols) +
      square +
      count * rows * cols * Math.log(2 * Math.PI))
  );
}

function logDeterminant(mode: ModeLoadings, d: number): number {
  return cholesky(shifted(mode)).logDeterminant + (d - mode.loadings.cols) * Math.log(mode.sigma2);
}

function shifted({ loadings, sigma2 }: ModeLoadings): Matrix {
  const m = gramOfColumns(loadings);
  for (let i = 0; i < m.rows; i++) m.data[i * m.rows + i] += sigma2;
  return m;
}

/** L K⁻ᵀ with M = K Kᵀ, so that L M⁻¹ Lᵀ is its product with its transpose. */
function whitened(mode: ModeLoadings): Matrix {
  return transpose(solveLower(cholesky(shifted(mode)).lower, transpose(mode.loadings)));
}

/** tr BᵀSB. */
function inside(s: Matrix, basis: Matrix): number {
  return innerProduct(basis, multiply(s, basis));
}

function symmetrised(a: Matrix): Matrix {
  return scale(add(a, transpose(a)), 0.5);
}

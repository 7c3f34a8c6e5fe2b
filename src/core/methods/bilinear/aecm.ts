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
  trace,
  transpose,
  type LeadingSum,
  type Matrix,
  type PlainSums,
  type SumRequest,
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

/** Images as AECM sees them, beside the sums that it asks for. */
export interface AecmData {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /** Σ X_n X_nᵀ and Σ X_nᵀ X_n. */
  readonly plain: PlainSums;
}

/** The two cycles of an iteration; each asks for a sum and takes it. */
export interface AecmStepper {
  readonly columnRequest: () => SumRequest;
  /** Log-likelihood (25) of the state the iteration started from, constants included. */
  readonly takeColumn: (sum: LeadingSum) => number;
  readonly rowRequest: () => SumRequest;
  /** The next state. */
  readonly takeRow: (sum: LeadingSum) => AecmState;
}

/** One iteration after another from a state. */
export function aecmStepper({ count, rows, cols, plain }: AecmData, start: AecmState): AecmStepper {
  const energy = trace(plain.left);
  let { column, row } = start;
  let basis: Matrix;
  const request = (through: ModeLoadings, { loadings }: ModeLoadings): SumRequest => {
    basis = whitened(through);
    return { factor: basis, scale: 1, fromPlain: false, count: 0, times: loadings };
  };
  return {
    columnRequest: () => request(row, column),
    takeColumn({ product }) {
      const spread = energy - inside(plain.left, basis);
      const other = { sigma2: row.sigma2, size: cols, plain: plain.right, kept: product!, spread };
      const value = logLikelihood({ column, row }, other, { count, rows, cols });
      column = cycle(column, other, count);
      return value;
    },
    rowRequest: () => request(column, row),
    takeRow({ product }) {
      const spread = energy - inside(plain.right, basis);
      row = cycle(row, { sigma2: column.sigma2, size: rows, plain: plain.left, kept: product!, spread }, count);
      return { column, row };
    },
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
  { count, rows, cols }: Pick<AecmData, 'count' | 'rows' | 'cols'>,
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

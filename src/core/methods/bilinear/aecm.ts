/**
 * BPPCA by alternating expectation conditional maximisation (Zhao, Yu, Kwok 2012, Algorithm 2, eqs. (34)–(41)): one EM
 * step of a mode for each mode in turn. An iteration takes one projection of the images per mode, X R and CᵀX;
 * with Σ_r⁻¹ = (I − R M_r⁻¹ Rᵀ) / σ_r² everything else is small or made once (Σ X Xᵀ, Σ Xᵀ X).
 */
import {
  symmetrised,
  add,
  cholesky,
  gramOfColumns,
  innerProduct,
  multiply,
  scale,
  solveLower,
  trace,
  transpose,
  type Cholesky,
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

/** The images for AECM, in addition to the sums that it requests. */
export interface AecmData {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /** Σ X_n X_nᵀ and Σ X_nᵀ X_n. */
  readonly plain: PlainSums;
}

/** The two cycles of an iteration; each requests a sum and receives it. */
export interface AecmStepper {
  readonly columnRequest: () => SumRequest;
  /** Log-likelihood (25) of the state the iteration started from, constants included. */
  readonly takeColumn: (sum: LeadingSum) => number;
  readonly rowRequest: () => SumRequest;
  readonly takeRow: (sum: LeadingSum) => AecmState;
}

/** Runs iterations from a state. */
export function aecmStepper({ count, rows, cols, plain }: AecmData, start: AecmState): AecmStepper {
  const energy = trace(plain.left);
  let [column, row] = [modeOf(start.column), modeOf(start.row)];
  let basis: Matrix;
  const request = (through: Mode, { loadings }: Mode): SumRequest => {
    basis = whitened(through);
    return { factor: basis, scale: 1, fromPlain: false, count: 0, times: loadings };
  };
  return {
    columnRequest: () => request(row, column),
    takeColumn({ product }) {
      const spread = energy - inside(plain.left, basis);
      const other = { sigma2: row.sigma2, size: cols, seen: seenBy(column, plain.right, product!), spread };
      const value = logLikelihood({ column, row }, other, { count, rows, cols });
      column = cycle(column, other, count);
      return value;
    },
    rowRequest: () => request(column, row),
    takeRow({ product }) {
      const spread = energy - inside(plain.right, basis);
      row = cycle(row, { sigma2: column.sigma2, size: rows, seen: seenBy(row, plain.left, product!), spread }, count);
      return { column, row };
    },
  };
}

/** A mode with the quantities that cycles, requests and likelihood derive from M = LᵀL + σ² I, computed lazily. */
interface Mode extends ModeLoadings {
  readonly factor: () => Cholesky;
  readonly inverse: () => Matrix;
}

function modeOf({ loadings, sigma2 }: ModeLoadings): Mode {
  let made: Cholesky | undefined;
  let inverted: Matrix | undefined;
  const factor = (): Cholesky => (made ??= cholesky(shifted(loadings, sigma2)));
  return { loadings, sigma2, factor, inverse: () => (inverted ??= factor().inverse()) };
}

/** The images as one mode sees them through the covariance Σ' of the other, Σ'⁻¹ = (I − L' M'⁻¹ L'ᵀ) / σ'². */
interface OtherSide {
  /** σ'². */
  readonly sigma2: number;
  /** d'. */
  readonly size: number;
  /** σ'² Σ X Σ'⁻¹ Xᵀ L, d × q. */
  readonly seen: Matrix;
  /** σ'² Σ tr(X Σ'⁻¹ Xᵀ). */
  readonly spread: number;
}

/** σ'² Σ X Σ'⁻¹ Xᵀ L from Σ X Xᵀ and Σ X L' M'⁻¹ L'ᵀ Xᵀ L. */
function seenBy({ loadings }: Mode, plain: Matrix, kept: Matrix): Matrix {
  return add(multiply(plain, loadings), kept, -1);
}

/** One EM step of a mode: L = D M⁻¹ [N d' σ² M⁻¹ + M⁻¹ LᵀD M⁻¹]⁻¹ with D = Σ X Σ'⁻¹ Xᵀ L, (36), (37). */
function cycle(mode: Mode, other: OtherSide, count: number): Mode {
  const { loadings, sigma2 } = mode;
  const inverse = mode.inverse();
  const direction = scale(other.seen, 1 / other.sigma2);
  const explained = multiply(direction, inverse);
  const moment = add(
    scale(inverse, count * other.size * sigma2),
    multiply(inverse, multiply(multiply(loadings, direction, { transposeA: true }), inverse)),
  );
  const next = transpose(cholesky(symmetrised(moment)).solve(transpose(explained)));
  const values = count * other.size * loadings.rows;
  const spread = other.spread / other.sigma2;
  const residual = (spread - innerProduct(explained, next)) / values;
  return modeOf({ loadings: next, sigma2: Math.max(residual, (1e-12 * spread) / values) });
}

/**
 * (25): both quadratic forms expanded by Woodbury, no image touched: Σ tr(Σ_c⁻¹ X Σ_r⁻¹ Xᵀ) σ_c² σ_r² is `spread` less
 * tr M_c⁻¹ Cᵀ `seen`.
 */
function logLikelihood(
  { column, row }: { readonly column: Mode; readonly row: Mode },
  { seen, spread }: OtherSide,
  { count, rows, cols }: Pick<AecmData, 'count' | 'rows' | 'cols'>,
): number {
  const explained = multiply(column.loadings, column.inverse());
  const square = (spread - innerProduct(explained, seen)) / (column.sigma2 * row.sigma2);
  return (
    -0.5 *
    (count * cols * logDeterminant(column, rows) +
      count * rows * logDeterminant(row, cols) +
      square +
      count * rows * cols * Math.log(2 * Math.PI))
  );
}

function logDeterminant({ loadings, sigma2, factor }: Mode, d: number): number {
  return factor().logDeterminant + (d - loadings.cols) * Math.log(sigma2);
}

function shifted(loadings: Matrix, sigma2: number): Matrix {
  const m = gramOfColumns(loadings);
  for (let i = 0; i < m.rows; i++) m.data[i * m.rows + i] += sigma2;
  return m;
}

/** L K⁻ᵀ with M = K Kᵀ: L M⁻¹ Lᵀ is its product with its transpose. */
function whitened({ loadings, factor }: Mode): Matrix {
  return transpose(solveLower(factor().lower, transpose(loadings)));
}

/** tr BᵀSB. */
function inside(s: Matrix, basis: Matrix): number {
  return innerProduct(basis, multiply(s, basis));
}

/**
 * EM for factor models whose loadings are sums of Kronecker products and whose noise may differ from pixel to pixel:
 * X = W + Σ_t C_t Z_t R_tᵀ + E, E_ij ~ N(0, ψ_ij) (Xie, Yan, Kwok, Huang 2008, sections III and VII). Without one
 * noise variance, or with several terms, the posterior of Z is not diagonal in any basis: the E-step solves one system
 * of size Q = Σ q_c q_r per iteration.
 */
import {
  add,
  cholesky,
  gramOfColumns,
  identity,
  innerProduct,
  kronecker,
  matrix,
  matrixStack,
  multiply,
  scale,
  scaleRows,
  submatrix,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { sum } from '../../stats/describe.ts';
import { directStep } from './kronecker/kroneckerModel.ts';

/** One term C Z Rᵀ. */
export interface Term {
  /** d_c × q_c. */
  readonly c: Matrix;
  /** d_r × q_r. */
  readonly r: Matrix;
}

export interface StructuredModel {
  readonly terms: readonly Term[];
  /** ψ, one noise variance per pixel, row by row. */
  readonly psi: Float64Array;
}

/** The posterior of z, the same but for the means at all images. */
interface StructuredPosterior {
  /** E[z_n], N × Q: the entries of Z_1, then Z_2 …, each row by row. */
  readonly means: Matrix;
  /** Cov[z | x], Q × Q. */
  readonly covariance: Matrix;
  /** ln |W Wᵀ + Ψ|. */
  readonly logDeterminant: number;
}

/** The posterior from Wᵀ Ψ⁻¹ x_n (N × Q) and Wᵀ Ψ⁻¹ W. */
function posteriorOf(projected: Matrix, signal: Matrix, psi: Float64Array): StructuredPosterior {
  const factor = cholesky(add(signal, identity(signal.rows)));
  const covariance = factor.inverse();
  const logDeterminant = psi.reduce((total, value) => total + Math.log(value), factor.logDeterminant);
  return { means: multiply(projected, covariance), covariance, logDeterminant };
}

/** The posterior of z and ln p(X_n) of centred images as rows (N × d, pixels row by row). */
export function structuredExpectation(
  x: Matrix,
  { terms, psi }: StructuredModel,
): StructuredPosterior & { readonly logDensities: Float64Array } {
  const w = denseLoadings(terms);
  const weighted = scaleRows(w, inverses(psi));
  const projected = multiply(x, weighted);
  const posterior = posteriorOf(projected, multiply(w, weighted, { transposeA: true }), psi);
  const { means } = posterior;
  const constant = x.cols * Math.log(2 * Math.PI) + posterior.logDeterminant;
  const logDensities = Float64Array.from({ length: x.rows }, (_, n) => {
    let square = 0;
    for (let i = 0, at = n * x.cols; i < x.cols; i++, at++) square += (x.data[at] * x.data[at]) / psi[i];
    for (let k = 0, at = n * w.cols; k < w.cols; k++, at++) square -= projected.data[at] * means.data[at];
    return -0.5 * (constant + square);
  });
  return { ...posterior, logDensities };
}

/** Minimum ψ as a share of the mean pixel variance: the likelihood of factor analysis is unbounded at ψ_ij = 0. */
const LEAST_NOISE = 1e-4;

/** Minimum ψ for `count` images with Σ x_i² in `squares`. */
export function leastNoise(squares: Float64Array, count: number): number {
  return (LEAST_NOISE * sum(squares)) / (count * squares.length);
}

/** Σ ln p(X_n) of a model, and the model after one EM step. */
export interface StructuredStep {
  readonly value: number;
  readonly next: StructuredModel;
}

/** Sums over the images that the M-step with one noise variance needs. */
export interface AdditiveSums {
  readonly count: number;
  /** Σ E[z zᵀ], Q × Q. */
  readonly second: Matrix;
  /** Σ x_i² of every pixel. */
  readonly squares: Float64Array;
  /** Σ X_n R_t E[Z_t]ᵀ, d_c × q_c. */
  readonly columnCross: (t: number, term: Term) => Matrix;
  /** Σ X_nᵀ C_t E[Z_t], d_r × q_r. */
  readonly rowCross: (t: number, term: Term) => Matrix;
}

/** Every C_t given the rest, every R_t given the rest, then ψ: each is a conditional maximiser. */
export function additiveMaximisation(sums: AdditiveSums, model: StructuredModel): StructuredModel {
  const { count, second, squares } = sums;
  const terms: { c: Matrix; r: Matrix }[] = model.terms.map((term) => ({ ...term }));
  terms.forEach((term, t) => {
    term.c = conditionalLoadings(terms, t, 'c', sums.columnCross(t, term), second);
  });
  let residual = sum(squares);
  terms.forEach((term, t) => {
    const cross = sums.rowCross(t, term);
    term.r = conditionalLoadings(terms, t, 'r', cross, second);
    residual -= 2 * innerProduct(term.r, cross);
  });
  residual += innerProduct(gramOfLoadings(terms), second);
  const psi = Math.max(residual / (count * squares.length), leastNoise(squares, count));
  return { terms, psi: squares.map(() => psi) };
}

/**
 * An EM step of any number of terms with one noise variance, ending with the expansion of the priors. A term needs
 * X R_t and C_tᵀ X of the resident images, never its d × q_c q_r loadings. `squares` are Σ x_i² of every pixel.
 */
export function additiveStep(images: ImageBatch, squares: Float64Array, model: StructuredModel): StructuredStep {
  const { terms } = model;
  const { count } = images;
  const precision = 1 / model.psi[0];
  const halves = terms.map(({ r }) => images.projected(null, r));
  try {
    const projected = scale(codesOf(terms.map(({ c }, t) => halves[t].project(c, null))), precision);
    const posterior = posteriorOf(projected, scale(gramOfLoadings(terms), precision), model.psi);
    const second = secondMoment(posterior);
    const means = terms.map((_, t) => termMeans(posterior.means, terms, t));
    const sums: AdditiveSums = {
      count,
      second,
      squares,
      columnCross: (t) => halves[t].sumRightCodes(null, means[t]),
      rowCross: (t, { c }) => images.sumLeftCodes(c, means[t]),
    };
    const next = additiveMaximisation(sums, model);
    return {
      value: logLikelihoodOf(posterior, projected, squares, model.psi),
      next: { ...next, terms: allExpanded(next.terms, second, count) },
    };
  } finally {
    for (const half of halves) half.release();
  }
}

/** The same of one term with a noise variance per pixel; the resident images are vectors, N matrices of 1 × d. */
export function pixelNoiseStep(images: ImageBatch, squares: Float64Array, model: StructuredModel): StructuredStep {
  const { count } = images;
  const [{ c, r }] = model.terms;
  const weights = matrix(c.rows, r.rows, inverses(model.psi));
  const loadings = denseLoadings(model.terms);
  const weighted = scaleRows(loadings, weights.data);
  const projected = codesOf([images.project(null, weighted)]);
  const posterior = posteriorOf(projected, multiply(loadings, weighted, { transposeA: true }), model.psi);
  const value = logLikelihoodOf(posterior, projected, squares, model.psi);
  const second = secondMoment(posterior);
  /** Σ x E[z]ᵀ, d × Q. */
  const cross = images.combine(posterior.means);
  const pairs = pairMoments(second, c.cols, r.cols);
  const weightedCross = scaleRows(cross, weights.data);
  // Row i of C solves Σ_l ψ_il⁻¹ E[Z r_l r_lᵀ Zᵀ] c_i = Σ_l ψ_il⁻¹ E[Z r_l x_il]; two products hold the moments of all.
  const momentsC = multiply(multiply(weights, pairProducts(r)), pairs);
  const nextC = solvedRows(momentsC, crossTimes(weightedCross, { c, r }, 'c'));
  const pairsC = multiply(weights, pairProducts(nextC), { transposeA: true });
  const momentsR = multiply(pairsC, pairs, { transposeB: true });
  const nextR = solvedRows(momentsR, crossTimes(weightedCross, { c: nextC, r }, 'r'));
  const terms = [{ c: nextC, r: nextR }];
  const w = denseLoadings(terms);
  const ws = multiply(w, second);
  const least = leastNoise(squares, count);
  const psi = squares.map((square, i) => {
    let residual = square;
    for (let k = i * w.cols; k < (i + 1) * w.cols; k++) residual += w.data[k] * (ws.data[k] - 2 * cross.data[k]);
    return Math.max(residual / count, least);
  });
  return { value, next: { terms: allExpanded(terms, second, count), psi } };
}

function inverses(values: Float64Array): Float64Array {
  return values.map((value) => 1 / value);
}

/** Σ ln p(X_n) from Wᵀ Ψ⁻¹ x_n and Σ x_i² of every pixel. */
function logLikelihoodOf(
  { means, logDeterminant }: StructuredPosterior,
  projected: Matrix,
  squares: Float64Array,
  psi: Float64Array,
): number {
  const energy = squares.reduce((total, square, i) => total + square / psi[i], 0);
  const constant = psi.length * Math.log(2 * Math.PI) + logDeterminant;
  return -0.5 * (means.rows * constant + energy - innerProduct(projected, means));
}

/** Σ E[z zᵀ], Q × Q. */
export function secondMoment({ means, covariance }: Pick<StructuredPosterior, 'means' | 'covariance'>): Matrix {
  return add(gramOfColumns(means), covariance, means.rows);
}

function allExpanded(terms: readonly Term[], second: Matrix, count: number): Term[] {
  return terms.map((term, t) => expanded(term, termMoments(terms, t, second), count));
}

/** Rounds of the flip-flop for the prior of a term. */
const FLIP_FLOPS = 3;

/**
 * Widens the prior of Z_t to N(0, Γ_u, Γ_v) at its expected maximum likelihood and absorbs the factors into C_t and R_t
 * (Liu, Rubin, Wu 1998). Without it drawn faces took more than 1000 iterations.
 */
function expanded({ c, r }: Term, moments: Matrix, count: number): Term {
  const [q, p] = [c.cols, r.cols];
  let gammaU = matrix(q, q);
  let gammaV = identity(p);
  for (let round = 0; round < FLIP_FLOPS; round++) {
    const inverseV = cholesky(gammaV).inverse();
    gammaU = matrix(q, q);
    for (let a = 0; a < q; a++) {
      for (let f = 0; f < q; f++) {
        let sum = 0;
        for (let b = 0; b < p; b++) {
          const row = (a * p + b) * moments.cols + f * p;
          for (let e = 0; e < p; e++) sum += inverseV.data[b * p + e] * moments.data[row + e];
        }
        gammaU.data[a * q + f] = sum / (count * p);
      }
    }
    const inverseU = cholesky(gammaU).inverse();
    gammaV = matrix(p, p);
    for (let a = 0; a < q; a++) {
      for (let f = 0; f < q; f++) {
        const weight = inverseU.data[a * q + f] / (count * q);
        for (let b = 0; b < p; b++) {
          const row = (a * p + b) * moments.cols + f * p;
          for (let e = 0; e < p; e++) gammaV.data[b * p + e] += weight * moments.data[row + e];
        }
      }
    }
  }
  return { c: multiply(c, cholesky(gammaU).lower), r: multiply(r, cholesky(gammaV).lower) };
}

/** The block Σ E[z_t z_tᵀ]. */
function termMoments(terms: readonly Term[], t: number, second: Matrix): Matrix {
  const from = offsetOf(terms, t);
  const index = Int32Array.from({ length: sizeOf(terms[t]) }, (_, k) => from + k);
  return submatrix(second, index, index);
}

function sizeOf({ c, r }: Term): number {
  return c.cols * r.cols;
}

/** Position of Z_t in z. */
function offsetOf(terms: readonly Term[], t: number): number {
  return sum(terms.slice(0, t).map(sizeOf));
}

/** Codes of all terms side by side, N × Q. */
function codesOf(codes: readonly MatrixStack[]): Matrix {
  const count = codes[0].count;
  const q = sum(codes.map(({ rows, cols }) => rows * cols));
  const result = matrix(count, q);
  let from = 0;
  for (const { rows, cols, data } of codes) {
    const size = rows * cols;
    for (let n = 0; n < count; n++) result.data.set(data.subarray(n * size, (n + 1) * size), n * q + from);
    from += size;
  }
  return result;
}

/** E[Z_t] of all images. */
function termMeans({ rows: count, cols: q, data }: Matrix, terms: readonly Term[], t: number): MatrixStack {
  const result = matrixStack(count, terms[t].c.cols, terms[t].r.cols);
  const [from, size] = [offsetOf(terms, t), sizeOf(terms[t])];
  for (let n = 0; n < count; n++) {
    result.data.set(data.subarray(n * q + from, n * q + from + size), n * size);
  }
  return result;
}

/** Wᵀ W, block by block: entry (t a b, u f e) is (C_tᵀ C_u)_af (R_tᵀ R_u)_be. */
function gramOfLoadings(terms: readonly Term[]): Matrix {
  const q = sum(terms.map(sizeOf));
  const result = matrix(q, q);
  terms.forEach((one, t) => {
    terms.forEach((other, u) => {
      const block = kronecker(
        multiply(one.c, other.c, { transposeA: true }),
        multiply(one.r, other.r, { transposeA: true }),
      );
      const offset = offsetOf(terms, t) * q + offsetOf(terms, u);
      for (let k = 0; k < block.rows; k++) {
        result.data.set(block.data.subarray(k * block.cols, (k + 1) * block.cols), offset + k * q);
      }
    });
  });
  return result;
}

/**
 * C_t ('c') or R_t ('r') that maximises the expected likelihood given all else, with one noise variance: C_t H_tt =
 * S − Σ_{u≠t} C_u H_ut, where S = Σ X_n R_t E[Z_t]ᵀ (`cross`) and H_ut = Σ E[Z_u R_uᵀ R_t Z_tᵀ]; R_t alike.
 */
function conditionalLoadings(
  terms: readonly Term[],
  t: number,
  side: 'c' | 'r',
  cross: Matrix,
  second: Matrix,
): Matrix {
  const other = side === 'c' ? 'r' : 'c';
  /** H_ut. */
  const moment = (u: number): Matrix => {
    const gram = multiply(terms[u][other], terms[t][other], { transposeA: true });
    const result = matrix(terms[u][side].cols, terms[t][side].cols);
    const [fromU, fromT] = [offsetOf(terms, u), offsetOf(terms, t)];
    /** Steps in z between neighbours on this side and on the other. */
    const steps = ({ r }: Term) => (side === 'c' ? [r.cols, 1] : [1, r.cols]);
    const [[ownU, otherU], [ownT, otherT]] = [steps(terms[u]), steps(terms[t])];
    for (let a = 0; a < result.rows; a++) {
      for (let f = 0; f < result.cols; f++) {
        let total = 0;
        for (let b = 0, k = 0; b < gram.rows; b++) {
          const row = (fromU + a * ownU + b * otherU) * second.cols + fromT + f * ownT;
          for (let e = 0; e < gram.cols; e++, k++) total += gram.data[k] * second.data[row + e * otherT];
        }
        result.data[a * result.cols + f] = total;
      }
    }
    return result;
  };
  const right = terms.reduce(
    (rest, term, u) => (u === t ? rest : add(rest, multiply(term[side], moment(u)), -1)),
    cross,
  );
  return directStep(right, moment(t), terms[t][side]);
}

/** Σ E[z_ab z_fe] of one term as entry ((b, e), (a, f)), q_r² × q_c². */
function pairMoments(second: Matrix, qc: number, qr: number): Matrix {
  const pairs = matrix(qr * qr, qc * qc);
  for (let a = 0; a < qc; a++) {
    for (let b = 0; b < qr; b++) {
      for (let f = 0; f < qc; f++) {
        for (let e = 0; e < qr; e++) {
          pairs.data[(b * qr + e) * qc * qc + a * qc + f] = second.data[(a * qr + b) * second.cols + f * qr + e];
        }
      }
    }
  }
  return pairs;
}

/** a_ib a_ie of every row i, rows × q². */
function pairProducts({ rows, cols, data }: Matrix): Matrix {
  const pairs = matrix(rows, cols * cols);
  for (let i = 0, to = 0; i < rows; i++) {
    for (let b = 0; b < cols; b++) {
      for (let e = 0; e < cols; e++) pairs.data[to++] = data[i * cols + b] * data[i * cols + e];
    }
  }
  return pairs;
}

/** Σ X_n R E[Z]ᵀ ('c', d_c × q_c) or Σ X_nᵀ C E[Z] ('r', d_r × q_r) of one term from Σ x E[z]ᵀ, d × Q. */
export function crossTimes(cross: Matrix, { c, r }: Term, side: 'c' | 'r'): Matrix {
  const result = matrix(side === 'c' ? c.rows : r.rows, side === 'c' ? c.cols : r.cols);
  for (let i = 0, at = 0; i < c.rows; i++) {
    for (let l = 0; l < r.rows; l++) {
      for (let a = 0; a < c.cols; a++) {
        for (let b = 0; b < r.cols; b++, at++) {
          if (side === 'c') result.data[i * c.cols + a] += cross.data[at] * r.data[l * r.cols + b];
          else result.data[l * r.cols + b] += cross.data[at] * c.data[i * c.cols + a];
        }
      }
    }
  }
  return result;
}

/** The solution of each row by its own matrix, a row of `moments` (q × q). */
function solvedRows(moments: Matrix, right: Matrix): Matrix {
  const q = right.cols;
  const result = matrix(right.rows, q);
  for (let i = 0; i < right.rows; i++) {
    const h = matrix(q, q, moments.data.slice(i * q * q, (i + 1) * q * q));
    result.data.set(cholesky(h).solve(matrix(q, 1, right.data.slice(i * q, (i + 1) * q))).data, i * q);
  }
  return result;
}

/** The loadings of z on the pixels, d × Q: column (t, a, b) is c_a r_bᵀ of term t. */
export function denseLoadings(terms: readonly Term[]): Matrix {
  const rows = terms[0].c.rows;
  const cols = terms[0].r.rows;
  const q = terms.reduce((sum, { c, r }) => sum + c.cols * r.cols, 0);
  const w = matrix(rows * cols, q);
  let offset = 0;
  for (const { c, r } of terms) {
    for (let i = 0; i < rows; i++) {
      for (let l = 0; l < cols; l++) {
        let to = (i * cols + l) * q + offset;
        for (let a = 0; a < c.cols; a++) {
          for (let b = 0; b < r.cols; b++) w.data[to++] = c.data[i * c.cols + a] * r.data[l * r.cols + b];
        }
      }
    }
    offset += c.cols * r.cols;
  }
  return w;
}

/** x − Σ_t C_t E[Z_t] R_tᵀ, images as rows. */
export function residualRows(x: Matrix, means: Matrix, terms: readonly Term[]): Matrix {
  const explained = multiply(means, denseLoadings(terms), { transposeB: true });
  return matrix(
    x.rows,
    x.cols,
    x.data.map((value, i) => value - explained.data[i]),
  );
}

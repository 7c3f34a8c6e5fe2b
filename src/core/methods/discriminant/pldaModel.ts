/**
 * Probabilistic LDA of Prince and Elder (ICCV 2007): x_ij = μ + F h_i + G w_ij + ε_ij, h_i ~ N(0, I) shared by the
 * images of subject i, w_ij ~ N(0, I), ε ~ N(0, Σ), Σ diagonal. Here μ = 0 and images are rows. With Ψ = G Gᵀ + Σ and
 * J = Fᵀ Ψ⁻¹ F, the sum b_i = Fᵀ Ψ⁻¹ Σ_j x_ij is sufficient for h_i:
 * Cov[h_i] = (I + n_i J)⁻¹, E[h_i] = Cov[h_i] b_i. One EM iteration is O(T d N), with no stacked system.
 */
import {
  add,
  cholesky,
  columns,
  gramOfColumns,
  identity,
  joinColumns,
  matrix,
  multiply,
  scale,
  scaleRows,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import type { ResidentRows } from '../vector/residentRows.ts';

export interface PldaModel {
  /** F, d × q: between subjects. */
  readonly f: Matrix;
  /** G, d × g: within subjects; g may be 0. */
  readonly g: Matrix;
  /** Diagonal of Σ. */
  readonly noise: Float64Array;
}

/** Arrays for identification. */
export interface PldaProjection {
  /** Ψ⁻¹ F, d × q: b = (Ψ⁻¹ F)ᵀ x. */
  readonly p: Matrix;
  /** J = Fᵀ Ψ⁻¹ F, q × q. */
  readonly j: Matrix;
}

export interface PldaExpectation {
  /** Σ_ij E[y_ij y_ijᵀ] and Σ_ij E[y_ij] x_ijᵀ for y = (h, w). */
  readonly moment: Matrix;
  readonly cross: Matrix;
  /** ln p of all images, those of a subject jointly. */
  readonly logLikelihood: number;
}

/** Ψ⁻¹ F and J, and the factors that lead to them. */
export function projectionOf({ f, g, noise }: PldaModel): PldaProjection & {
  readonly k: ReturnType<typeof cholesky>;
  readonly fg: Matrix;
  /** Σ⁻¹ G. */
  readonly weightedG: Matrix;
} {
  const inverse = noise.map((value) => 1 / value);
  const weightedF = scaleRows(f, inverse);
  const weightedG = scaleRows(g, inverse);
  const fg = multiply(g, weightedF, { transposeA: true });
  const k = cholesky(add(identity(g.cols), multiply(g, weightedG, { transposeA: true })));
  const solved = k.solve(fg);
  const p = add(weightedF, multiply(weightedG, solved), -1);
  const j = add(multiply(f, weightedF, { transposeA: true }), multiply(fg, solved, { transposeA: true }), -1);
  return { p, j, k, fg, weightedG };
}

/**
 * The E-step and the likelihood before it.
 * @param squares Σ_n x_nd² of every pixel d
 * @param index subject 0 … K−1 of every row
 */
export function pldaExpectation(
  x: ResidentRows,
  model: PldaModel,
  squares: Float64Array,
  index: Int32Array,
  sizes: Float64Array,
): PldaExpectation {
  const { f, g, noise } = model;
  const [q, r] = [f.cols, g.cols];
  const { p, j, k, fg, weightedG } = projectionOf(model);
  const both = x.times(joinColumns(p, weightedG));
  const b = columns(both, 0, q);
  const v = columns(both, q, q + r);
  const w0 = transpose(k.solve(transpose(v)));
  const sums = matrix(sizes.length, q);
  for (let i = 0; i < x.rows; i++) for (let n = 0; n < q; n++) sums.data[index[i] * q + n] += b.data[i * q + n];

  let logLikelihood = -0.5 * x.rows * (x.cols * Math.log(2 * Math.PI) + k.logDeterminant);
  noise.forEach((value, at) => (logLikelihood -= 0.5 * (x.rows * Math.log(value) + squares[at] / value)));
  v.data.forEach((value, at) => (logLikelihood += 0.5 * value * w0.data[at]));

  // E[w | x] = K⁻¹ Gᵀ Σ⁻¹ (x − F h): B = K⁻¹ Gᵀ Σ⁻¹ F moves the covariance of h into that of w.
  const move = k.solve(fg);
  const y = matrix(x.rows, q + r);
  const spread = matrix(q, q);
  const bySize = new Map<number, ReturnType<typeof cholesky>>();
  const h = matrix(sizes.length, q);
  for (let c = 0; c < sizes.length; c++) {
    let factor = bySize.get(sizes[c]);
    if (!factor) bySize.set(sizes[c], (factor = cholesky(add(identity(q), j, sizes[c]))));
    const classSum = matrix(q, 1, sums.data.slice(c * q, (c + 1) * q));
    const mean = factor.solve(classSum);
    h.data.set(mean.data, c * q);
    logLikelihood -= 0.5 * factor.logDeterminant;
    for (let n = 0; n < q; n++) logLikelihood += 0.5 * classSum.data[n] * mean.data[n];
  }
  for (const [size, factor] of bySize) {
    const images = size * sizes.reduce((count, value) => count + (value === size ? 1 : 0), 0);
    factor.inverse().data.forEach((value, at) => (spread.data[at] += images * value));
  }
  const shift = multiply(h, move, { transposeB: true });
  for (let i = 0; i < x.rows; i++) {
    y.data.set(h.data.subarray(index[i] * q, (index[i] + 1) * q), i * (q + r));
    for (let n = 0; n < r; n++) y.data[i * (q + r) + q + n] = w0.data[i * r + n] - shift.data[index[i] * r + n];
  }
  return {
    moment: add(gramOfColumns(y), covarianceOf(spread, move, k.inverse(), x.rows)),
    cross: transpose(x.transposedTimes(y)),
    logLikelihood,
  };
}

/** Σ Cov[y]: blocks S, −S Bᵀ and T K⁻¹ + B S Bᵀ for S = Σ Cov[h]. */
function covarianceOf(s: Matrix, move: Matrix, within: Matrix, count: number): Matrix {
  const [q, r] = [s.rows, within.rows];
  const n = q + r;
  const result = matrix(n, n);
  const mixed = multiply(move, s);
  const corner = add(multiply(mixed, move, { transposeB: true }), within, count);
  for (let a = 0; a < q; a++) result.data.set(s.data.subarray(a * q, (a + 1) * q), a * n);
  for (let a = 0; a < r; a++) {
    for (let c = 0; c < q; c++) {
      result.data[(q + a) * n + c] = -mixed.data[a * q + c];
      result.data[c * n + q + a] = -mixed.data[a * q + c];
    }
    result.data.set(corner.data.subarray(a * r, (a + 1) * r), (q + a) * n + q);
  }
  return result;
}

/** The M-step; Σ is kept above `floor`. */
export function pldaMaximisation(
  { moment, cross }: PldaExpectation,
  squares: Float64Array,
  q: number,
  count: number,
  floor: number,
): PldaModel {
  const loadings = cholesky(moment).solve(cross);
  const noise = new Float64Array(loadings.cols);
  for (let n = 0, at = 0; n < loadings.rows; n++) {
    for (let d = 0; d < loadings.cols; d++, at++) noise[d] -= loadings.data[at] * cross.data[at];
  }
  const both = transpose(loadings);
  return {
    f: columns(both, 0, q),
    g: columns(both, q, both.cols),
    noise: noise.map((value, d) => Math.max((value + squares[d]) / count, floor)),
  };
}

/**
 * ln p(x, images of c) − ln p(images of c) of every probe (rows of b = (Ψ⁻¹F)ᵀ x) and subject c, up to a constant per
 * probe: probes × K. `sums` holds b_c, one subject per row.
 */
export function identityScores(j: Matrix, b: Matrix, sums: Matrix, sizes: Float64Array): Matrix {
  const q = j.rows;
  const scores = matrix(b.rows, sums.rows);
  for (let c = 0; c < sums.rows; c++) {
    const [without, joined] = [0, 1].map((more) => cholesky(add(identity(q), j, sizes[c] + more)));
    const classSum = matrix(1, q, sums.data.slice(c * q, (c + 1) * q));
    const base = quadratic(without, classSum)[0];
    const together = matrix(
      b.rows,
      q,
      b.data.map((value, at) => value + classSum.data[at % q]),
    );
    quadratic(joined, together).forEach((value, i) => {
      scores.data[i * sums.rows + c] = 0.5 * (value - base - joined.logDeterminant + without.logDeterminant);
    });
  }
  return scores;
}

/** vᵀ M⁻¹ v of every row v. */
function quadratic(factor: ReturnType<typeof cholesky>, rows: Matrix): Float64Array {
  const solved = transpose(factor.solve(transpose(rows)));
  const values = new Float64Array(rows.rows);
  rows.data.forEach((value, at) => (values[Math.floor(at / rows.cols)] += value * solved.data[at]));
  return values;
}

/** E[h | x] = (I + J)⁻¹ b as a projection, d × q. */
export function posteriorProjection({ p, j }: PldaProjection): Matrix {
  return transpose(cholesky(add(identity(j.rows), j)).solve(transpose(p)));
}

/** Random loadings on the scale of the data. */
export function randomLoadings(d: number, q: number, variance: number, normal: () => number): Matrix {
  return scale(
    matrix(
      d,
      q,
      Float64Array.from({ length: d * q }, () => normal()),
    ),
    Math.sqrt(variance / Math.max(1, q)),
  );
}

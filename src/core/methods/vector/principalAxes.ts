/**
 * Principal axes of images as vectors (pixels row by row), by the covariance or by the Gram matrix of the samples,
 * whichever is smaller; for a few of many axes by products with the images instead of either matrix. Eigenvalues belong
 * to the maximum likelihood covariance S = (1/N) Σ (x − μ)(x − μ)ᵀ.
 */
import { preciseMean } from '../../images/commonShift.ts';
import { asVectors, centreImages, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  columns,
  fixColumnSigns,
  leadingEigen,
  leadingEigenOfScatter,
  leadingOfOperator,
  loadBatch,
  matrix,
  matrixStack,
  multiply,
  partOfStack,
  scale,
  scaleColumns,
  submatrix,
  suitsOperator,
  trace,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { chunkedCodes } from '../chunkedCodes.ts';
import type { SweepInput } from '../method.ts';

export interface PrincipalAxes {
  /** μ, rows × cols. */
  readonly mean: Matrix;
  /** U, d × q: leading eigenvectors of S with eigenvalues above rounding; q may be less than requested. */
  readonly vectors: Matrix;
  /** λ_1 ≥ … ≥ λ_q > 0. */
  readonly values: Float64Array;
  /** tr S. */
  readonly total: number;
}

/** The leading `q` principal axes, fewer if the covariance has a lower rank. */
export function principalAxes(images: ImageSet, q: number): PrincipalAxes {
  const mean = preciseMean(images);
  const d = images.rows * images.cols;
  const few = suitsOperator(Math.min(d, images.count), q) ? axesByProducts(images, mean, q) : null;
  if (few) return few;
  return d > images.count ? axesBySamples(images, mean, q) : axesByCovariance(images, mean, q);
}

/** Maximum bytes of images in kernel memory: some 25 passes would read and centre larger sets again. */
const RESIDENT_FOR_PRODUCTS = 2 ** 29;

/**
 * From products of the scatter matrix N S, or of the Gram matrix, with a few vectors. null if the axes do not converge.
 */
function axesByProducts(images: ImageSet, mean: Matrix, q: number): PrincipalAxes | null {
  const [n, d] = [images.count, images.rows * images.cols];
  const batch = loadBatch(images, mean, RESIDENT_FOR_PRODUCTS);
  try {
    const bySamples = d > n;
    const apply = bySamples ? batch.gramTimes : batch.scatterTimes;
    const eigen = leadingOfOperator({ order: Math.min(n, d), apply }, q);
    if (!eigen) return null;
    const values = eigen.values.slice(0, rankOf(eigen.values, Math.max(n, d))).map((value) => value / n);
    const kept = columns(eigen.vectors, 0, values.length);
    return { mean, vectors: bySamples ? axesOfSamples(batch, kept, values) : kept, values, total: batch.energy() / n };
  } finally {
    batch.release();
  }
}

function axesBySamples(images: ImageSet, mean: Matrix, q: number): PrincipalAxes {
  const batch = loadBatch(images, mean);
  try {
    const { samples, values, total } = samplesOf(batch, q);
    return { mean, vectors: axesOfSamples(batch, samples, values), values, total };
  } finally {
    batch.release();
  }
}

/** Leading eigenvectors of the Gram matrix X Xᵀ, N × q, with the eigenvalues λ of S above rounding, and tr S. */
function samplesOf(batch: ImageBatch, q: number) {
  const n = batch.count;
  const s = scale(batch.gram(), 1 / n);
  const eigen = leadingEigen(s, Math.min(q, n));
  const values = eigen.values.slice(0, rankOf(eigen.values, batch.rows * batch.cols));
  return { samples: columns(eigen.vectors, 0, values.length), values, total: trace(s) };
}

/** All principal coordinates of fewer images than pixels, without their axes. */
export interface SampleCoordinates {
  /** μ, rows × cols. */
  readonly mean: Matrix;
  /** N × r: coordinates divided by √λ. */
  readonly whitened: Matrix;
  /** λ_1 ≥ … ≥ λ_r > 0. */
  readonly values: Float64Array;
  /** U Λ^−½ P (d × q) for P (r × q): O(N d q). */
  readonly inPixels: (projection: Matrix) => Matrix;
}

/** They are √N V for the eigenvectors V of the Gram matrix: axes U and their products with the images are O(N² d). */
export function sampleCoordinates(images: ImageSet): SampleCoordinates {
  const mean = preciseMean(images);
  const n = images.count;
  const withBatch = <T>(work: (batch: ImageBatch) => T): T => {
    const batch = loadBatch(images, mean);
    try {
      return work(batch);
    } finally {
      batch.release();
    }
  };
  const { samples, values } = withBatch((batch) => samplesOf(batch, n));
  return {
    mean,
    whitened: scale(samples, Math.sqrt(n)),
    values,
    inPixels(projection) {
      const weights = values.map((value) => 1 / (Math.sqrt(n) * value));
      return withBatch((batch) => batch.combine(multiply(scaleColumns(samples, weights), projection)));
    },
  };
}

/** u_i = Xᵀ v_i / √(N λ_i) for the eigenvectors v_i of the Gram matrix X Xᵀ. */
function axesOfSamples(batch: ImageBatch, samples: Matrix, values: Float64Array): Matrix {
  const weights = values.map((value) => 1 / Math.sqrt(batch.count * value));
  const vectors = batch.combine(scaleColumns(samples, weights));
  fixColumnSigns(vectors);
  return vectors;
}

/** From the scatter matrix N S, the only large matrix here: its eigenvalues are divided instead of its entries. */
function axesByCovariance(images: ImageSet, mean: Matrix, q: number): PrincipalAxes {
  const n = images.count;
  const eigen = leadingEigenOfScatter(images, mean, Math.min(q, images.rows * images.cols));
  const values = eigen.values.slice(0, rankOf(eigen.values, n)).map((value) => value / n);
  return { mean, vectors: leadingColumns(eigen.vectors, values.length), values, total: eigen.trace / n };
}

/** The leading columns; all of them without a copy, which takes 128 MiB for 4096 axes. */
function leadingColumns(a: Matrix, count: number): Matrix {
  return count === a.cols ? a : columns(a, 0, count);
}

/** Images centred at a time, which avoids a copy of all. */
const PART = 256;

/** (x − μ)ᵀ B of every image as a matrix row; B is d × q, pixels row by row. */
export function projectImages(images: ImageSet, mean: Matrix, basis: Matrix): Matrix {
  const { count } = images;
  const result = matrix(count, basis.cols);
  for (let from = 0; from < count; from += PART) {
    const part = partOfStack(images, from, Math.min(from + PART, count));
    result.data.set(multiply(asVectors(centreImages(part, mean)), basis).data, from * basis.cols);
  }
  return result;
}

/** Coordinates Uᵀ(x − μ) of the images of one split, without U if the Gram matrix of the dataset provides them. */
export interface SplitCoordinates {
  /** N × q × 1, in the order of `train`. */
  readonly train: MatrixStack;
  /** Number of test images × q × 1. */
  readonly test: MatrixStack;
  readonly values: Float64Array;
  readonly total: number;
}

/**
 * Coordinates of one split on its `q` leading axes or more, fewer if the rank is lower. With more pixels than training
 * images the training Gram and the cross products are sub-matrices of the dataset's Gram matrix: O(N³) for any d.
 */
export function splitCoordinates(input: SweepInput<unknown>, q: number): SplitCoordinates {
  const { images, train, once = (_, compute) => compute() } = input;
  // N centred images span N − 1 dimensions. A request for more than half of them returns all, the same for every
  // method.
  const all = Math.min(train.length - 1, images.rows * images.cols);
  const count = 2 * q > all ? all : q;
  return once(`${count} principal coordinates`, () => computeCoordinates(input, count));
}

function computeCoordinates(input: SweepInput<unknown>, q: number): SplitCoordinates {
  const { images, train } = input;
  const d = images.rows * images.cols;
  return (d > train.length && coordinatesByGram(input, q, d)) || coordinatesByAxes(input, q);
}

/** The coordinates of the images on the axes of a single fit, which centres before it multiplies. */
function coordinatesByAxes({ images, train, test }: SweepInput<unknown>, q: number): SplitCoordinates {
  const gallery = selectImages(images, train);
  const axes = principalAxes(gallery, q);
  const project = (set: ImageSet) =>
    chunkedCodes(set, axes.values.length, 1, (part) => stackOfRows(projectImages(part, axes.mean, axes.vectors)));
  return {
    train: project(gallery),
    test: project(selectImages(images, test)),
    values: axes.values,
    total: axes.total,
  };
}

/**
 * The coordinates from inner products, which are centred here. null if some eigenvalue may be a rounding error of what
 * is subtracted: centring leaves up to N 2⁻⁵² ‖x‖² in the covariance, which may be above the cut of `rankOf`.
 */
function coordinatesByGram({ train, test, gram: products }: SweepInput<unknown>, q: number, d: number) {
  const gram = products();
  const n = train.length;
  const inner = submatrix(gram, train, train);
  const cross = submatrix(gram, test, train);
  const means = columnMeans(inner);
  const overall = means.reduce((sum, mean) => sum + mean, 0) / n;
  const s = scale(centred(inner, means, means, overall), 1 / n);
  const eigen = leadingEigen(s, q);
  const values = eigen.values.slice(0, rankOf(eigen.values, d));
  if (values[values.length - 1] <= n * Number.EPSILON * largestOnDiagonal(inner)) return null;
  const basis = columns(eigen.vectors, 0, values.length);
  // With X = √N V Λ^½ Uᵀ the training coordinates are √N V Λ^½, those of x are (Xᵀ-products of x) V Λ^−½ / √N.
  const weights = values.map((value) => Math.sqrt(n * value));
  const crossCentred = centred(cross, rowMeans(cross), means, overall);
  return {
    train: stackOfRows(scaleColumns(basis, weights)),
    test: stackOfRows(
      scaleColumns(
        multiply(crossCentred, basis),
        weights.map((weight) => 1 / weight),
      ),
    ),
    values,
    total: trace(s),
  };
}

function largestOnDiagonal({ rows, data }: Matrix): number {
  let largest = 0;
  for (let i = 0; i < rows; i++) largest = Math.max(largest, data[i * (rows + 1)]);
  return largest;
}

/** Number of leading eigenvalues above rounding: λ_i > size · 2⁻⁵² · λ_1. */
function rankOf(values: Float64Array, size: number): number {
  const cut = size * Number.EPSILON * (values[0] ?? 0);
  let rank = 0;
  while (rank < values.length && values[rank] > cut) rank++;
  return rank;
}

/** a_ij − left_i − right_j + overall. */
function centred(a: Matrix, left: Float64Array, right: Float64Array, overall: number): Matrix {
  const result = matrix(a.rows, a.cols);
  for (let i = 0, k = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, k++) result.data[k] = a.data[k] - left[i] - right[j] + overall;
  }
  return result;
}

function rowMeans(a: Matrix): Float64Array {
  return Float64Array.from({ length: a.rows }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < a.cols; j++) sum += a.data[i * a.cols + j];
    return sum / a.cols;
  });
}

/**
 * Sums divided by the number of rows; `meanOfShares` of the least-squares machines adds shares, with different last
 * bits.
 */
function columnMeans(a: Matrix): Float64Array {
  const sums = new Float64Array(a.cols);
  for (let i = 0, k = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, k++) sums[j] += a.data[k];
  }
  return sums.map((sum) => sum / a.rows);
}

/** Each row as a q × 1 code. */
export function stackOfRows(a: Matrix): MatrixStack {
  return matrixStack(a.rows, a.cols, 1, a.data);
}

/** q × 1 codes as the rows of a matrix. */
export function rowsOfStack(codes: MatrixStack): Matrix {
  return matrix(codes.count, codes.rows * codes.cols, codes.data);
}

import { meanImage, addMean } from '../../images/imageSet.ts';
import {
  add,
  cholesky,
  columns,
  expand,
  gramOfRows,
  identity,
  joinColumns,
  multiply,
  NotPositiveDefiniteError,
  scale,
  scaleColumns,
  solveLowerTransposed,
  symmetricEigen,
  trace,
  type Cholesky,
  type Eigen,
  type ImageBatch,
  type Matrix,
} from '../../linalg/index.ts';
import { sum } from '../../stats/describe.ts';
import { standardNormals } from '../sampling.ts';
import { imagesLoaded, modeCovariances } from '../cost.ts';
import { FitError, type FitContext, type LatentShape } from '../method.ts';
import { stopParameters, type StopSettings } from '../probabilisticSettings.ts';
import { LIKELIHOOD, ORTHONORMAL, singularRidge } from '../sharedDeclarations.ts';
import { expandOnBases, projectOnBases, sweepBases } from './bases.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import { withCentred, withLoadedImages } from './residentImages.ts';
import { declareMethod, type FitFacts } from '../declareMethod.ts';

/**
 * Factored PCA: the leading eigenvectors of the separable maximum likelihood covariance, X ~ N(W, Σ_c, Σ_r) with full
 * Σ_c, Σ_r (Dryden, Bai, Brignell, Shen 2009), by flip-flop:
 * Σ_c = (1 / N d_r) Σ X_n Σ_r⁻¹ X_nᵀ, Σ_r = (1 / N d_c) Σ X_nᵀ Σ_c⁻¹ X_n, images centred. One fit serves all
 * (q_c, q_r): codes U_cᵀ (X − W) U_r are not whitened, and those of smaller shapes are leading blocks.
 * Parameters: mean W (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r), eigenvaluesC (all d_c), eigenvaluesR (all d_r),
 * Sigmac, Sigmar. The free scale is fixed by tr Σ_r = d_r. The trace holds the log-likelihood. The setting
 * `ridge` bounds it where it has no maximum (separableModel, boundedModel).
 */
export const fpca = declareMethod({
  id: 'fpca',
  title: 'FPCA',
  fullName: 'factored principal component analysis',
  family: 'bilinear',
  cost: modeCovariances(11),
  appearance: { index: 7, marker: 'rect' },
  memory: imagesLoaded,
  description:
    'Projects columns and rows onto the leading eigenvectors of the two factors of a separable maximum likelihood covariance. Codes are U_cᵀ (X − W) U_r.',
  axes: ORTHONORMAL,
  formula: 'vec X ~ N(vec W, Σ_r ⊗ Σ_c), Z = U_cᵀ (X − W) U_r',
  citation: {
    key: 'dryden2009fpca',
    type: 'article',
    authors: ['Ian L. Dryden', 'Li Bai', 'Christopher J. Brignell', 'Linlin Shen'],
    title: 'Factored principal components analysis, with applications to face recognition',
    venue: 'Statistics and Computing',
    year: 2009,
    volume: '19',
    number: '3',
    pages: '229–238',
    doi: '10.1007/s11222-008-9087-7',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: [
    ...stopParameters({ tolerance: 1e-10 }),
    singularRidge(
      'Variance of directions in which the rows or columns of the training images do not vary, as over constant borders, as a multiple of the mean variance of the others; also of noise in every pixel where the likelihood has no maximum, as with a single wider image.',
    ),
  ],
  arrays: {
    mean: 'matrix',
    Uc: 'matrix',
    Ur: 'matrix',
    eigenvaluesC: 'vector',
    eigenvaluesR: 'vector',
    Sigmac: 'matrix',
    Sigmar: 'matrix',
  },
  largestLatent,

  fit({ images }, [qc, qr], settings, context) {
    const mean = meanImage(images);
    const model = withLoadedImages(mean, (resident) => separableModel(resident.of(images), settings, context));
    return {
      arrays: {
        mean,
        Uc: columns(model.column.vectors, 0, qc),
        Ur: columns(model.row.vectors, 0, qr),
        eigenvaluesC: model.column.values,
        eigenvaluesR: model.row.values,
        Sigmac: model.sigmaC,
        Sigmar: model.sigmaR,
      },
      ...model.facts,
    };
  },

  encode: projectOnBases,
  reconstruct: expandOnBases,

  logLikelihood(fit, images) {
    const [c, r] = [cholesky(fit.arrays.Sigmac), cholesky(fit.arrays.Sigmar)];
    const white = withCentred(fit.arrays.mean, images, (batch) => batch.project(inverseRoot(c), inverseRoot(r)));
    const size = images.rows * images.cols;
    const constant =
      size * Math.log(2 * Math.PI) +
      images.cols * logSum(fit.arrays.eigenvaluesC) +
      images.rows * logSum(fit.arrays.eigenvaluesR);
    return Float64Array.from({ length: images.count }, (_, n) => {
      let square = 0;
      for (let i = n * size; i < (n + 1) * size; i++) square += white.data[i] * white.data[i];
      return -0.5 * (constant + square);
    });
  },

  /** L_c G L_rᵀ + W with Σ = L Lᵀ; no part of it is noise. */
  sample(fit, count, random) {
    const [c, r] = [cholesky(fit.arrays.Sigmac), cholesky(fit.arrays.Sigmar)];
    const [g] = standardNormals(random, count, [[fit.imageShape.rows, fit.imageShape.cols]]);
    return { means: null, images: addMean(expand(g, c.lower, r.lower), fit.arrays.mean) };
  },

  sweep(input) {
    const { shapes, settings, context } = input;
    let facts: SeparableModel['facts'];
    const codes = sweepBases(input, (batch) => {
      const { column, row, ...model } = separableModel(batch, settings, context);
      facts = model.facts;
      return {
        uc: columns(column.vectors, 0, Math.max(...shapes.map((shape) => shape[0]))),
        ur: columns(row.vectors, 0, Math.max(...shapes.map((shape) => shape[1]))),
      };
    });
    return { ...codes, facts: () => facts };
  },
});

/** The likelihood is bounded only if N − 1 > max(d_c / d_r, d_r / d_c). */
function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return count - 1 > Math.max(rows / cols, cols / rows) ? [rows, cols] : [0, 0];
}

interface SeparableModel {
  readonly sigmaC: Matrix;
  readonly sigmaR: Matrix;
  readonly column: Eigen;
  readonly row: Eigen;
  readonly facts: FitFacts;
}

type FpcaSettings = StopSettings & { readonly ridge: number };

/**
 * The model of images that vary in all directions of their columns and rows. Others are projected on those directions
 * first, and the rest have the variance of the ridge: axes and eigenvalues are those of images without the constant
 * borders. Throws FitError if some directions do not vary and the ridge is 0.
 */
function separableModel(batch: ImageBatch, settings: FpcaSettings, context: FitContext): SeparableModel {
  const sums = batch.plainSums();
  const [column, row] = [directionsOf(sums.right), directionsOf(sums.left)];
  const [rows, cols] = [column.varying.cols, row.varying.cols];
  if (rows === batch.rows && cols === batch.cols) return boundedModel(batch, settings, context);
  if (rows === 0) throw new FitError('FPCA: all training images are equal.');
  const variation = `the columns of the training images vary in ${rows} of ${batch.rows} directions, their rows in ${cols} of ${batch.cols}`;
  if (settings.ridge === 0) {
    throw new FitError(
      `FPCA: a factor of the covariance is singular: ${variation}. Crop constant borders, use more training images, or give a ridge.`,
    );
  }
  const inner = batch.projected(column.varying, row.varying);
  try {
    return widened(boundedModel(inner, settings, context), column, row, batch, settings.ridge);
  } finally {
    inner.release();
  }
}

/**
 * The maximum of the likelihood or, where the iteration breaks down because there is none, that of the images with
 * noise of the variance of the ridge. One image alone can take the likelihood to infinity, such as a wider one among
 * others with constant borders. Noise in every pixel adds a multiple of the identity to the sample covariance, as in
 * regularised discriminant analysis (Friedman 1989), which bounds the likelihood.
 */
function boundedModel(batch: ImageBatch, settings: FpcaSettings, context: FitContext): SeparableModel {
  try {
    return flipFlop(batch, settings, context);
  } catch (error) {
    if (!(error instanceof FitError) || settings.ridge === 0) throw error;
    const value = (settings.ridge * batch.energy()) / (batch.count * batch.rows * batch.cols);
    const model = flipFlop(batch, settings, context, value);
    const remark = `${settings.ridge} × the mean variance, as the likelihood has no maximum`;
    const amount = { setting: 'ridge', name: 'noise', value, unit: 'squared grey values', remark };
    return { ...model, facts: { ...model.facts, amounts: [amount] } };
  }
}

/** Orthonormal directions of the columns or rows of images: those in which they vary, and the rest. */
interface Directions {
  readonly varying: Matrix;
  readonly constant: Matrix;
}

function directionsOf(scatter: Matrix): Directions {
  const { values, vectors } = symmetricEigen(scatter);
  const rank = values.filter((value) => value > values.length * Number.EPSILON * values[0]).length;
  return { varying: columns(vectors, 0, rank), constant: columns(vectors, rank, vectors.cols) };
}

/** The model of whole images from that of their projections, with tr Σ_r = d_r again. */
function widened(
  { column, row, facts }: SeparableModel,
  columnSpace: Directions,
  rowSpace: Directions,
  { count, rows, cols }: ImageBatch,
  ridge: number,
): SeparableModel {
  const [c, r] = [widenedMode(column, columnSpace, ridge), widenedMode(row, rowSpace, ridge)];
  const a = sum(r.values) / cols;
  const [columnModel, rowModel] = [scaledMode(c, a), scaledMode(r, 1 / a)];
  // The projections have all of the Mahalanobis distances: only determinants and constants change.
  const density = (c: Float64Array, r: Float64Array) =>
    -0.5 * count * (r.length * logSum(c) + c.length * logSum(r) + c.length * r.length * Math.log(2 * Math.PI));
  const logLikelihood =
    facts.logLikelihood! - density(column.values, row.values) + density(columnModel.values, rowModel.values);
  const warning = `The columns of the images vary in ${column.values.length} of ${rows} directions, their rows in ${row.values.length} of ${cols}: the others have the variance of the ridge, and the trace is without them.`;
  return {
    sigmaC: covarianceOf(columnModel),
    sigmaR: covarianceOf(rowModel),
    column: columnModel,
    row: rowModel,
    facts: { ...facts, logLikelihood, warnings: [...facts.warnings, warning] },
  };
}

function widenedMode({ values, vectors }: Eigen, { varying, constant }: Directions, ridge: number): Eigen {
  const least = (ridge * sum(values)) / values.length;
  return {
    values: Float64Array.of(...values, ...new Float64Array(constant.cols).fill(least)),
    vectors: joinColumns(multiply(varying, vectors), constant),
  };
}

function scaledMode({ values, vectors }: Eigen, factor: number): Eigen {
  return { values: values.map((value) => value * factor), vectors };
}

/** V Λ Vᵀ. */
function covarianceOf({ values, vectors }: Eigen): Matrix {
  return gramOfRows(scaleColumns(vectors, values.map(Math.sqrt)));
}

/** @param noise variance of noise in every pixel, which the sums over the images are expected with */
function flipFlop(batch: ImageBatch, settings: StopSettings, context: FitContext, noise = 0): SeparableModel {
  const { rows, cols, count } = batch;
  const values = count * rows * cols;
  let facts: ReturnType<typeof iterateToConvergence>;
  let sigmaC = identity(rows);
  let sigmaR = identity(cols);
  const noisy = (sigma: Matrix, root: Matrix): Matrix =>
    noise === 0 ? sigma : add(sigma, identity(sigma.rows), (noise * squares(root)) / root.rows);
  try {
    // F with F Fᵀ = Σ⁻¹ is L⁻ᵀ: triangular, which saves a third of the products with the full inverse.
    let rootR = sigmaR;
    const rule = { title: 'FPCA', objective: LIKELIHOOD, scale: values, ...stopRule(settings) };
    facts = iterateToConvergence(rule, context, () => {
      sigmaC = noisy(scale(batch.sumRightFactor(rootR), 1 / (count * cols)), rootR);
      const column = cholesky(sigmaC);
      const rootC = inverseRoot(column);
      sigmaR = noisy(scale(batch.sumLeftFactor(rootC), 1 / (count * rows)), rootC);
      const a = trace(sigmaR) / cols;
      sigmaC = scale(sigmaC, a);
      sigmaR = scale(sigmaR, 1 / a);
      const row = cholesky(sigmaR);
      rootR = inverseRoot(row);
      // The previous step has made tr(Σ_c⁻¹ X Σ_r⁻¹ Xᵀ) summed over the images equal to N d_c d_r.
      return (
        -0.5 *
        (count * cols * (column.logDeterminant + rows * Math.log(a)) +
          count * rows * row.logDeterminant +
          values * (1 + Math.log(2 * Math.PI)))
      );
    });
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(
      `FPCA: a factor of the covariance is singular (pivot ${error.pivot}); ${count} images of ${rows} × ${cols} are too few for it. More training images or another crop are needed.`,
    );
  }
  const [column, row] = [symmetricEigen(sigmaC), symmetricEigen(sigmaR)];
  // The images themselves are nearer to their mean than with the noise.
  const ofNoise = noise === 0 ? 0 : 0.5 * count * noise * inverseSum(column.values) * inverseSum(row.values);
  const logLikelihood = facts.trace[facts.iterations - 1] + ofNoise;
  return { sigmaC, sigmaR, column, row, facts: { ...facts, logLikelihood } };
}

/** tr F Fᵀ. */
function squares(root: Matrix): number {
  return root.data.reduce((sum, value) => sum + value * value, 0);
}

/** tr Σ⁻¹. */
function inverseSum(values: Float64Array): number {
  return values.reduce((sum, value) => sum + 1 / value, 0);
}

/** L⁻ᵀ, upper triangular: F with F Fᵀ = Σ⁻¹. */
function inverseRoot({ lower }: Cholesky): Matrix {
  return solveLowerTransposed(lower, identity(lower.rows));
}

function logSum(values: Float64Array): number {
  return values.reduce((sum, value) => sum + Math.log(value), 0);
}

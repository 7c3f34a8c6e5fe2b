import { asVectors, centreImages, type ImageSet, addMean } from '../../images/imageSet.ts';
import { columns, matrixStack, multiply, scaleColumns, identity, scale, svd } from '../../linalg/index.ts';
import { hasMissing, fitMissing, impute, missingFacts, pixelColumns } from '../bilinear/kronecker/missingPixels.ts';
import { requireDensity, standardNormals, addNoise } from '../sampling.ts';
import { decomposition, imagesCopied, sampleSpace, passesOfVectors } from '../cost.ts';
import { FitError, type LatentShape, type FitContext } from '../method.ts';
import { reconstructionParameter, stopParameters, type StopSettings } from '../probabilisticSettings.ts';
import { fromCoordinates } from './pca.ts';
import { type Model, declareMethod, type Learned } from '../declareMethod.ts';
import { fitByEm, PPCA_ARRAYS } from './ppcaEm.ts';
import { principalAxes, projectImages, rowsOfStack, splitCoordinates, stackOfRows } from './principalAxes.ts';
import { POSTERIOR_MEANS } from '../sharedDeclarations.ts';
import { canonicalModel } from '../bilinear/kronecker/kroneckerModel.ts';
import type { Arrays } from '../learnedArrays.ts';

/** PPCA of images with missing pixels (NaN); parameters as in ppca.ts, and imputed (N × rows × cols). */
function fitIncomplete(
  images: ImageSet,
  q: number,
  { tolerance, maxIterations }: StopSettings,
  context: FitContext,
): Learned<typeof PPCA_ARRAYS> {
  const stop = { tolerance, maxIterations };
  const result = fitMissing('PPCA', images, pixelColumns, [q, 1], 'exact', stop, context);
  const { u, values } = svd(scale(result.model.c, result.model.r.data[0]));
  const { sigma2 } = result.model;
  return {
    arrays: {
      mean: result.mean,
      C: scaleColumns(u, values),
      sigma2,
      U: u,
      eigenvalues: values.map((value) => value * value + sigma2),
      imputed: result.imputed,
    },
    ...missingFacts(result),
  };
}

/** Images with missing pixels filled by their expectation under a PPCA. */
function imputeByPpca({ mean, C, sigma2 }: Arrays<typeof PPCA_ARRAYS>, images: ImageSet): ImageSet {
  return impute(images, mean, canonicalModel(C, identity(1), sigma2), pixelColumns);
}

/**
 * Probabilistic PCA, in closed form or by EM: x = C z + μ + ε with z ~ N(0, I), ε ~ N(0, σ² I)
 * (Zhao, Yu, Kwok 2012, eqs. (3)–(9); Tipping, Bishop 1999). C = U (Λ − σ² I)^½ (7), and σ² is the mean of the
 * d − q smaller eigenvalues (8), zeros of a rank-deficient covariance counted.
 * Parameters: mean (rows × cols), C (d × q), sigma2, U (d × q), eigenvalues λ_1 … λ_q (divisor N); pixels row by row.
 */
export const ppca = declareMethod({
  id: 'ppca',
  title: 'PPCA',
  fullName: 'probabilistic principal component analysis',
  family: 'vector',
  cost: (size, settings) => (settings.algorithm === 'em' ? passesOfVectors(40) : sampleSpace(1))(size, settings),
  appearance: { index: 1, marker: 'circle' },
  memory: (size, settings) => (settings.algorithm === 'em' ? imagesCopied() : decomposition(size)),
  description:
    'Gaussian latent variable model of the image as a vector, fitted by maximum likelihood in closed form. Codes are the posterior means E[z | x].',
  axes: POSTERIOR_MEANS,
  formula: 'x = W z + μ + ε, z ~ N(0, I), ε ~ N(0, σ² I)',
  citation: {
    key: 'tipping1999ppca',
    type: 'article',
    authors: ['Michael E. Tipping', 'Christopher M. Bishop'],
    title: 'Probabilistic principal component analysis',
    venue: 'Journal of the Royal Statistical Society: Series B',
    year: 1999,
    volume: '61',
    number: '3',
    pages: '611–622',
    doi: '10.1111/1467-9868.00196',
  },
  latentNames: ['q'],
  revision: 2,
  parameters: [
    {
      name: 'algorithm',
      title: 'Algorithm',
      help: 'Closed form: one eigendecomposition serves every q. EM: reaches the same maximum step by step, without a covariance or Gram matrix, one fit per q.',
      kind: 'choice',
      default: 'closed',
      source: { neutral: 'both reach the same maximum' },
      choices: [
        { value: 'closed', title: 'Closed form' },
        { value: 'em', title: 'EM' },
      ],
    },
    ...stopParameters({ only: { algorithm: ['em'] } }),
    reconstructionParameter,
  ],
  arrays: PPCA_ARRAYS,
  largestLatent,

  fit({ images }, [q], settings, context) {
    const d = images.rows * images.cols;
    if (hasMissing(images)) return fitIncomplete(images, q, settings, context);
    if (settings.algorithm === 'em') return fitByEm(images, q, settings, context);
    const { mean, vectors, values, total } = principalAxes(images, q + 1);
    if (values.length <= q) throw new FitError(aboveRank(q, values.length), [values.length - 1]);
    const lambda = values.slice(0, q);
    const sigma2 = noiseVariance(values, total, q, d);
    const u = columns(vectors, 0, q);
    return {
      arrays: {
        mean,
        C: scaleColumns(
          u,
          lambda.map((value) => Math.sqrt(Math.max(0, value - sigma2))),
        ),
        sigma2,
        U: u,
        eigenvalues: lambda,
      },
      logLikelihood: trainingLogLikelihood(lambda, sigma2, q, d, images.count),
    };
  },

  /** E[z | x] = M⁻¹ Cᵀ (x − μ) = (Λ − σ²)^½ Λ⁻¹ Uᵀ (x − μ), eq. (9). */
  encode(fit, images) {
    const { eigenvalues: lambda, sigma2 } = fit.arrays;
    const weights = lambda.map((value) => Math.sqrt(Math.max(0, value - sigma2)) / value);
    const basis = scaleColumns(fit.arrays.U, weights);
    return stackOfRows(projectImages(imputed(fit, images), fit.arrays.mean, basis));
  },

  impute: imputed,

  /**
   * C (CᵀC)⁻¹ M z + μ, the orthogonal projection of x onto the principal subspace, or C z + μ, the posterior mean
   * (section IV-C).
   */
  reconstruct(fit, codes) {
    const { eigenvalues: lambda, sigma2 } = fit.arrays;
    const shrink = fit.settings.reconstruction === 'posterior';
    const weights = lambda.map((value) => {
      if (value <= sigma2) return 0;
      return shrink ? Math.sqrt(value - sigma2) : value / Math.sqrt(value - sigma2);
    });
    return fromCoordinates(fit, stackOfRows(scaleColumns(rowsOfStack(codes), weights)));
  },

  logLikelihood(fit, images) {
    const { eigenvalues: lambda, sigma2 } = fit.arrays;
    const x = asVectors(centreImages(images, fit.arrays.mean));
    const y = multiply(x, fit.arrays.U);
    const constant = x.cols * Math.log(2 * Math.PI) + logDeterminant(lambda, sigma2, lambda.length, x.cols);
    return Float64Array.from({ length: x.rows }, (_, n) => {
      let outside = 0;
      for (let i = n * x.cols; i < (n + 1) * x.cols; i++) outside += x.data[i] * x.data[i];
      let inside = 0;
      for (let i = 0; i < y.cols; i++) {
        const square = y.data[n * y.cols + i] ** 2;
        inside += square / lambda[i];
        outside -= square;
      }
      return -0.5 * (constant + inside + Math.max(0, outside) / sigma2);
    });
  },

  /** C z + μ, and with σ ε added. */
  sample(fit, count, random) {
    requireDensity('PPCA', fit);
    const { rows, cols } = fit.imageShape;
    const { C: c, mean, sigma2 } = fit.arrays;
    const [z, noise] = standardNormals(random, count, [
      [c.cols, 1],
      [rows, cols],
    ]);
    const x = multiply(rowsOfStack(z), c, { transposeB: true });
    const means = addMean(matrixStack(count, rows, cols, x.data), mean);
    const sigma = Math.sqrt(sigma2);
    return addNoise(means, noise, () => sigma);
  },

  /**
   * Squared distances between posterior means are Σ Δ_i² (λ_i − σ_q²) / λ_i² over i ≤ q, with Δ in coordinates of U:
   * two running sums, Σ Δ²/λ and Σ Δ²/λ², serve every q.
   */
  sweep(input) {
    if (input.settings.algorithm === 'em' || hasMissing(input.images)) return null;
    input.context.checkCancelled();
    const { images, train } = input;
    const d = images.rows * images.cols;
    const largest = Math.max(...input.shapes.map((shape) => shape[0]));
    const { train: gallery, test: probes, values, total } = splitCoordinates(input, largest + 1);
    const sigma2 = (q: number) => noiseVariance(values, total, q, d);
    return {
      gallery,
      probes,
      metric: {
        weights: [values.map((value) => 1 / value), values.map((value) => 1 / (value * value))],
        coefficients: ([q]) => [1, -sigma2(q)],
      },
      failure: ([q]) => (values.length <= q ? aboveRank(q, values.length) : null),
      facts: ([q]) => ({
        iterations: 0,
        converged: true,
        logLikelihood: trainingLogLikelihood(values, sigma2(q), q, d, train.length),
        warnings: [],
      }),
    };
  },
});

function imputed({ arrays }: Model<unknown, typeof PPCA_ARRAYS>, images: ImageSet): ImageSet {
  return hasMissing(images) ? imputeByPpca(arrays, images) : images;
}

/** Centred, N images span N − 1 dimensions; one of them must remain for the noise. */
function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return [Math.max(0, Math.min(rows * cols - 1, count - 2))];
}

function aboveRank(q: number, rank: number): string {
  return `PPCA: the covariance has rank ${rank}, which must exceed q, found q = ${q}. Reduce the latent dimension.`;
}

/** σ² = (tr S − Σ_{i ≤ q} λ_i) / (d − q), eq. (8). */
function noiseVariance(values: Float64Array, total: number, q: number, d: number): number {
  let rest = total;
  for (let i = 0; i < q; i++) rest -= values[i];
  return rest / (d - q);
}

/** ln |C Cᵀ + σ² I|. */
function logDeterminant(values: Float64Array, sigma2: number, q: number, d: number): number {
  let sum = (d - q) * Math.log(sigma2);
  for (let i = 0; i < q; i++) sum += Math.log(values[i]);
  return sum;
}

/** Eq. (6) with its constant at the maximum, where tr(Σ⁻¹ S) = d. */
function trainingLogLikelihood(values: Float64Array, sigma2: number, q: number, d: number, count: number): number {
  return -0.5 * count * (d * Math.log(2 * Math.PI) + logDeterminant(values, sigma2, q, d) + d);
}

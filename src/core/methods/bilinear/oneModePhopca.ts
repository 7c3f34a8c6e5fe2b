import { meanImage, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  add,
  cholesky,
  expand,
  gramOfColumns,
  identity,
  innerProduct,
  loadBatch,
  matrix,
  multiply,
  scale,
  scaleColumns,
  svd,
  symmetricEigen,
  columns,
  transpose,
  transposeStack,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import {
  arrayOfMatrix,
  arrayOfScalar,
  arrayOfVector,
  matrixOf,
  requireImageShape,
  requireLatent,
  scalarOf,
  vectorOf,
} from '../fitArrays.ts';
import { FitError, type Fit, type FitContext, type LatentShape, type Method, type Settings } from '../method.ts';
import { reconstructionParameter, stopParameters } from '../probabilistic.ts';
import { addMean } from './addMean.ts';
import { incrementalOneMode } from './continued.ts';
import { LIKELIHOOD, stopRule, untilSettled } from './iteration.ts';
import { canonicalModel } from './kroneckerModel.ts';
import { fitMissing, hasMissing, imageRows, impute, imputedArray, missingFacts } from './missing.ts';
import { psopca } from './psopca.ts';

/**
 * Right one-mode second-order PHOPCA: X = W + Z Rᵀ + E, every row of X − W an independent draw of one PPCA of the row
 * vectors (Yu, Bi, Ye 2010, section 4.1). With G = (1/N) Σ (X − W)ᵀ(X − W) = U Λ Uᵀ the maximum is in closed form
 * (Theorem 1): R = U_q (Λ_q / d_c − σ²)^½, σ² = Σ_{j>q} λ_j / (d_c (d_r − q)); its subspace is that of 2DPCA. EM
 * (eqs. (3)–(5)) needs the images through G only.
 * Parameters: mean W (d_c × d_r), R (d_r × q), sigma2, Ur (d_r × q), eigenvalues λ_j / d_c of the row covariance.
 */
export const oneModePhopca: Method = {
  id: 'phopca-1',
  title: 'One-mode PHOPCA',
  fullName: 'one-mode second-order probabilistic principal component analysis',
  family: 'bilinear',
  description:
    'PPCA of the rows of the images, pooled: a density whose subspace is that of 2DPCA. Codes are the posterior means E[Z | X], one row of q numbers a row of the image.',
  citation: psopca.citation,
  latentKind: 'vector',
  latentNames: ['q_r'],
  parameters: [
    {
      name: 'algorithm',
      title: 'Algorithm',
      help: 'Closed form: one eigendecomposition serves every q. EM: reaches the same maximum step by step.',
      kind: 'choice',
      default: 'closed',
      choices: [
        { value: 'closed', title: 'Closed form (Theorem 1)' },
        { value: 'em', title: 'EM' },
      ],
    },
    ...stopParameters(),
    reconstructionParameter,
  ],
  largestLatent,

  fit({ images }, latent, settings, context) {
    context.checkCancelled();
    const { rows, cols, count } = images;
    requireLatent('One-mode PHOPCA', latent, largestLatent(rows, cols, count), images);
    const [q] = latent;
    if (hasMissing(images)) return fitIncomplete(images, q, settings, context);
    const { mean, covariance } = rowCovariance(images);
    const { values, vectors } = symmetricEigen(covariance);
    if (!(values[0] > 0)) throw new FitError('One-mode PHOPCA: all training images are equal.');
    const samples = count * rows;
    const solution: Solution =
      settings.algorithm === 'em'
        ? byEm(covariance, samples, q, settings, context)
        : closedForm(values, vectors, samples, q);
    return fitFrom(solution, mean, latent, settings, images);
  },

  /** (X − W) R (RᵀR + σ² I)⁻¹, eq. (3). */
  encode(fit, images) {
    requireImageShape(fit, images);
    const [lambda, sigma2] = [vectorOf(fit, 'eigenvalues'), scalarOf(fit, 'sigma2')];
    const weights = lambda.map((value) => Math.sqrt(Math.max(0, value - sigma2)) / value);
    return project(imputed(fit, images), matrixOf(fit, 'mean'), scaleColumns(matrixOf(fit, 'Ur'), weights));
  },

  impute: imputed,

  incremental: incrementalOneMode((values, vectors, { count, mean }, fit) => {
    const { rows } = fit.imageShape;
    return fitFrom(
      closedForm(values, vectors, count * rows, fit.latent[0]),
      mean,
      fit.latent,
      fit.settings,
      fit.imageShape,
    );
  }),

  reconstruct(fit, codes) {
    const [lambda, sigma2] = [vectorOf(fit, 'eigenvalues'), scalarOf(fit, 'sigma2')];
    const weights = lambda.map((value) => {
      if (value <= sigma2) return 0;
      return fit.settings.reconstruction === 'posterior'
        ? Math.sqrt(value - sigma2)
        : value / Math.sqrt(value - sigma2);
    });
    return addMean(expand(codes, null, scaleColumns(matrixOf(fit, 'Ur'), weights)), matrixOf(fit, 'mean'));
  },

  logLikelihood(fit, images) {
    requireImageShape(fit, images);
    const [lambda, sigma2, mean] = [vectorOf(fit, 'eigenvalues'), scalarOf(fit, 'sigma2'), matrixOf(fit, 'mean')];
    const inside = project(images, mean, matrixOf(fit, 'Ur'));
    const { rows, cols } = images;
    const constant = rows * (cols * Math.log(2 * Math.PI) + logDeterminant(lambda, sigma2, cols));
    return Float64Array.from({ length: images.count }, (_, n) => {
      let rest = 0;
      for (let i = 0; i < rows * cols; i++) rest += (images.data[n * rows * cols + i] - mean.data[i]) ** 2;
      let kept = 0;
      for (let i = 0; i < rows * lambda.length; i++) {
        const square = inside.data[n * rows * lambda.length + i] ** 2;
        kept += square / lambda[i % lambda.length];
        rest -= square;
      }
      return -0.5 * (constant + kept + Math.max(0, rest) / sigma2);
    });
  },

  /** As PPCA's: two running sums serve every q. Codes are transposed, so that a smaller q is a leading block of rows. */
  sweep({ images, train, test, shapes, settings, context }) {
    if (settings.algorithm === 'em' || hasMissing(images)) return null;
    context.checkCancelled();
    const gallery = selectImages(images, train);
    const { mean, covariance } = rowCovariance(gallery);
    const { values, vectors } = symmetricEigen(covariance);
    if (!(values[0] > 0)) throw new FitError('One-mode PHOPCA: all training images are equal.');
    const samples = train.length * images.rows;
    const q = Math.max(...shapes.map((shape) => shape[0]));
    const basis = columns(vectors, 0, q);
    const spread = (values: Float64Array) =>
      Float64Array.from({ length: q * images.rows }, (_, i) => values[Math.floor(i / images.rows)]);
    const lambda = values.slice(0, q);
    return {
      gallery: transposeStack(project(gallery, mean, basis)),
      probes: transposeStack(project(selectImages(images, test), mean, basis)),
      transposed: true,
      metric: {
        weights: [spread(lambda.map((value) => 1 / value)), spread(lambda.map((value) => 1 / (value * value)))],
        coefficients: ([k]) => [1, -noiseVariance(values, k)],
      },
      failure: ([k]) => (noiseVariance(values, k) > 0 ? null : noNoise(k)),
      facts: ([k]) => closedForm(values, vectors, samples, k),
    };
  },
};

type Solution = Pick<Fit, 'trace' | 'objective' | 'iterations' | 'converged' | 'logLikelihood' | 'warnings'> & {
  readonly u: Matrix;
  readonly lambda: Float64Array;
  readonly sigma2: number;
};

function imputed(fit: Fit, images: ImageSet): ImageSet {
  requireImageShape(fit, images);
  if (!hasMissing(images)) return images;
  const model = canonicalModel(identity(1), matrixOf(fit, 'R'), scalarOf(fit, 'sigma2'));
  return impute(images, matrixOf(fit, 'mean'), model, imageRows);
}

function fitFrom(
  solution: Solution,
  mean: Matrix,
  latent: LatentShape,
  settings: Settings,
  shape: Fit['imageShape'],
): Fit {
  const { u, lambda, sigma2, ...rest } = solution;
  return {
    method: 'phopca-1',
    latent,
    settings,
    imageShape: { rows: shape.rows, cols: shape.cols },
    parameters: {
      mean: arrayOfMatrix(mean),
      R: arrayOfMatrix(
        scaleColumns(
          u,
          lambda.map((value) => Math.sqrt(Math.max(0, value - sigma2))),
        ),
      ),
      sigma2: arrayOfScalar(sigma2),
      Ur: arrayOfMatrix(u),
      eigenvalues: arrayOfVector(lambda),
    },
    ...rest,
  };
}

function largestLatent(_rows: number, cols: number, count: number): LatentShape {
  return [count < 2 ? 0 : cols - 1];
}

/** The same model where pixels are missing (NaN); imputed: N × d_c × d_r. */
function fitIncomplete(images: ImageSet, q: number, settings: Settings, context: FitContext): Fit {
  const result = fitMissing('One-mode PHOPCA', images, imageRows, [1, q], 'exact', settings, context);
  const { sigma2 } = result.model;
  const { u, values } = svd(scale(result.model.r, result.model.c.data[0]));
  return {
    method: 'phopca-1',
    latent: [q],
    settings,
    imageShape: { rows: images.rows, cols: images.cols },
    parameters: {
      mean: arrayOfMatrix(result.mean),
      R: arrayOfMatrix(scaleColumns(u, values)),
      sigma2: arrayOfScalar(sigma2),
      Ur: arrayOfMatrix(u),
      eigenvalues: arrayOfVector(values.map((value) => value * value + sigma2)),
      imputed: imputedArray(result),
    },
    ...missingFacts(result),
  };
}

/** W and G / d_c, the covariance of the pooled rows. */
function rowCovariance(images: ImageSet): { mean: Matrix; covariance: Matrix } {
  const mean = meanImage(images);
  const batch = loadBatch(images, mean);
  const covariance = scale(batch.sumLeft(), 1 / (images.count * images.rows));
  batch.release();
  return { mean, covariance };
}

function closedForm(values: Float64Array, vectors: Matrix, samples: number, q: number): Solution {
  const d = values.length;
  const lambda = values.slice(0, q);
  const sigma2 = noiseVariance(values, q);
  if (!(sigma2 > 0)) throw new FitError(noNoise(q));
  return {
    u: columns(vectors, 0, q),
    lambda,
    sigma2,
    trace: [],
    objective: null,
    iterations: 0,
    converged: true,
    logLikelihood: -0.5 * samples * (d * (Math.log(2 * Math.PI) + 1) + logDeterminant(lambda, sigma2, d)),
    warnings: [],
  };
}

/** EM with the expanded prior of Z, on the covariance S of the rows: B = X R M⁻¹ enters through S R M⁻¹ only. */
function byEm(s: Matrix, samples: number, q: number, settings: Settings, context: FitContext): Solution {
  const d = s.rows;
  const total = innerProduct(s, identity(d));
  const normal = Float64Array.from({ length: d * q }, () => context.random.normal());
  let sigma2 = total / d;
  let r = scale(matrix(d, q, normal), Math.sqrt(sigma2));
  const rule = { title: 'One-mode PHOPCA', objective: LIKELIHOOD, scale: samples * d, ...stopRule(settings) };
  const facts = untilSettled(rule, context, () => {
    const inverse = cholesky(add(gramOfColumns(r), identity(q), sigma2)).inverse();
    const cross = multiply(s, multiply(r, inverse));
    const moment = add(multiply(inverse, multiply(r, cross, { transposeA: true })), inverse, sigma2);
    r = transpose(cholesky(moment).solve(transpose(cross)));
    sigma2 = Math.max((total - innerProduct(r, cross)) / d, (1e-14 * total) / d);
    r = multiply(r, cholesky(moment).lower);
    const m = cholesky(add(gramOfColumns(r), identity(q), sigma2));
    const inside = innerProduct(m.inverse(), multiply(r, multiply(s, r), { transposeA: true }));
    return (
      -0.5 *
      samples *
      (d * Math.log(2 * Math.PI) + m.logDeterminant + (d - q) * Math.log(sigma2) + (total - inside) / sigma2)
    );
  });
  const { u, values } = svd(r);
  return {
    u,
    lambda: values.map((value) => value * value + sigma2),
    sigma2,
    ...facts,
    logLikelihood: facts.trace[facts.iterations - 1],
  };
}

/** The mean of the eigenvalues beyond q; summed from the small end, and zero where rounding is all that is left. */
function noiseVariance(values: Float64Array, q: number): number {
  let rest = 0;
  for (let j = values.length - 1; j >= q; j--) rest += Math.max(0, values[j]);
  return rest > values.length * Number.EPSILON * values[0] ? rest / (values.length - q) : 0;
}

function noNoise(q: number): string {
  return `One-mode PHOPCA: the rows span no more than ${q} dimensions, nothing is left for the noise. Reduce the latent dimension.`;
}

function logDeterminant(lambda: Float64Array, sigma2: number, d: number): number {
  return lambda.reduce((sum, value) => sum + Math.log(value), (d - lambda.length) * Math.log(sigma2));
}

function project(images: ImageSet, mean: Matrix, basis: Matrix): MatrixStack {
  const batch = loadBatch(images, mean);
  const codes = batch.project(null, basis);
  batch.release();
  return codes;
}

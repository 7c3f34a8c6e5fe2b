import { meanImage, type ImageSet, addMean } from '../../images/imageSet.ts';
import {
  add,
  cholesky,
  expand,
  gramOfColumns,
  identity,
  innerProduct,
  matrix,
  multiply,
  scale,
  svd,
  symmetricEigen,
  columns,
  transpose,
  transposeStack,
  type ImageBatch,
  type Matrix,
} from '../../linalg/index.ts';
import { standardNormals, addNoise } from '../sampling.ts';
import { imagesLoaded, modeCovariances } from '../cost.ts';
import { FitError, type Fit, type FitContext, type LatentShape } from '../method.ts';
import { reconstructionParameter, stopParameters, type StopSettings } from '../probabilisticSettings.ts';
import { LIKELIHOOD, POSTERIOR_MEANS } from '../sharedDeclarations.ts';
import { sweepBases } from './bases.ts';
import { incrementalOneMode } from './incrementalUpdate.ts';
import { KEPT_SCATTER, canonicalModel, energiesOf } from './kronecker/kroneckerModel.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import { fitMissing, hasMissing, imageRows, impute, missingFacts } from './kronecker/missingPixels.ts';
import { decoderOf, encoderOf, loadingsOf, logDeterminant, type Spectrum } from './modeCovariance.ts';
import { psopca } from './psopca.ts';
import { withCentred, withLoadedImages } from './residentImages.ts';
import { CLOSED_FORM, declareMethod, type FitFacts } from '../declareMethod.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';

const ARRAYS = {
  mean: 'matrix',
  R: 'matrix',
  sigma2: 'scalar',
  Ur: 'matrix',
  eigenvalues: 'vector',
  imputed: 'stack?',
  ...KEPT_SCATTER,
} as const satisfies ArrayKinds;

interface OneModeFit {
  readonly arrays: Arrays<typeof ARRAYS>;
}

/**
 * Right one-mode second-order PHOPCA: X = W + Z Rᵀ + E, every row of X − W an independent draw of one PPCA of the row
 * vectors (Yu, Bi, Ye 2010, section 4.1). With G = (1/N) Σ (X − W)ᵀ(X − W) = U Λ Uᵀ the maximum is in closed form
 * (Theorem 1): R = U_q (Λ_q / d_c − σ²)^½, σ² = Σ_{j>q} λ_j / (d_c (d_r − q)); its subspace is that of 2DPCA. EM
 * (eqs. (3)–(5)) needs the images through G only.
 * Parameters: mean W (d_c × d_r), R (d_r × q), sigma2, Ur (d_r × q), eigenvalues λ_j / d_c of the row covariance.
 */
export const oneModePhopca = oneModeOf({ title: 'One-mode PHOPCA', vectors: 'rows' });

/** The names of the method and of its pooled vectors in messages: rearranged images do not pool rows. */
export interface OneModeWords {
  readonly title: string;
  /** In the plural. */
  readonly vectors: string;
}

export function oneModeOf(words: OneModeWords) {
  return declareMethod({
    id: 'phopca-1',
    title: words.title,
    fullName: 'one-mode second-order probabilistic principal component analysis',
    family: 'bilinear',
    cost: modeCovariances(0.6),
    appearance: { index: 8, marker: 'rect' },
    memory: imagesLoaded,
    description:
      'PPCA of the rows of the images, pooled: a density whose subspace is that of 2DPCA. Codes are the posterior means E[Z | X], one row of q numbers per row of the image.',
    axes: POSTERIOR_MEANS,
    formula: 'X = Z Rᵀ + W + E, vec Z ~ N(0, I), vec E ~ N(0, σ² I)',
    citation: psopca.citation,
    latentNames: ['q_r'],
    parameters: [
      {
        name: 'algorithm',
        title: 'Algorithm',
        help: 'Closed form: one eigendecomposition serves every q. EM: reaches the same maximum step by step.',
        kind: 'choice',
        default: 'closed',
        source: { neutral: 'both reach the same maximum' },
        choices: [
          { value: 'closed', title: 'Closed form (Theorem 1)' },
          { value: 'em', title: 'EM' },
        ],
      },
      ...stopParameters({ only: { algorithm: ['em'] } }),
      reconstructionParameter,
    ],
    arrays: ARRAYS,
    largestLatent,

    fit({ images }, [q], settings, context) {
      const { rows, count } = images;
      if (hasMissing(images)) return fitIncomplete(words, images, q, settings, context);
      const mean = meanImage(images);
      const covariance = withLoadedImages(mean, (resident) => rowCovariance(resident.of(images)));
      const eigen = symmetricEigen(covariance);
      if (!(eigen.values[0] > 0)) throw new FitError(`${words.title}: all training images are equal.`);
      const samples = count * rows;
      const solution: Solution =
        settings.algorithm === 'em'
          ? byEm(words, covariance, samples, q, settings, context)
          : closedForm(words, eigen, samples, q);
      return fitFrom(solution, mean);
    },

    /** (X − W) R (RᵀR + σ² I)⁻¹, eq. (3). */
    codeSize: ([q], { rows }) => q * rows,
    encode: (fit, images) =>
      withCentred(fit.arrays.mean, imputed(fit, images), (batch) =>
        batch.project(null, encoderOf(spectrumOf(fit.arrays))),
      ),

    impute: imputed,

    incremental: incrementalOneMode(
      (values, vectors, { count, mean }, fit: OneModeFit & Pick<Fit, 'latent' | 'method'>) =>
        fitFrom(closedForm(words, { values, vectors }, count * mean.rows, fit.latent[0]), mean),
    ),

    reconstruct(fit, codes) {
      const basis = fit.settings.reconstruction === 'posterior' ? loadingsOf : decoderOf;
      return addMean(expand(codes, null, basis(spectrumOf(fit.arrays))), fit.arrays.mean);
    },

    logLikelihood(fit, images) {
      const spectrum = spectrumOf(fit.arrays);
      const { rows, cols } = images;
      const inside = withCentred(fit.arrays.mean, images, (batch) => batch.project(null, spectrum.vectors));
      const energies = energiesOf(images, fit.arrays.mean);
      const constant = rows * (cols * Math.log(2 * Math.PI) + logDeterminant(spectrum));
      const size = rows * spectrum.values.length;
      return energies.map((energy, n) => {
        let rest = energy;
        let kept = 0;
        for (let i = 0; i < size; i++) {
          const square = inside.data[n * size + i] ** 2;
          kept += square / spectrum.values[i % spectrum.values.length];
          rest -= square;
        }
        return -0.5 * (constant + kept + Math.max(0, rest) / spectrum.sigma2);
      });
    },

    /** Z Rᵀ + W, and with E added. */
    sample(fit, count, random) {
      const { rows, cols } = fit.imageShape;
      const r = fit.arrays.R;
      const [z, noise] = standardNormals(random, count, [
        [rows, r.cols],
        [rows, cols],
      ]);
      const sigma = Math.sqrt(fit.arrays.sigma2);
      return addNoise(addMean(expand(z, null, r), fit.arrays.mean), noise, () => sigma);
    },

    /**
     * As for PPCA: two running sums serve every q. Codes are transposed: those of a smaller q are a leading block of
     * rows.
     */
    sweep(input) {
      const { images, train, shapes, settings, context } = input;
      if (settings.algorithm === 'em' || hasMissing(images)) return null;
      context.checkCancelled();
      const q = Math.max(...shapes.map((shape) => shape[0]));
      let eigen: Eigen;
      const { gallery, probes } = sweepBases(input, (batch) => {
        eigen = symmetricEigen(rowCovariance(batch));
        return { uc: null, ur: columns(eigen.vectors, 0, q) };
      });
      const { values } = eigen!;
      if (!(values[0] > 0)) throw new FitError(`${words.title}: all training images are equal.`);
      const samples = train.length * images.rows;
      const spread = (values: Float64Array) =>
        Float64Array.from({ length: q * images.rows }, (_, i) => values[Math.floor(i / images.rows)]);
      const lambda = values.slice(0, q);
      return {
        gallery: transposeStack(gallery),
        probes: transposeStack(probes),
        transposed: true,
        metric: {
          weights: [spread(lambda.map((value) => 1 / value)), spread(lambda.map((value) => 1 / (value * value)))],
          coefficients: ([k]) => [1, -noiseVariance(values, k)],
        },
        failure: ([k]) => (noiseVariance(values, k) > 0 ? null : noNoise(words, k)),
        facts: ([k]) => closedForm(words, eigen, samples, k),
      };
    },
  });
}

type Eigen = ReturnType<typeof symmetricEigen>;

interface Solution extends FitFacts {
  /** Spectrum of R Rᵀ + σ² I. */
  readonly spectrum: Spectrum;
}

function imputed({ arrays: { mean, R, sigma2 } }: OneModeFit, images: ImageSet): ImageSet {
  if (!hasMissing(images)) return images;
  const model = canonicalModel(identity(1), R, sigma2);
  return impute(images, mean, model, imageRows);
}

function fitFrom({ spectrum, ...facts }: Solution, mean: Matrix) {
  const { sigma2, vectors, values } = spectrum;
  return { arrays: { mean, R: loadingsOf(spectrum), sigma2, Ur: vectors, eigenvalues: values }, ...facts };
}

function largestLatent(_rows: number, cols: number, count: number): LatentShape {
  return [count < 2 ? 0 : cols - 1];
}

/** The same model with missing pixels (NaN); imputed: N × d_c × d_r. */
function fitIncomplete(
  words: OneModeWords,
  images: ImageSet,
  q: number,
  { tolerance, maxIterations }: StopSettings,
  context: FitContext,
) {
  const stop = { tolerance, maxIterations };
  const result = fitMissing(words.title, images, imageRows, [1, q], 'exact', stop, context);
  const spectrum = spectrumOfLoadings(scale(result.model.r, result.model.c.data[0]), result.model.sigma2);
  const { arrays, ...facts } = fitFrom({ spectrum, ...missingFacts(result) }, result.mean);
  return { arrays: { ...arrays, imputed: result.imputed }, ...facts };
}

/** Spectrum of R Rᵀ + σ² I. */
function spectrumOfLoadings(r: Matrix, sigma2: number): Spectrum {
  const { u, values } = svd(r);
  return { vectors: u, values: values.map((value) => value * value + sigma2), sigma2 };
}

/** G / d_c, the covariance of the pooled rows. */
function rowCovariance(batch: ImageBatch): Matrix {
  return scale(batch.sumLeft(), 1 / (batch.count * batch.rows));
}

function spectrumOf({ Ur, eigenvalues, sigma2 }: OneModeFit['arrays']): Spectrum {
  return { vectors: Ur, values: eigenvalues, sigma2 };
}

function closedForm(words: OneModeWords, { values, vectors }: Eigen, samples: number, q: number): Solution {
  const d = values.length;
  const sigma2 = noiseVariance(values, q);
  if (!(sigma2 > 0)) throw new FitError(noNoise(words, q));
  const spectrum = { vectors: columns(vectors, 0, q), values: values.slice(0, q), sigma2 };
  return {
    spectrum,
    ...CLOSED_FORM,
    logLikelihood: -0.5 * samples * (d * (Math.log(2 * Math.PI) + 1) + logDeterminant(spectrum)),
  };
}

/** EM with the expanded prior of Z, on the covariance S of the rows: B = X R M⁻¹ enters through S R M⁻¹ only. */
function byEm(
  words: OneModeWords,
  s: Matrix,
  samples: number,
  q: number,
  settings: StopSettings,
  context: FitContext,
): Solution {
  const d = s.rows;
  const total = innerProduct(s, identity(d));
  const normal = Float64Array.from({ length: d * q }, () => context.random.normal());
  let sigma2 = total / d;
  let r = scale(matrix(d, q, normal), Math.sqrt(sigma2));
  const rule = { title: words.title, objective: LIKELIHOOD, scale: samples * d, ...stopRule(settings) };
  const facts = iterateToConvergence(rule, context, () => {
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
  return {
    spectrum: spectrumOfLoadings(r, sigma2),
    ...facts,
    logLikelihood: facts.trace[facts.iterations - 1],
  };
}

/** The mean of the eigenvalues beyond q; summed from the small end, and zero if only rounding is left. */
function noiseVariance(values: Float64Array, q: number): number {
  let rest = 0;
  for (let j = values.length - 1; j >= q; j--) rest += Math.max(0, values[j]);
  return rest > values.length * Number.EPSILON * values[0] ? rest / (values.length - q) : 0;
}

function noNoise({ title, vectors }: OneModeWords, q: number): string {
  return `${title}: the ${vectors} span no more than ${q} dimensions, nothing is left for the noise. Reduce the latent dimension.`;
}

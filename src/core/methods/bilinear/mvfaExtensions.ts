import { asVectors, centreImages, meanImage, type ImageSet, addMean } from '../../images/imageSet.ts';
import {
  columns,
  loadBatch,
  matrix,
  matrixStack,
  multiply,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { standardNormals, addNoise } from '../sampling.ts';
import { imagesLoaded, pixelLoops, type Cost } from '../cost.ts';
import { FitError, type FitContext, type LatentShape, type Method } from '../method.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { bestOfStarts, startsParameter } from '../initialisation.ts';
import { LIKELIHOOD, POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import { posteriorMeans } from './kronecker/kroneckerModel.ts';
import { startKind, startModel, startParameter, type KroneckerStart } from './kronecker/kroneckerStart.ts';
import { mvfa } from './mvfa.ts';
import { acceleratedStep, type EmMap } from './iteration/squarem.ts';
import {
  additiveStep,
  denseLoadings,
  leastNoise,
  pixelNoiseStep,
  residualRows,
  structuredExpectation,
  type StructuredModel,
  type Term,
} from './structuredFactors.ts';
import { arraysOf, declareMethod, type Model } from '../declareMethod.ts';
import type { ArrayKinds } from '../learnedArrays.ts';
import { settingsOf, type Parameters, type SettingsOf } from '../typedSettings.ts';

const SHARED = [startParameter, ...stopParameters({ maxIterations: 200 })] as const;

const ARRAYS = {
  mean: 'matrix',
  C: 'matrix',
  R: 'matrix',
  psi: 'matrix',
  ends: 'vector?',
} as const satisfies ArrayKinds;

/** Index of the fifth start; the first four are those of versions without it, bit for bit. */
const STANDARDISED = 4;

/**
 * MVFA with a noise variance for every pixel, X = W + C Z Rᵀ + E, E_ij ~ N(0, ψ_ij) (Xie et al. 2008, section III).
 * ψ is kept above 1e-4 of the mean pixel variance, below which the likelihood has no maximum.
 * Parameters: mean W, C (d_c × q_c), R (d_r × q_r), psi (d_c × d_r), ends (the log-likelihood each start ended
 * at). The trace holds the exact log-likelihood after each
 * accelerated iteration (squarem.ts).
 */
export const mvfaAnisotropic = extension({
  id: 'mvfa-pixels',
  cost: pixelLoops(10, 220, 24_000),
  title: 'MVFA (pixel noise)',
  appearance: { index: 13, marker: 'rect' },
  fullName: 'matrix-variate factor analysis with anisotropic noise',
  formula: 'X = C Z Rᵀ + W + E, vec Z ~ N(0, I), E_ij ~ N(0, ψ_ij)',
  description:
    'MVFA with a noise variance for every pixel, as in classical factor analysis. Codes are the posterior means E[Z | X].',
  noise: 'pixels',
  parameters: [
    startsParameter(
      STANDARDISED + 1,
      'Starts that are tried: from the start below, from the fit of MVFA, two from random bases, from GLRAM of pixels divided by their deviation, then more from random bases. The highest likelihood counts.',
    ),
  ],
  terms: () => 1,
  starts: (settings) => settings.starts,
});

/**
 * The additive model X = W + Σ_k C_k Z_k R_kᵀ + E with one noise variance (Xie et al. 2008, section VII). Codes are the
 * terms' posterior means one above the other, (K q_c) × q_r. Parameters: mean W, C (d_c × K q_c) and R (d_r × K q_r),
 * the terms side by side, psi (d_c × d_r, constant). The trace holds the exact log-likelihood after each accelerated
 * iteration (squarem.ts).
 */
export const mvfaAdditive = extension({
  id: 'mvfa-additive',
  cost: pixelLoops(70, 18, 7000),
  title: 'MVFA (additive)',
  appearance: { index: 14, marker: 'rect' },
  fullName: 'additive matrix-variate factor analysis',
  formula: 'X = Σ_k C_k Z_k R_kᵀ + W + E, vec Z_k ~ N(0, I), vec E ~ N(0, σ² I)',
  description:
    'A sum of several two-sided factor terms of one latent shape. Codes are the posterior means of all terms.',
  noise: 'one',
  parameters: [
    {
      name: 'terms',
      title: 'Terms',
      help: 'Number K of terms C_k Z_k R_kᵀ, all of the same latent shape. One term is MVFA.',
      kind: 'integer',
      default: 2,
      source: { measured: 'mvfa-additive.terms' },
      min: 1,
      max: 8,
    },
  ],
  terms: (settings) => settings.terms,
  starts: () => 1,
});

type ExtensionFit = Pick<Model<unknown, typeof ARRAYS>, 'latent' | 'arrays'>;

interface Extension<P extends Parameters> extends Pick<
  Method,
  'id' | 'title' | 'fullName' | 'appearance' | 'description' | 'formula'
> {
  readonly cost: Cost;
  readonly noise: 'one' | 'pixels';
  readonly parameters: P;
  readonly terms: (settings: SettingsOf<P>) => number;
  readonly starts: (settings: SettingsOf<P>) => number;
}

function extension<const P extends Parameters>({ noise, parameters, terms, starts, ...named }: Extension<P>) {
  const { title } = named;
  const termsOf = (settings: object): number => terms(settingsOf(parameters, settings));
  return declareMethod({
    ...named,
    axes: POSTERIOR_MEANS,
    family: 'bilinear',
    memory: imagesLoaded,
    citation: mvfa.citation,
    latentNames: ['q_c', 'q_r'],
    demanding: true,
    revision: 2,
    parameters: [...parameters, ...SHARED],
    arrays: ARRAYS,
    largestLatent: axesOfBothModes,

    fit({ images }, latent, given, context) {
      const { rows, cols } = images;
      const settings = settingsOf(SHARED, given);
      const termCount = termsOf(given);
      if (termCount * latent[0] * latent[1] >= rows * cols) {
        throw new FitError(
          `${title}: ${termCount} × ${latent[0]} × ${latent[1]} factors leave nothing of ${rows * cols} pixels to the noise. Reduce the latent shape.`,
        );
      }
      const mean = meanImage(images);
      const x = asVectors(centreImages(images, mean));
      const squares = new Float64Array(x.cols);
      for (let i = 0; i < x.data.length; i++) squares[i % x.cols] += x.data[i] * x.data[i];
      const batch = loadBatch(
        noise === 'one' ? matrixStack(x.rows, rows, cols, x.data) : matrixStack(x.rows, 1, x.cols, x.data),
      );
      const climb = (start: StructuredModel) => {
        const em = emOf(batch, squares, start, noise);
        let point = em.evaluate(start);
        const facts = iterateToConvergence(
          { title, objective: LIKELIHOOD, scale: x.data.length, start: point.value, ...stopRule(settings) },
          context,
          () => {
            point = acceleratedStep(em, point);
            return point.value;
          },
        );
        return { ...point, facts };
      };
      const begin = (start: number): StructuredModel => {
        if (start === 1) return simplerModel(images, latent, context);
        if (start === STANDARDISED) return standardisedModel(x, squares, images, latent, context);
        return startOf(x, images, latent, termCount, startKind(settings.start, start), context, title);
      };
      const { best, ends, warnings } = bestOfStarts(
        starts(settingsOf(parameters, given)),
        (start) => climb(begin(start)),
        (run) => run.value,
      );
      batch.release();
      const { model, facts } = best;
      return {
        arrays: {
          mean,
          C: sideBySide(model.terms.map(({ c }) => c)),
          R: sideBySide(model.terms.map(({ r }) => r)),
          psi: matrix(rows, cols, model.psi),
          ...(ends.length > 1 && { ends }),
        },
        ...facts,
        logLikelihood: best.value,
        warnings: [...facts.warnings, ...warnings, ...floorWarning(model.psi, leastNoise(squares, x.rows), noise)],
      };
    },

    codeSize: ([qc, qr], _, settings) => termsOf(settings) * qc * qr,

    encode(fit, images) {
      const x = asVectors(centreImages(images, fit.arrays.mean));
      const { means } = structuredExpectation(x, modelOf(fit));
      return matrixStack(images.count, termsOf(fit.settings) * fit.latent[0], fit.latent[1], means.data);
    },

    /** W + Σ_k C_k E[Z_k | X] R_kᵀ. */
    reconstruct(fit, codes) {
      const { rows, cols } = fit.imageShape;
      const means = matrix(codes.count, codes.rows * codes.cols, codes.data);
      const x = multiply(means, denseLoadings(modelOf(fit).terms), { transposeB: true });
      return addMean(matrixStack(codes.count, rows, cols, x.data), fit.arrays.mean);
    },

    logLikelihood(fit, images) {
      return structuredExpectation(asVectors(centreImages(images, fit.arrays.mean)), modelOf(fit)).logDensities;
    },

    /** W + Σ_k C_k Z_k R_kᵀ, and with E added. */
    sample(fit, count, random) {
      const { rows, cols } = fit.imageShape;
      const { terms, psi } = modelOf(fit);
      const loadings = denseLoadings(terms);
      const [z, noise] = standardNormals(random, count, [
        [1, loadings.cols],
        [rows, cols],
      ]);
      const x = multiply(asVectors(z), loadings, { transposeB: true });
      const means = addMean(matrixStack(count, rows, cols, x.data), fit.arrays.mean);
      return addNoise(means, noise, (pixel) => Math.sqrt(psi[pixel]));
    },
  });
}

/** For each term, the start of MVFA on the residual of the previous terms. */
function startOf(
  x: Matrix,
  images: ImageSet,
  [qc, qr]: LatentShape,
  count: number,
  kind: KroneckerStart,
  context: FitContext,
  title: string,
): StructuredModel {
  const terms: Term[] = [];
  let rest = x;
  let sigma2 = 0;
  for (let t = 0; t < count; t++) {
    const batch = loadBatch(matrixStack(images.count, images.rows, images.cols, rest.data));
    const energy = rest.data.reduce((total, value) => total + value * value, 0);
    if (energy === 0) throw new FitError(`${title}: all training images are equal.`);
    const start = startModel(kind, batch, energy, qc, qr, context.random);
    const means: MatrixStack = posteriorMeans(start, batch.project(start.c, start.r));
    batch.release();
    rest = residualRows(rest, matrix(images.count, qc * qr, means.data), [start]);
    terms.push({ c: start.c, r: start.r });
    sigma2 = start.sigma2;
  }
  return { terms, psi: new Float64Array(x.cols).fill(sigma2) };
}

/** The model with one noise variance at its maximum. */
function simplerModel(images: ImageSet, latent: LatentShape, context: FitContext): StructuredModel {
  const { C, R, sigma2 } = arraysOf(mvfa, mvfa.fit({ images, labels: null }, latent, {}, context));
  const psi = new Float64Array(images.rows * images.cols).fill(sigma2);
  return { terms: [{ c: C, r: R }], psi };
}

/**
 * GLRAM of pixels divided by their own deviation, with the noise of each pixel at its variance. Unscaled, the bases may
 * lock onto the edges of hair and background, which vary most.
 */
function standardisedModel(
  x: Matrix,
  squares: Float64Array,
  images: ImageSet,
  [qc, qr]: LatentShape,
  context: FitContext,
): StructuredModel {
  const floor = leastNoise(squares, x.rows);
  const psi = squares.map((square) => Math.max(square / x.rows, floor));
  const deviations = psi.map(Math.sqrt);
  const data = x.data.map((value, i) => value / deviations[i % x.cols]);
  const batch = loadBatch(matrixStack(images.count, images.rows, images.cols, data));
  const energy = data.reduce((total, value) => total + value * value, 0);
  const { c, r } = startModel('glram', batch, energy, qc, qr, context.random);
  batch.release();
  return { terms: [{ c, r }], psi };
}

/** Warning about noise variances at their floor: these pixels would have none. */
function floorWarning(psi: Float64Array, least: number, noise: 'one' | 'pixels'): string[] {
  const floored = psi.filter((value) => value <= least * (1 + 1e-9)).length;
  if (floored === 0) return [];
  const where = noise === 'one' ? 'σ² was' : `The noise variance of ${floored} of ${psi.length} pixels was`;
  return [`${where} kept at 1e-4 of the mean pixel variance: below it the likelihood has no maximum.`];
}

/**
 * EM of the model. Vectors hold the loadings and the logarithms of the noise variances. It is accelerated because terms
 * that overlap part slowly: on 120 faces of 28 × 23 two terms of (2, 5) settled (1e-9) after 661 EM steps, accelerated
 * after 123; two of (4, 4) stood on a plateau for more than 1500, and ended higher after 492.
 */
function emOf(
  batch: ImageBatch,
  squares: Float64Array,
  like: StructuredModel,
  noise: 'one' | 'pixels',
): EmMap<StructuredModel> {
  const least = leastNoise(squares, batch.count);
  const step = noise === 'one' ? additiveStep : pixelNoiseStep;
  return {
    evaluate: (model) => ({ model, ...step(batch, squares, model) }),
    toVector({ terms, psi }) {
      const logs = (noise === 'one' ? psi.subarray(0, 1) : psi).map(Math.log);
      return Float64Array.from([...terms.flatMap(({ c, r }) => [...c.data, ...r.data]), ...logs]);
    },
    fromVector(values) {
      let offset = 0;
      const part = ({ rows, cols }: Matrix) => matrix(rows, cols, values.slice(offset, (offset += rows * cols)));
      const terms = like.terms.map(({ c, r }) => ({ c: part(c), r: part(r) }));
      const psi = values.slice(offset).map((value) => Math.max(Math.exp(value), least));
      return { terms, psi: noise === 'one' ? squares.map(() => psi[0]) : psi };
    },
  };
}

function modelOf({ arrays: { C: c, R: r, psi }, latent: [qc, qr] }: ExtensionFit): StructuredModel {
  const part = (a: Matrix, t: number, width: number) => columns(a, t * width, (t + 1) * width);
  const terms = Array.from({ length: c.cols / qc }, (_, t) => ({ c: part(c, t, qc), r: part(r, t, qr) }));
  return { terms, psi: psi.data };
}

function sideBySide(parts: readonly Matrix[]): Matrix {
  const width = parts[0].cols;
  const result = matrix(parts[0].rows, width * parts.length);
  parts.forEach((part, t) => {
    for (let i = 0; i < part.rows; i++) {
      result.data.set(part.data.subarray(i * width, (i + 1) * width), i * result.cols + t * width);
    }
  });
  return result;
}

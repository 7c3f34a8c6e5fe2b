import { meanImage, type ImageSet, addMean } from '../../images/imageSet.ts';
import { expand, forEachPart, loadBatch, matrix, matrixStack, stackItem, type Matrix } from '../../linalg/index.ts';
import { gamma } from '../../random/sampling.ts';
import { addNoise } from '../sampling.ts';
import { imagesLoaded, pixelLoops } from '../cost.ts';
import { FitError } from '../method.ts';
import { stopParameters, reconstructionParameter } from '../probabilisticSettings.ts';
import { LIKELIHOOD, POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import { expectation, maximisation, unweighted, weightedBatch } from './kronecker/kroneckerEm.ts';
import { kroneckerUses, modelOf } from './kronecker/kroneckerFit.ts';
import {
  energiesOf,
  kroneckerLogDeterminant,
  mahalanobis,
  type KroneckerModel,
  directStep,
} from './kronecker/kroneckerModel.ts';
import { startModel, startParameter } from './kronecker/kroneckerStart.ts';
import { logGamma } from '../../stats/distributions/logGamma.ts';
import { psopca } from './psopca.ts';
import { declareMethod } from '../declareMethod.ts';
import { sum } from '../../stats/describe.ts';

/**
 * Robust PHOPCA, the t model that the PHOPCA paper leaves for later (Yu, Bi, Ye 2010, section 5): vec X has a t
 * distribution with ν degrees of freedom and scatter Σ = (R Rᵀ) ⊗ (C Cᵀ) + σ² I, that is, Z and E share a factor
 * u^−½ per image with u ~ Gamma(ν/2, ν/2). EM with exact posteriors; image n enters with weight
 * E[u_n | X_n] = (ν + d) / (ν + δ_n), δ its Mahalanobis distance, d the number of pixels.
 * Parameters: mean W, C, R, sigma2, nu, weights (N, training images). The trace holds the exact log-likelihood.
 */
export const robustPhopca = declareMethod({
  id: 'phopca-t',
  title: 'Robust PHOPCA',
  fullName: 'probabilistic second-order principal component analysis with t noise',
  family: 'bilinear',
  cost: pixelLoops(26, 2.7, 0, 10_000),
  appearance: { index: 19, marker: 'rect' },
  memory: imagesLoaded,
  axes: POSTERIOR_MEANS,
  formula: 'vec X ~ t_ν(vec W, (R Rᵀ) ⊗ (C Cᵀ) + σ² I)',
  description:
    'Two-sided latent variable model with heavy tails: images far from the rest are down-weighted. Codes are the posterior means E[Z | X].',
  citation: psopca.citation,
  latentNames: ['q_c', 'q_r'],
  demanding: true,
  parameters: [
    {
      name: 'degrees',
      title: 'Degrees of freedom',
      help: 'ν at the start; the smaller, the heavier the tails.',
      kind: 'number',
      default: 5,
      source: { neutral: 'where the estimate begins' },
      min: 0.1,
      max: 1e6,
    },
    {
      name: 'estimateDegrees',
      title: 'Estimate ν',
      help: 'Maximises the likelihood over ν in every iteration; otherwise ν stays as given.',
      kind: 'boolean',
      default: true,
      source: { neutral: 'maximum likelihood over ν, too' },
    },
    startParameter,
    ...stopParameters({ maxIterations: 500 }),
    reconstructionParameter,
  ],
  arrays: { mean: 'matrix', C: 'matrix', R: 'matrix', sigma2: 'scalar', nu: 'scalar', weights: 'vector' },
  largestLatent: axesOfBothModes,

  fit({ images }, latent, settings, context) {
    const { rows, cols, count } = images;
    const pixels = rows * cols;
    if (latent[0] * latent[1] === pixels)
      throw new FitError('Robust PHOPCA: no dimension is left for the noise. Reduce the latent shape.');
    let nu = settings.degrees;
    let state = centred(images, meanImage(images));
    const energy = sum(state.energies);
    if (energy === 0) throw new FitError('Robust PHOPCA: all training images are equal.');
    let model = startModel(settings.start, state.batch, energy, latent[0], latent[1], context.random);
    let { projected } = expectation(unweighted(state.batch), model, 'exact');
    let distances = mahalanobis(model, state.energies, projected);
    const start = sum(tLogDensities(distances, model, pixels, nu));
    let facts: ReturnType<typeof iterateToConvergence>;
    try {
      const rule = {
        title: 'Robust PHOPCA',
        objective: LIKELIHOOD,
        scale: count * pixels,
        start,
        ...stopRule(settings),
      };
      facts = iterateToConvergence(rule, context, () => {
        const weights = distances.map((distance) => (nu + pixels) / (nu + distance));
        const mean = weightedMean(images, weights);
        state.batch.release();
        state = centred(images, mean);
        // Z | u has variance V / u: E[u Z Zᵀ] = w B Bᵀ + V, hence N, not Σ w, images' worth of V.
        const data = { ...weightedBatch(state.batch, state.energies, weights), total: count };
        const posterior = expectation(data, model, 'exact');
        ({ model, projected } = maximisation(data, model, posterior, {
          step: directStep,
          expansion: 'full',
          noiseless: false,
        }));
        distances = mahalanobis(model, state.energies, projected);
        const likelihood = (value: number) => sum(tLogDensities(distances, model, pixels, value));
        if (settings.estimateDegrees) nu = bestDegrees(likelihood, nu);
        return likelihood(nu);
      });
    } finally {
      state.batch.release();
    }
    return {
      arrays: {
        mean: state.mean,
        C: model.c,
        R: model.r,
        sigma2: model.sigma2,
        nu,
        weights: distances.map((distance) => (nu + pixels) / (nu + distance)),
      },
      ...facts,
      logLikelihood: facts.trace[facts.iterations - 1],
    };
  },

  encode: kroneckerUses.encode,
  reconstruct: kroneckerUses.reconstruct,

  logLikelihood(fit, images) {
    const model = modelOf(fit);
    const { batch, energies } = centred(images, fit.arrays.mean);
    const distances = mahalanobis(model, energies, batch.project(model.c, model.r));
    batch.release();
    return tLogDensities(distances, model, images.rows * images.cols, fit.arrays.nu);
  },

  /** W + (C Z Rᵀ + E) / √u with u ~ Gamma(ν/2, rate ν/2); the means are those without E. */
  sample(fit, count, random) {
    const { rows, cols } = fit.imageShape;
    const { c, r, sigma2 } = modelOf(fit);
    const nu = fit.arrays.nu;
    const [signal, noise] = [matrixStack(count, c.cols, r.cols), matrixStack(count, rows, cols)];
    for (let n = 0; n < count; n++) {
      const stretch = 1 / Math.sqrt(gamma(random, nu / 2) / (nu / 2));
      for (const { data } of [stackItem(signal, n), stackItem(noise, n)]) {
        for (let i = 0; i < data.length; i++) data[i] = stretch * random.normal();
      }
    }
    const sigma = Math.sqrt(sigma2);
    return addNoise(addMean(expand(signal, c, r), fit.arrays.mean), noise, () => sigma);
  },
});

function centred(images: ImageSet, mean: Matrix) {
  return { mean, batch: loadBatch(images, mean), energies: energiesOf(images, mean) };
}

/** ln t_ν(x; W, Σ) from the Mahalanobis distances. */
function tLogDensities(distances: Float64Array, model: KroneckerModel, pixels: number, nu: number): Float64Array {
  const constant =
    logGamma((nu + pixels) / 2) -
    logGamma(nu / 2) -
    0.5 * (pixels * Math.log(nu * Math.PI) + kroneckerLogDeterminant(model, pixels));
  return distances.map((distance) => constant - 0.5 * (nu + pixels) * Math.log1p(distance / nu));
}

/** ν that maximises the likelihood near `nu`: golden sections of ln ν within a factor of 4, never worse than `nu`. */
function bestDegrees(likelihood: (nu: number) => number, nu: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = Math.log(Math.max(0.1, nu / 4));
  let high = Math.log(Math.min(1e6, nu * 4));
  for (let round = 0; round < 40; round++) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (likelihood(Math.exp(a)) > likelihood(Math.exp(b))) high = b;
    else low = a;
  }
  const best = Math.exp((low + high) / 2);
  return likelihood(best) > likelihood(nu) ? best : nu;
}

function weightedMean(images: ImageSet, weights: Float64Array): Matrix {
  const size = images.rows * images.cols;
  const total = sum(weights);
  const mean = new Float64Array(size);
  forEachPart(images, (values, first) => {
    for (let i = 0; i < values.length; i++) {
      mean[i % size] += (weights[first + Math.floor(i / size)] / total) * values[i];
    }
  });
  return matrix(images.rows, images.cols, mean);
}

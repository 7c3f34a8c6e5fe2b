import { centreImages, meanImage, type ImageSet, addMean } from '../../images/imageSet.ts';
import {
  matrixStack,
  gramOfColumns,
  leadingEigen,
  matrix,
  orthonormalise,
  scaleColumns,
  type Matrix,
} from '../../linalg/index.ts';
import { stopRule, iterateToConvergence } from '../bilinear/iteration/iteration.ts';
import { psopca } from '../bilinear/psopca.ts';
import { requireDensity, standardNormals, addNoise } from '../sampling.ts';
import { FitError, type LatentShape, type Parameter } from '../method.ts';
import { MEAN_SQUARED_ERROR, VARIATIONAL_BOUND, POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { planesParameter, tensorsOf, contractAll, extend, sizeOf, type TensorStack, unfold } from './tensor.ts';
import {
  canonicalTensorModel,
  signalVariances,
  tensorExpectation,
  tensorMaximisation,
  tensorMeans,
  type TensorModel,
} from './tensorEm.ts';
import { pixelLoops } from '../cost.ts';
import { declareMethod, type Model } from '../declareMethod.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';
import type { SettingsOf } from '../typedSettings.ts';
import type { Random } from '../../random/stream.ts';

// Multilinear PCA and the starts of PHOPCA of any order.

/**
 * Orthonormal U_j that preserve most of Σ ‖X ×_j U_jᵀ‖², by alternating eigenproblems from the full projections
 * (Lu, Plataniotis, Venetsanopoulos 2008). Stops when the kept share changes by less than `tolerance`.
 */
export function multilinearPca(
  x: TensorStack,
  ranks: readonly number[],
  tolerance = 1e-12,
  maxRounds = 200,
): { readonly bases: Matrix[]; readonly kept: number } {
  const bases = ranks.map((rank, j) => leadingEigen(gramOfColumns(unfold(x, j)), rank).vectors);
  let kept = 0;
  for (let round = 0; round < maxRounds; round++) {
    let next = 0;
    for (let j = 0; j < ranks.length; j++) {
      const others = bases.map((u, i) => (i === j ? null : u));
      const { values, vectors } = leadingEigen(gramOfColumns(unfold(contractAll(x, others), j)), ranks[j]);
      bases[j] = vectors;
      next = values.reduce((sum, value) => sum + value, 0);
    }
    const settled = Math.abs(next - kept) <= tolerance * next;
    kept = next;
    if (settled) break;
  }
  return { bases, kept };
}

/** Minimum variance of a direction at the start, as a share of the mean variance of an entry. */
const LEAST = 1e-3;

/** Bases from MPCA or at random, lengths and noise fitted to the projections (as startModel of the second order). */
function tensorStart(
  x: TensorStack,
  energy: number,
  ranks: readonly number[],
  start: 'mpca' | 'random',
  random: Random,
): TensorModel {
  const bases =
    start === 'mpca'
      ? multilinearPca(x, ranks, 1e-6, 3).bases
      : ranks.map((rank, j) =>
          orthonormalise(
            matrix(
              x.dims[j],
              rank,
              Float64Array.from({ length: x.dims[j] * rank }, () => random.normal()),
            ),
          ),
        );
  const projected = contractAll(x, bases);
  const entries = sizeOf(x.dims);
  const core = sizeOf(ranks);
  const variance = energy / (x.count * entries);
  const moments = new Float64Array(core);
  for (let i = 0; i < projected.data.length; i++) moments[i % core] += projected.data[i] ** 2 / x.count;
  const inside = moments.reduce((sum, value) => sum + value, 0);
  const sigma2 = Math.max(entries > core ? (entries * variance - inside) / (entries - core) : 0, LEAST * variance);
  const sums = ranks.map((rank) => new Float64Array(rank));
  let total = 0;
  moments.forEach((moment, k) => {
    const signal = Math.max(moment - sigma2, LEAST * variance);
    total += signal;
    for (let j = ranks.length - 1, rest = k; j >= 0; j--) {
      sums[j][rest % ranks[j]] += signal;
      rest = Math.floor(rest / ranks[j]);
    }
  });
  const common = total ** ((ranks.length - 1) / ranks.length);
  return canonicalTensorModel(
    bases.map((u, j) =>
      scaleColumns(
        u,
        sums[j].map((sum) => Math.sqrt(sum / common)),
      ),
    ),
    sigma2,
  );
}

type TensorSettings = SettingsOf<typeof parameters>;
const parameters = [
  planesParameter,
  {
    name: 'planeDimension',
    title: 'Plane dimension',
    help: 'Latent dimension q_p of the plane mode, at most the number of planes.',
    kind: 'integer',
    default: 1,
    source: { neutral: 'images have one plane' },
    min: 1,
    max: 4096,
  },
  {
    name: 'noise',
    title: 'Noise',
    help: 'Estimated: σ² is a parameter. Zero: the limit without noise, whose subspaces are those of multilinear PCA.',
    kind: 'choice',
    default: 'estimated',
    source: { published: 'Yu, Bi and Ye 2010, section 3.2' },
    choices: [
      { value: 'estimated', title: 'Estimated' },
      { value: 'zero', title: 'Zero' },
    ],
  },
  {
    name: 'start',
    title: 'Start',
    help: 'Bases of the first iteration: multilinear PCA (three rounds) or random; loadings and noise are then scaled to the images.',
    kind: 'choice',
    default: 'mpca',
    source: { neutral: 'for images of one plane that of PHOPCA; several optima are possible' },
    choices: [
      { value: 'mpca', title: 'Multilinear PCA' },
      { value: 'random', title: 'Random' },
    ],
  },
  ...stopParameters({ maxIterations: 500 }),
] as const satisfies readonly Parameter[];

const ARRAYS = {
  mean: 'matrix',
  U1: 'matrix',
  U2: 'matrix',
  U3: 'matrix',
  sigma2: 'scalar',
} as const satisfies ArrayKinds;

/**
 * PHOPCA of third order: images whose columns hold several planes side by side (colours, frames of a video block) as
 * tensors rows × planes × width, X = M + Z ×_1 U_1 ×_2 U_2 ×_3 U_3 + E (Yu, Bi, Ye 2010, sections 3.3, 4.3), by
 * variational EM with σ² or without noise, where it ends at the stationary points of multilinear PCA. With one plane it
 * is PSOPCA. Codes are E[Z | X] as q_c × (q_p q_r) matrices.
 * Parameters: mean (rows × columns), U1 (rows × q_c), U2 (planes × q_p), U3 (width × q_r), sigma2.
 */
export const tensorPhopca = declareMethod({
  id: 'phopca-3',
  title: 'PHOPCA (tensor)',
  fullName: 'probabilistic higher-order principal component analysis',
  family: 'tensor',
  cost: pixelLoops(10, 8, 0, 29_000),
  appearance: { index: 17, marker: 'triangle' },
  axes: POSTERIOR_MEANS,
  formula: 'X = Z ×_1 U_1 ×_2 U_2 ×_3 U_3 + W + E',
  description:
    'Multilinear factor model of images made of several planes (colours, frames) side by side. Codes are the posterior means of the core tensor.',
  citation: psopca.citation,
  latentNames: ['q_c', 'q_r'],
  demanding: true,
  parameters,
  arrays: ARRAYS,
  largestLatent: axesOfBothModes,

  fit({ images }, latent, settings, context) {
    const { count } = images;
    const ranks = ranksOf(latent, settings);
    const mean = meanImage(images);
    const x = tensorsOf(centreImages(images, mean), settings);
    ranks.forEach((rank, j) => {
      if (rank > x.dims[j])
        throw new FitError(
          `PHOPCA: dimension ${rank} of mode ${j + 1} exceeds its length ${x.dims[j]}. Reduce the latent shape.`,
        );
    });
    const energy = x.data.reduce((sum, value) => sum + value * value, 0);
    if (energy === 0) throw new FitError('PHOPCA: all training images are equal.');
    const noiseless = settings.noise === 'zero';
    if (!noiseless && sizeOf(ranks) === sizeOf(x.dims))
      throw new FitError('PHOPCA: no dimension is left for the noise. Reduce the latent shape.');
    let model = tensorStart(x, energy, ranks, settings.start, context.random);
    if (noiseless) model = { ...model, sigma2: 0 };
    let posterior = tensorExpectation(x, energy, model, 'variational');
    const facts = iterateToConvergence(
      {
        title: 'PHOPCA',
        objective: noiseless ? MEAN_SQUARED_ERROR : VARIATIONAL_BOUND,
        scale: noiseless ? energy / count : x.data.length,
        start: noiseless ? undefined : posterior.bound,
        ...stopRule(settings),
      },
      context,
      () => {
        model = tensorMaximisation(x, energy, model, posterior);
        posterior = tensorExpectation(x, energy, model, 'variational');
        return noiseless ? Math.max(0, energy - posterior.explained) / count : posterior.bound;
      },
    );
    return {
      arrays: {
        mean,
        U1: model.loadings[0],
        U2: model.loadings[1],
        U3: model.loadings[2],
        sigma2: model.sigma2,
      },
      ...facts,
      logLikelihood: noiseless ? null : posterior.logLikelihood,
    };
  },

  codeSize: (latent, _, settings) => sizeOf(ranksOf(latent, settings)),

  encode(fit, images) {
    const model = modelOf(fit.arrays);
    const { data, dims } = tensorMeans(model, contractAll(centredTensors(fit, images), model.loadings));
    return matrixStack(images.count, dims[0], dims[1] * dims[2], data);
  },

  /** The projection on the spans of the loadings: codes times (Π d + σ²) / Π d, extended by every U_j. */
  reconstruct(fit, codes) {
    const model = modelOf(fit.arrays);
    const signal = signalVariances(model.norms);
    const data = codes.data.map((value, i) => {
      const d = signal[i % signal.length];
      return d > 0 ? (value * (d + model.sigma2)) / d : 0;
    });
    const core: TensorStack = { count: codes.count, dims: ranksOf(fit.latent, fit.settings), data };
    const { rows, cols } = fit.imageShape;
    const images = model.loadings.reduce((stack, u, j) => extend(stack, j, u), core);
    return addMean(matrixStack(codes.count, rows, cols, images.data), fit.arrays.mean);
  },

  logLikelihood(fit, images) {
    const model = modelOf(fit.arrays);
    if (model.sigma2 === 0) throw new RangeError('phopca-3: a fit without noise has no density');
    const x = centredTensors(fit, images);
    const size = sizeOf(x.dims);
    return Float64Array.from({ length: x.count }, (_, n) => {
      const one: TensorStack = { count: 1, dims: x.dims, data: x.data.subarray(n * size, (n + 1) * size) };
      const energy = one.data.reduce((sum, value) => sum + value * value, 0);
      return tensorExpectation(one, energy, model, 'exact').logLikelihood;
    });
  },

  /** W + Z ×_1 U_1 ×_2 U_2 ×_3 U_3, and with E added. */
  sample(fit, count, random) {
    requireDensity('PHOPCA (tensor)', fit);
    const { rows, cols } = fit.imageShape;
    const { loadings, sigma2 } = modelOf(fit.arrays);
    const dims = loadings.map((u) => u.cols);
    const [z, noise] = standardNormals(random, count, [
      [1, sizeOf(dims)],
      [rows, cols],
    ]);
    const core: TensorStack = { count, dims, data: z.data };
    const signal = loadings.reduce((stack, u, j) => extend(stack, j, u), core);
    const means = addMean(matrixStack(count, rows, cols, signal.data), fit.arrays.mean);
    const sigma = Math.sqrt(sigma2);
    return addNoise(means, noise, () => sigma);
  },
});

function ranksOf([qc, qr]: LatentShape, { planeDimension }: TensorSettings): number[] {
  return [qc, planeDimension, qr];
}

function centredTensors(fit: Model<TensorSettings, typeof ARRAYS>, images: ImageSet): TensorStack {
  return tensorsOf(centreImages(images, fit.arrays.mean), fit.settings);
}

function modelOf({ U1, U2, U3, sigma2 }: Arrays<typeof ARRAYS>): TensorModel {
  return canonicalTensorModel([U1, U2, U3], sigma2);
}

/**
 * EM for mixtures of two-sided factor models, X | k ~ N(W_k, (R_k R_kᵀ) ⊗ (C_k C_kᵀ) + σ_k² I) with weights π_k
 * (Xie et al. 2008, section V; Yu, Bi, Ye 2010, section 5.2). One iteration raises
 * F = Σ_n ln Σ_k π_k exp(score_nk) in four steps: responsibilities, π_k and W_k, posterior of Z, then C_k, R_k, σ_k².
 * The score is ln p(X_n | k), for the variational posterior less its divergence KL_k.
 */
import { selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  add,
  forEachPart,
  innerProduct,
  loadBatch,
  matrix,
  scale,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import type { PosteriorKind } from '../bilinear/kronecker/kroneckerDensity.ts';
import { expectation, maximisation, unweighted, weightedBatch } from '../bilinear/kronecker/kroneckerEm.ts';
import { kroneckerLogDensities } from '../bilinear/kronecker/kroneckerFit.ts';
import { energiesOf, type KroneckerModel, type LoadingStep, directStep } from '../bilinear/kronecker/kroneckerModel.ts';
import { startModel } from '../bilinear/kronecker/kroneckerStart.ts';

export interface Component {
  /** π. */
  readonly weight: number;
  /** W, d_c × d_r. */
  readonly mean: Matrix;
  readonly model: KroneckerModel;
}

export interface MixtureState {
  readonly components: readonly Component[];
  /** score_nk, N × K row-major. */
  readonly scores: Float64Array;
  /** N × K row-major, rows sum to 1. */
  readonly responsibilities: Float64Array;
  /** F. */
  readonly objective: number;
}

export interface MixtureOptions {
  readonly posterior: PosteriorKind;
  readonly qc: number;
  readonly qr: number;
  /** σ_k² is kept above this: a component that holds only a few images would explain them in full. */
  readonly leastNoise: number;
}

/** Every component starts from the GLRAM of its share of the images. */
export function mixtureStart(
  images: ImageSet,
  assignment: Int32Array,
  k: number,
  options: MixtureOptions,
  random: Random,
): MixtureState {
  const components = Array.from({ length: k }, (_, c) => {
    const share = Int32Array.from(assignment.keys()).filter((n) => assignment[n] === c);
    return componentOf(images, share, share.length / images.count, options, random);
  });
  return scored(images, components, options);
}

export function mixtureStep(images: ImageSet, state: MixtureState, options: MixtureOptions): MixtureState {
  const k = state.components.length;
  const components: Component[] = [];
  const scores = new Float64Array(images.count * k);
  state.components.forEach(({ model }, c) => {
    const weights = Float64Array.from({ length: images.count }, (_, n) => state.responsibilities[n * k + c]);
    const total = weights.reduce((sum, value) => sum + value, 0);
    const mean = weightedMean(images, weights, total);
    const batch = loadBatch(images, mean);
    const energies = energiesOf(images, mean);
    const data = weightedBatch(batch, energies, weights);
    const next = maximisation(data, model, expectation(data, model, options.posterior), {
      step: boundedStep(model),
      expansion: 'full',
      noiseless: false,
      leastNoise: options.leastNoise,
    });
    const component = { weight: total / images.count, mean, model: next.model };
    components.push(component);
    scoreComponent(images, batch, energies, component, options.posterior, next.projected).forEach((value, n) => {
      scores[n * k + c] = value;
    });
    batch.release();
  });
  return { components, ...normalised(components, scores) };
}

/** Loadings are shortened to this share at most in one step. */
const SHORTENED = 1e-3;
/** Loadings whose variance is below this share of σ² do not become shorter. */
const NEGLIGIBLE = 1e-12;

/**
 * The conditional maximiser, or the loadings on the way there where it is next to nothing beside the previous ones: in
 * a component whose images are identical, or differ by less than the least noise. The expected likelihood is concave in
 * the loadings of one side and rises all the way; at zero those of the other side would not be determined, and the
 * component could not take up images that vary.
 */
function boundedStep({ normsC, normsR, sigma2 }: KroneckerModel): LoadingStep {
  const negligible = normsC[0] * normsR[0] <= NEGLIGIBLE * sigma2;
  return (s, h, previous) => {
    const next = directStep(s, h, previous);
    const [before, after] = [previous, next].map((loadings) => Math.sqrt(innerProduct(loadings, loadings)));
    if (after >= (negligible ? 1 : SHORTENED) * before) return next;
    return negligible ? previous : add(scale(next, 1 - SHORTENED), previous, SHORTENED);
  };
}

/** The components that hold fewer than `least` images' worth of responsibility. */
export function starved(state: MixtureState, least: number): number[] {
  const k = state.components.length;
  return state.components
    .map((_, c) => c)
    .filter((c) => {
      let total = 0;
      for (let n = c; n < state.responsibilities.length; n += k) total += state.responsibilities[n];
      return total < least;
    });
}

/** Component c restarted from the images that the mixture explains worst, one share of them. */
export function revived(
  images: ImageSet,
  state: MixtureState,
  c: number,
  options: MixtureOptions,
  random: Random,
): MixtureState {
  const k = state.components.length;
  const best = Array.from({ length: images.count }, (_, n) => Math.max(...state.scores.subarray(n * k, n * k + k)));
  const order = Int32Array.from(best.map((_, n) => n)).sort((a, b) => best[a] - best[b] || a - b);
  const share = order.slice(0, Math.max(2, Math.floor(images.count / k)));
  const fresh = componentOf(images, share, 1 / k, options, random);
  const components = state.components.map((component, j) =>
    j === c ? fresh : { ...component, weight: component.weight * (1 - 1 / k) },
  );
  const total = components.reduce((sum, { weight }) => sum + weight, 0);
  return scored(
    images,
    components.map((component) => ({ ...component, weight: component.weight / total })),
    options,
  );
}

/** Scores, responsibilities and F of images under given components. */
export function scored(
  images: ImageSet,
  components: readonly Component[],
  options: Pick<MixtureOptions, 'posterior'>,
): MixtureState {
  const k = components.length;
  const scores = new Float64Array(images.count * k);
  components.forEach((component, c) => {
    const batch = loadBatch(images, component.mean);
    const energies = energiesOf(images, component.mean);
    scoreComponent(images, batch, energies, component, options.posterior).forEach((value, n) => {
      scores[n * k + c] = value;
    });
    batch.release();
  });
  return { components, ...normalised(components, scores) };
}

/** ln Σ_k π_k exp(score_k) of every image. */
export function logMixture(components: readonly Component[], scores: Float64Array): Float64Array {
  const k = components.length;
  return Float64Array.from({ length: scores.length / k }, (_, n) => {
    const terms = components.map(({ weight }, c) => Math.log(weight) + scores[n * k + c]);
    const top = Math.max(...terms);
    return top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0));
  });
}

function scoreComponent(
  images: ImageSet,
  batch: ReturnType<typeof loadBatch>,
  energies: Float64Array,
  { model }: Component,
  kind: PosteriorKind,
  projected?: MatrixStack,
): Float64Array {
  const posterior = expectation(unweighted(batch), model, kind, projected);
  const divergence = (posterior.logLikelihood - posterior.bound) / images.count;
  const densities = kroneckerLogDensities(model, energies, posterior.projected, images.rows * images.cols);
  return densities.map((value) => value - divergence);
}

function normalised(
  components: readonly Component[],
  scores: Float64Array,
): Pick<MixtureState, 'scores' | 'responsibilities' | 'objective'> {
  const k = components.length;
  const totals = logMixture(components, scores);
  const responsibilities = scores.map((score, i) =>
    Math.exp(Math.log(components[i % k].weight) + score - totals[Math.floor(i / k)]),
  );
  return { scores, responsibilities, objective: totals.reduce((sum, value) => sum + value, 0) };
}

function componentOf(
  images: ImageSet,
  index: ArrayLike<number>,
  weight: number,
  options: MixtureOptions,
  random: Random,
): Component {
  const share = selectImages(images, index);
  const mean = weightedMean(share, new Float64Array(share.count).fill(1), share.count);
  const batch = loadBatch(share, mean);
  // Identical images have no variance that a start could be scaled to.
  const least = options.leastNoise * share.count * share.rows * share.cols;
  const energy = Math.max(
    least,
    energiesOf(share, mean).reduce((sum, value) => sum + value, 0),
  );
  const model = startModel('glram', batch, energy, options.qc, options.qr, random);
  batch.release();
  return { weight, mean, model: { ...model, sigma2: Math.max(model.sigma2, options.leastNoise) } };
}

function weightedMean(images: ImageSet, weights: Float64Array, total: number): Matrix {
  const size = images.rows * images.cols;
  const mean = new Float64Array(size);
  forEachPart(images, (values, first, count) => {
    for (let n = 0; n < count; n++) {
      const weight = weights[first + n] / total;
      if (weight === 0) continue;
      for (let i = 0; i < size; i++) mean[i] += weight * values[n * size + i];
    }
  });
  return matrix(images.rows, images.cols, mean);
}

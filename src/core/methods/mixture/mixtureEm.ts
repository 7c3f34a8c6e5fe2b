/**
 * EM for mixtures of two-sided factor models, X | k ~ N(W_k, (R_k R_kᵀ) ⊗ (C_k C_kᵀ) + σ_k² I) with weights π_k
 * (Xie et al. 2008, section V; Yu, Bi, Ye 2010, section 5.2). One iteration raises
 * F = Σ_n ln Σ_k π_k exp(score_nk) in four steps: responsibilities, π_k and W_k, posterior of Z, then C_k, R_k, σ_k².
 * The score is ln p(X_n | k), for the variational posterior less its divergence KL_k.
 */
import { meanImage, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  add,
  columns,
  innerProduct,
  loadBatch,
  matrix,
  multiply,
  scale,
  transpose,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { sum } from '../../stats/describe.ts';
import { coresOf, type PosteriorKind } from '../bilinear/kronecker/kroneckerDensity.ts';
import { expectation, maximisation, weightedBatch, type EmImages } from '../bilinear/kronecker/kroneckerEm.ts';
import { kroneckerLogDensities } from '../bilinear/kronecker/kroneckerFit.ts';
import { energiesOf, type KroneckerModel, type LoadingStep, directStep } from '../bilinear/kronecker/kroneckerModel.ts';
import { startModel } from '../bilinear/kronecker/kroneckerStart.ts';
import { withCentred } from '../bilinear/residentImages.ts';

export interface Component {
  /** π. */
  readonly weight: number;
  /** W, d_c × d_r. */
  readonly mean: Matrix;
  readonly model: KroneckerModel;
}

export interface MixtureState {
  readonly components: readonly Component[];
  /** C_kᵀ (X_n − W_k) R_k of every component. */
  readonly projections: readonly MatrixStack[];
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

/** Images less a common mean, loaded once for all components, steps and starts. */
export interface MixtureImages {
  readonly images: ImageSet;
  readonly centre: Matrix;
  readonly batch: ImageBatch;
  /** Squared norms of the centred images. */
  readonly energies: Float64Array;
}

/** Runs `work` on the images less `centre`, loaded for its duration. */
export function withMixtureImages<T>(images: ImageSet, centre: Matrix, work: (data: MixtureImages) => T): T {
  return withCentred(centre, images, (batch) => work({ images, centre, batch, energies: energiesOf(images, centre) }));
}

/** Every component starts from the GLRAM of its share of the images. */
export function mixtureStart(
  data: MixtureImages,
  assignment: Int32Array,
  k: number,
  options: MixtureOptions,
  random: Random,
): MixtureState {
  const { images } = data;
  const components = Array.from({ length: k }, (_, c) => {
    const share = Int32Array.from(assignment.keys()).filter((n) => assignment[n] === c);
    return componentOf(images, share, share.length / images.count, options, random);
  });
  return scored(data, components, options);
}

export function mixtureStep(data: MixtureImages, state: MixtureState, options: MixtureOptions): MixtureState {
  const { batch, centre } = data;
  const { count, rows, cols } = batch;
  const k = state.components.length;
  const weights = columnsOf(matrix(count, k, state.responsibilities));
  const totals = weights.map(sum);
  const sums = columnsOf(batch.combine(matrix(count, k, state.responsibilities)));
  const shifts = sums.map((values, c) =>
    matrix(
      rows,
      cols,
      values.map((value) => value / totals[c]),
    ),
  );
  const energies = energiesAbout(data, shifts);
  const components: Component[] = [];
  const projections = state.components.map(({ model, mean: before }, c) => {
    const mean = add(centre, shifts[c]);
    const moved = multiply(multiply(model.c, add(mean, before, -1), { transposeA: true }), model.r);
    const centred = weightedBatch(shifted(batch, shifts[c]), energies[c], weights[c]);
    const posterior = expectation(centred, model, options.posterior, less(state.projections[c], moved));
    const next = maximisation(centred, model, posterior, {
      step: boundedStep(model),
      expansion: 'full',
      noiseless: false,
      leastNoise: options.leastNoise,
    });
    components.push({ weight: totals[c] / count, mean, model: next.model });
    return next.projected;
  });
  return stateOf(components, projections, energies, options.posterior);
}

/** The images of a batch less a matrix W, which their sums and projections take into account. */
function shifted(batch: EmImages, w: Matrix): EmImages {
  const projectedW = (uc: Matrix | null, ur: Matrix | null): Matrix => {
    const left = uc ? multiply(uc, w, { transposeA: true }) : w;
    return ur ? multiply(left, ur) : left;
  };
  return {
    ...batch,
    project: (uc, ur) => less(batch.project(uc, ur), projectedW(uc, ur)),
    projected: (uc, ur) => shifted(batch.projected(uc, ur), projectedW(uc, ur)),
    sumRightCodes: (f, codes) =>
      add(batch.sumRightCodes(f, codes), multiply(projectedW(null, f), itemSum(codes), { transposeB: true }), -1),
    sumLeftCodes: (f, codes) =>
      add(batch.sumLeftCodes(f, codes), multiply(projectedW(f, null), itemSum(codes), { transposeA: true }), -1),
  };
}

/** Every matrix of a stack less W. */
function less(stack: MatrixStack, w: Matrix): MatrixStack {
  const size = w.data.length;
  const data = stack.data.slice();
  for (let n = 0, i = 0; n < stack.count; n++) {
    for (let k = 0; k < size; k++, i++) data[i] -= w.data[k];
  }
  return { ...stack, data };
}

function itemSum({ count, rows, cols, data }: MatrixStack): Matrix {
  const total = matrix(rows, cols);
  for (let n = 0, i = 0; n < count; n++) {
    for (let k = 0; k < rows * cols; k++, i++) total.data[k] += data[i];
  }
  return total;
}

/** ‖X_n − W_k‖² = ‖X_n‖² − 2 ⟨X_n, W_k⟩ + ‖W_k‖² of every component; X_n and W_k are less the common mean. */
function energiesAbout({ batch, energies }: MixtureImages, shifts: readonly Matrix[]): Float64Array[] {
  const w = transpose(matrix(shifts.length, batch.rows * batch.cols, joined(shifts)));
  const products = columnsOf(batch.times(w));
  return shifts.map((shift, c) => {
    const square = innerProduct(shift, shift);
    return energies.map((energy, n) => Math.max(0, energy - 2 * products[c][n] + square));
  });
}

function joined(matrices: readonly Matrix[]): Float64Array {
  return Float64Array.from(matrices.flatMap(({ data }) => [...data]));
}

function columnsOf(a: Matrix): Float64Array[] {
  return Array.from({ length: a.cols }, (_, j) => columns(a, j, j + 1).data);
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
  data: MixtureImages,
  state: MixtureState,
  c: number,
  options: MixtureOptions,
  random: Random,
): MixtureState {
  const { images } = data;
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
    data,
    components.map((component) => ({ ...component, weight: component.weight / total })),
    options,
  );
}

/** Scores, responsibilities and F of images under given components. */
export function scored(
  data: MixtureImages,
  components: readonly Component[],
  { posterior }: Pick<MixtureOptions, 'posterior'>,
): MixtureState {
  const shifts = components.map(({ mean }) => add(mean, data.centre, -1));
  const projections = components.map(({ model }, c) => shifted(data.batch, shifts[c]).project(model.c, model.r));
  return stateOf(components, projections, energiesAbout(data, shifts), posterior);
}

function stateOf(
  components: readonly Component[],
  projections: readonly MatrixStack[],
  energies: readonly Float64Array[],
  kind: PosteriorKind,
): MixtureState {
  const k = components.length;
  const scores = new Float64Array(energies[0].length * k);
  components.forEach(({ mean, model }, c) => {
    const { divergence } = coresOf(model, kind);
    kroneckerLogDensities(model, energies[c], projections[c], mean.rows * mean.cols).forEach((density, n) => {
      scores[n * k + c] = density - divergence;
    });
  });
  return { components, projections, ...normalised(components, scores) };
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
  const mean = meanImage(share);
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

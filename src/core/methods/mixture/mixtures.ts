import { meanImage, addMean, asVectors, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  add,
  expand,
  matrix,
  matrixStack,
  stackItem,
  type Matrix,
  type MatrixStack,
  squaredDistances,
} from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { sum } from '../../stats/describe.ts';
import { watchObjective } from '../bilinear/iteration/iteration.ts';
import type { PosteriorKind } from '../bilinear/kronecker/kroneckerDensity.ts';
import { canonicalModel, energiesOf, posteriorMeans } from '../bilinear/kronecker/kroneckerModel.ts';
import { mvfa } from '../bilinear/mvfa.ts';
import { psopca } from '../bilinear/psopca.ts';
import { LIKELIHOOD, VARIATIONAL_BOUND, POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { standardNormals, addNoise } from '../sampling.ts';
import { iterationTimes, type IterationTimes } from '../iterationTimes.ts';
import { FitError, type Citation, type Method } from '../method.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { bestOfStarts, startsParameter } from '../initialisation.ts';
import {
  logMixture,
  mixtureStart,
  mixtureStep,
  revived,
  scored,
  starved,
  withMixtureImages,
  type Component,
  type MixtureImages,
  type MixtureState,
} from './mixtureEm.ts';
import { pixelLoops, type Cost } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';
import { permutation } from '../../random/sampling.ts';

/** The initial component of every image: assigned at random, as published, or by the nearest of K spread seeds. */
function startAssignment(images: ImageSet, k: number, kind: 'seeds' | 'random', random: Random): Int32Array {
  if (kind === 'seeds') return nearestSeeds(images, k, random);
  const result = new Int32Array(images.count);
  permutation(random, images.count).forEach((n, position) => (result[n] = position % k));
  return result;
}

/**
 * Seeds drawn one by one with probability proportional to the squared distance to the nearest seed so far
 * (Arthur, Vassilvitskii 2007, k-means++). A seed alone in its share takes its nearest image along.
 */
function nearestSeeds(images: ImageSet, k: number, random: Random): Int32Array {
  const distancesTo = (n: number) => squaredDistances(asVectors(images), asVectors(selectImages(images, [n]))).data;
  const first = random.integer(images.count);
  const distances = [distancesTo(first)];
  const nearest = Float64Array.from(distances[0]);
  while (distances.length < k) {
    const total = nearest.reduce((sum, value) => sum + value, 0);
    let left = random.uniform() * total;
    let next = 0;
    while (next < images.count - 1 && (left -= nearest[next]) > 0) next++;
    const row = distancesTo(next);
    distances.push(row);
    for (let n = 0; n < images.count; n++) nearest[n] = Math.min(nearest[n], row[n]);
  }
  const result = Int32Array.from({ length: images.count }, (_, n) => {
    let best = 0;
    for (let c = 1; c < k; c++) if (distances[c][n] < distances[best][n]) best = c;
    return best;
  });
  const sizes = new Int32Array(k);
  for (const c of result) sizes[c]++;
  for (let c = 0; c < k; c++) {
    while (sizes[c] < 2) {
      let taken = -1;
      for (let n = 0; n < images.count; n++) {
        const free = result[n] !== c && sizes[result[n]] > 2;
        if (free && (taken < 0 || distances[c][n] < distances[c][taken])) taken = n;
      }
      sizes[result[taken]]--;
      sizes[c]++;
      result[taken] = c;
    }
  }
  return result;
}

const ARRAYS = {
  pi: 'vector',
  means: 'stack',
  C: 'stack',
  R: 'stack',
  sigma2: 'vector',
  responsibilities: 'matrix',
  ends: 'vector?',
} as const satisfies ArrayKinds;

/** Mixture of MVFA (Xie et al. 2008, section V): exact posterior, the trace holds the exact log-likelihood. */
export const mixtureOfMvfa = mixture({
  id: 'mmvfa',
  cost: pixelLoops(17, 48),
  appearance: { index: 16, marker: 'cross' },
  title: 'MVFA mixture',
  fullName: 'mixture of matrix-variate factor analysers',
  base: mvfa,
  posterior: 'exact',
});

/** MPHOPCA (Yu, Bi, Ye 2010, section 5.2): variational posterior, the trace holds the variational bound. */
export const mixtureOfPhopca = mixture({
  id: 'mphopca',
  cost: pixelLoops(25, 40),
  appearance: { index: 15, marker: 'cross' },
  title: 'MPHOPCA',
  fullName: 'mixture of probabilistic second-order principal component analysers',
  base: psopca,
  posterior: 'variational',
});

/** Responsibility below which a component counts as empty, in images. */
const STARVED = 1.5;
/** Maximum restarts of empty components per start. */
const REVIVALS = 5;
/** σ_k² is kept above this share of the mean pixel variance. */
const LEAST_NOISE = 1e-3;

/**
 * Parameters of a fit with K components: pi (K), means (K × d_c × d_r), C (K × d_c × q_c), R (K × d_r × q_r), sigma2
 * (K), responsibilities (N × K, training images), ends (the objective each start ended at). A code holds E[Z | X] of
 * the most likely component in that component's block of rows, zeros elsewhere: (K q_c) × q_r. In high dimension
 * responsibilities are 0 or 1.
 */
function mixture(definition: {
  readonly id: string;
  readonly title: string;
  readonly fullName: string;
  readonly appearance: Method['appearance'];
  readonly base: Pick<Method, 'title'> & { readonly citation: Citation };
  readonly posterior: PosteriorKind;
  readonly cost: Cost;
}) {
  const { id, title, fullName, appearance, base, posterior, cost } = definition;
  return declareMethod({
    id,
    title,
    fullName,
    family: 'mixture',
    cost,
    appearance,
    axes: POSTERIOR_MEANS,
    formula: 'X = C_k Z R_kᵀ + W_k + E with probability π_k, vec Z ~ N(0, I), vec E ~ N(0, σ_k² I)',
    description: `Images from one of K models of the kind of ${base.title}, each with its own mean, loadings and noise. Codes are the posterior means of the most likely component, in a block of its own.`,
    citation: base.citation,
    latentNames: ['q_c', 'q_r'],
    demanding: true,
    revision: 2,
    parameters: [
      {
        name: 'components',
        title: 'Components',
        help: 'Number K of models. One component is the single model; the published reconstructions use 5.',
        kind: 'integer',
        default: 3,
        source: {
          measured: 'mphopca.components',
          neutral: 'how many models is what the row is about; 5 in the published reconstructions',
        },
        min: 1,
        max: 64,
      },
      {
        name: 'start',
        title: 'First assignment',
        help: 'Images go to the nearest of K seeds drawn far apart, or are assigned at random (as published).',
        kind: 'choice',
        default: 'seeds',
        source: { measured: 'mphopca.start' },
        choices: [
          { value: 'seeds', title: 'Spread seeds' },
          { value: 'random', title: 'Random' },
        ],
      },
      startsParameter(3, 'Initial assignments that are tried; the best final one counts.'),
      ...stopParameters({ maxIterations: 300 }),
    ],
    arrays: ARRAYS,
    largestLatent: axesOfBothModes,

    fit({ images }, latent, settings, context) {
      const { rows, cols, count } = images;
      const k = settings.components;
      if (count < 2 * k)
        throw new FitError(`${title}: ${k} components need at least ${2 * k} training images, found ${count}.`);
      const mean = meanImage(images);
      const energy = sum(energiesOf(images, mean));
      if (energy === 0) throw new FitError(`${title}: all training images are equal.`);
      const options = {
        posterior,
        qc: latent[0],
        qr: latent[1],
        leastNoise: (k === 1 ? 0 : LEAST_NOISE * energy) / (count * rows * cols),
      };
      const objective = posterior === 'exact' ? LIKELIHOOD : VARIATIONAL_BOUND;
      const climb = (
        data: MixtureImages,
      ): {
        state: MixtureState;
        trace: number[];
        times: IterationTimes;
        converged: boolean;
        warnings: readonly string[];
      } => {
        const assignment = startAssignment(images, k, settings.start, context.random);
        let state = mixtureStart(data, assignment, k, options, context.random);
        let watch = watchObjective(title, objective.name, objective.sense);
        let warnings: string[] = [];
        let trace: number[] = [];
        let times = iterationTimes(context);
        let revivals = 0;
        let converged = false;
        do {
          context.checkCancelled();
          const empty = starved(state, STARVED);
          if (empty.length > 0 && revivals < REVIVALS) {
            revivals++;
            state = revived(data, state, empty[0], options, context.random);
            // The objective restarts with the component.
            watch = watchObjective(title, objective.name, objective.sense);
            trace = [];
            times = iterationTimes(context);
            warnings = [`Empty components were started again ${revivals} times.`];
          }
          if (empty.length > 0 && revivals >= REVIVALS) {
            const kept = state.components.filter((_, c) => !empty.includes(c));
            const total = kept.reduce((sum, { weight }) => sum + weight, 0);
            state = scored(
              data,
              kept.map((component) => ({ ...component, weight: component.weight / total })),
              options,
            );
            watch = watchObjective(title, objective.name, objective.sense);
            trace = [];
            times = iterationTimes(context);
            warnings = [`${kept.length} of ${k} components are in use: the others stayed empty.`];
          }
          const previous = state.objective;
          state = mixtureStep(data, state, options);
          watch.step(state.objective, images.data.length);
          trace.push(state.objective);
          times.mark();
          const scale = Math.max(Math.abs(state.objective), images.data.length);
          converged = Math.abs(state.objective - previous) <= settings.tolerance * scale;
        } while (!converged && trace.length < settings.maxIterations);
        return { state, trace, times, converged, warnings: [...warnings, ...watch.warnings()] };
      };
      const starts = k === 1 ? 1 : settings.starts;
      return withMixtureImages(images, mean, (data) => {
        const { best, ends, warnings } = bestOfStarts(
          starts,
          () => climb(data),
          (run) => run.state.objective,
        );
        const { state, trace, times, converged } = best;
        const exact = posterior === 'exact' ? state : scored(data, state.components, { posterior: 'exact' });
        return {
          arrays: {
            pi: Float64Array.from(state.components, ({ weight }) => weight),
            means: stacked(state.components.map(({ mean }) => mean)),
            C: stacked(state.components.map(({ model }) => model.c)),
            R: stacked(state.components.map(({ model }) => model.r)),
            sigma2: Float64Array.from(state.components, ({ model }) => model.sigma2),
            responsibilities: matrix(count, state.components.length, state.responsibilities),
            ...(ends.length > 1 && { ends }),
          },
          trace,
          ...times.kept(),
          objective,
          iterations: trace.length,
          converged,
          logLikelihood: exact.objective,
          warnings: [...best.warnings, ...warnings],
        };
      });
    },

    codeSize: ([qc, qr], _, settings) => settings.components * qc * qr,

    encode(fit, images) {
      const components = componentsOf(fit.arrays);
      const [qc, qr] = fit.latent;
      const k = components.length;
      const { responsibilities, projections } = scoredImages(images, components, posterior);
      const codes = matrixStack(images.count, fit.settings.components * qc, qr);
      components.forEach(({ model }, c) => {
        const means = posteriorMeans(model, projections[c]);
        for (let n = 0; n < images.count; n++) {
          if (mostLikely(responsibilities, n, k) === c)
            stackItem(codes, n).data.set(stackItem(means, n).data, c * qc * qr);
        }
      });
      return codes;
    },

    /** W_k + C_k E[Z | X] R_kᵀ of the component whose block is not empty. */
    reconstruct(fit, codes) {
      const components = componentsOf(fit.arrays);
      const [qc, qr] = fit.latent;
      const result = matrixStack(codes.count, fit.imageShape.rows, fit.imageShape.cols);
      for (let n = 0; n < codes.count; n++) {
        const code = stackItem(codes, n).data;
        const block = (c: number) => code.subarray(c * qc * qr, (c + 1) * qc * qr);
        const norms = components.map((_, c) => block(c).reduce((sum, value) => sum + value * value, 0));
        const c = norms.indexOf(Math.max(...norms));
        const { mean, model } = components[c];
        const image = addMean(expand(matrixStack(1, qc, qr, block(c).slice()), model.c, model.r), mean);
        stackItem(result, n).data.set(image.data);
      }
      return result;
    },

    /** ln Σ_k π_k N(X; …) with the exact densities. */
    logLikelihood(fit, images) {
      const components = componentsOf(fit.arrays);
      return logMixture(components, scoredImages(images, components, 'exact').scores);
    },

    /** k by π, then C_k Z R_kᵀ + W_k, and with E added. */
    sample(fit, count, random) {
      const components = componentsOf(fit.arrays);
      const { rows, cols } = fit.imageShape;
      const [means, images] = [matrixStack(count, rows, cols), matrixStack(count, rows, cols)];
      for (let n = 0; n < count; n++) {
        const { mean, model } = components[drawnComponent(components, random)];
        const [z, noise] = standardNormals(random, 1, [
          [model.c.cols, model.r.cols],
          [rows, cols],
        ]);
        const sigma = Math.sqrt(model.sigma2);
        const one = addNoise(addMean(expand(z, model.c, model.r), mean), noise, () => sigma);
        stackItem(means, n).data.set(one.means!.data);
        stackItem(images, n).data.set(one.images.data);
      }
      return { means, images };
    },

    components(fit, images) {
      const components = componentsOf(fit.arrays);
      const { responsibilities } = scoredImages(images, components, posterior);
      const { rows, cols } = fit.imageShape;
      return {
        weights: Float64Array.from(components, ({ weight }) => weight),
        means: matrixStack(components.length, rows, cols, fit.arrays.means.data),
        responsibilities: matrix(images.count, components.length, responsibilities),
      };
    },
  });
}

function mostLikely(responsibilities: Float64Array, n: number, k: number): number {
  let best = 0;
  for (let c = 1; c < k; c++) if (responsibilities[n * k + c] > responsibilities[n * k + best]) best = c;
  return best;
}

/** A component by the weights π. */
function drawnComponent(components: readonly Component[], random: Random): number {
  let rest = random.uniform();
  const last = components.length - 1;
  for (let k = 0; k < last; k++) {
    rest -= components[k].weight;
    if (rest < 0) return k;
  }
  return last;
}

/** The state of images, which are centred by the mean of the model: no result depends on the others. */
function scoredImages(images: ImageSet, components: readonly Component[], posterior: PosteriorKind): MixtureState {
  const centre = components.reduce(
    (total, { weight, mean }) => add(total, mean, weight),
    matrix(images.rows, images.cols),
  );
  return withMixtureImages(images, centre, (data) => scored(data, components, { posterior }));
}

function componentsOf({ pi, means, C, R, sigma2 }: Arrays<typeof ARRAYS>): Component[] {
  return Array.from(pi, (weight, c) => ({
    weight,
    mean: stackItem(means, c),
    model: canonicalModel(stackItem(C, c), stackItem(R, c), sigma2[c]),
  }));
}

function stacked(parts: readonly Matrix[]): MatrixStack {
  const stack = matrixStack(parts.length, parts[0].rows, parts[0].cols);
  parts.forEach((part, c) => stackItem(stack, c).data.set(part.data));
  return stack;
}

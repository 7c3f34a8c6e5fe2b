/** EM of PHOPCA with factor-analysis noise; the method is factorNoise.ts. */
import type { ImageSet } from '../../images/imageSet.ts';
import { expand, loadBatch, scaleRows, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import { FitError, type FitContext } from '../method.ts';
import { LIKELIHOOD } from '../sharedDeclarations.ts';
import {
  boundedNoise,
  geometricMean,
  jacobian,
  residuals,
  squares,
  whiteImages,
  type BoundedNoise,
} from './axisNoise.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import {
  columnMoments,
  expectation,
  loadCores,
  maximisation,
  rowMoments,
  unweighted,
  type LoadingMoments,
  type MaximisationOptions,
  type Posterior,
  type WeightedBatch,
} from './kronecker/kroneckerEm.ts';
import {
  canonicalModel,
  kroneckerLogDeterminant,
  type KroneckerModel,
  directStep,
} from './kronecker/kroneckerModel.ts';
import { startModel, type KroneckerStart } from './kronecker/kroneckerStart.ts';
import type { StopSettings } from '../probabilisticSettings.ts';

/**
 * Lower bound on the geometric mean of the noise variances of the pixels, as a share of the mean pixel variance.
 * Rounding of the residuals is 1e-15 of the variance, at this floor 1e-9 of the noise: too little for the likelihood to
 * fall visibly.
 */
const LEAST_NOISE = 1e-6;

/** The end of one start: the isotropic model of the whitened images and the noise levels that whiten them. */
export interface FactorNoiseRun {
  readonly model: KroneckerModel;
  /** Diagonal of Σ_0. */
  readonly s: Float64Array;
  /** Diagonal of Φ_0. */
  readonly f: Float64Array;
  readonly logLikelihood: number;
  readonly facts: ReturnType<typeof iterateToConvergence>;
}

type Start = KroneckerStart | 'simpler';

/**
 * The iteration from any start, given the images, their mean and the noise levels at the start, which stay unless they
 * are learned. 'simpler': from the maximum with the levels at the start.
 */
export function factorNoiseClimb(
  images: ImageSet,
  mean: Matrix,
  startS: Float64Array,
  startF: Float64Array,
  settings: StopSettings & { readonly noise: 'learned' | 'region' | 'fixed' },
  context: FitContext,
): (start: Start, latent: readonly [number, number]) => FactorNoiseRun {
  const { rows, cols, count } = images;
  const pixels = rows * cols;
  const learned = settings.noise === 'learned';
  const fixedNoise = settings.noise === 'fixed' ? 1 : undefined;
  const ones = (length: number) => new Float64Array(length).fill(1);
  const energy = squares(images, mean, ones(rows), ones(cols), 'row').reduce((sum, value) => sum + value, 0);
  if (energy === 0) throw new FitError('PHOPCA (FA noise): all training images are equal.');
  const least = (LEAST_NOISE * energy) / (count * pixels);

  return (start, [qc, qr]) => {
    let [s, f] = [startS, startF];
    let data = whitened(images, mean, s, f);
    const reload = () => {
      data.batch.release();
      data = whitened(images, mean, s, f);
    };
    /** σ² at which the geometric mean of the noise is at its floor. */
    const leastSigma2 = () => least / (geometricMean(s) * geometricMean(f));
    const options = (): MaximisationOptions => ({
      step: directStep,
      expansion: 'full',
      noiseless: false,
      ...(fixedNoise === undefined ? { leastNoise: leastSigma2() } : { fixedNoise }),
    });
    let model = startModel(start === 'simpler' ? 'glram' : start, data.batch, data.energy, qc, qr, context.random);
    const noise = fixedNoise ?? Math.max(model.sigma2, leastSigma2());
    model = { ...model, sigma2: noise };
    let [flooredRows, flooredCols] = [0, 0];

    const learnRows = () => {
      const posterior = expectation(data, model, 'exact');
      const moments = momentsOf('row', data, model, posterior);
      const free = residuals(squares(images, mean, s, f, 'row'), moments, model.c).map(
        (value, i) => (s[i] * value) / (count * cols * model.sigma2),
      );
      const next = boundedNoise(free, least / (model.sigma2 * geometricMean(f)));
      model = canonicalModel(rescaled(model.c, s, next), model.r, model.sigma2);
      [s, flooredRows] = [next.values, next.floored];
      reload();
    };
    const learnColumns = () => {
      const posterior = expectation(data, model, 'exact');
      const moments = momentsOf('column', data, model, posterior);
      const free = residuals(squares(images, mean, s, f, 'column'), moments, model.r).map(
        (value, j) => (f[j] * value) / (count * rows * model.sigma2),
      );
      const next = boundedNoise(free, least / (model.sigma2 * geometricMean(s)));
      model = canonicalModel(model.c, rescaled(model.r, f, next), model.sigma2);
      [f, flooredCols] = [next.values, next.floored];
      reload();
    };
    const climb = (learning: boolean) => {
      let posterior = expectation(data, model, 'exact');
      const likelihood = () =>
        whiteLikelihood(whiteImages(images, mean, s, f), model, posterior) - count * jacobian(s, f);
      const rule = {
        title: 'PHOPCA (FA noise)',
        objective: LIKELIHOOD,
        scale: count * pixels,
        start: likelihood(),
        ...stopRule(settings),
      };
      return iterateToConvergence(rule, context, () => {
        ({ model } = maximisation(data, model, posterior, options()));
        if (learning) {
          learnRows();
          learnColumns();
        }
        posterior = expectation(data, model, 'exact');
        return likelihood();
      });
    };
    try {
      if (start === 'simpler' && learned) climb(false);
      const facts = climb(learned);
      const warnings = [...facts.warnings, ...floorWarnings(flooredRows, flooredCols)];
      if (fixedNoise === undefined && model.sigma2 <= leastSigma2() * (1 + 1e-9)) {
        warnings.push(
          'The noise was kept at 1e-6 of the mean pixel variance: nothing is left outside the latent dimensions.',
        );
      }
      return { model, s, f, logLikelihood: facts.trace[facts.iterations - 1], facts: { ...facts, warnings } };
    } finally {
      data.batch.release();
    }
  };
}

/**
 * Σ ln p(X̃_n) by xᵀ Σ⁻¹ x = ‖X̃ − C B Rᵀ‖² / σ² + ‖B‖². The difference of energies that is used elsewhere suffers
 * cancellation if the noise of some pixels is 1e-8 of their variance: on two images of 9 × 8 the likelihood seemed to
 * fall by 6e-9.
 */
function whiteLikelihood(white: MatrixStack, model: KroneckerModel, { means }: Posterior): number {
  const pixels = white.rows * white.cols;
  const explained = expand(means, model.c, model.r).data;
  let [rest, inside] = [0, 0];
  for (let i = 0; i < explained.length; i++) rest += (white.data[i] - explained[i]) ** 2;
  for (const value of means.data) inside += value * value;
  const constant = pixels * Math.log(2 * Math.PI) + kroneckerLogDeterminant(model, pixels);
  return -0.5 * (white.count * constant + rest / model.sigma2 + inside);
}

function floorWarnings(rows: number, cols: number): string[] {
  const text = (count: number, what: string) =>
    `The noise variance of ${count} ${what} was raised: none may be below 1e-3 of the largest, where the likelihood has no maximum.`;
  return [...(rows > 0 ? [text(rows, 'rows')] : []), ...(cols > 0 ? [text(cols, 'columns')] : [])];
}

/** Loadings of whitened images if the noise levels change from `before` to the next: loadings in pixels stay. */
function rescaled(loadings: Matrix, before: Float64Array, { values }: BoundedNoise): Matrix {
  return scaleRows(
    loadings,
    values.map((value, i) => Math.sqrt(before[i] / value)),
  );
}

/** Σ_0^−½ (X − W) Φ_0^−½, loaded. */
function whitened(images: ImageSet, mean: Matrix, s: Float64Array, f: Float64Array): WeightedBatch {
  return unweighted(loadBatch(whiteImages(images, mean, s, f)));
}

/** Sums that determine the loadings of the image rows (C) or columns (R). */
function momentsOf(
  side: 'row' | 'column',
  data: WeightedBatch,
  model: KroneckerModel,
  posterior: Posterior,
): LoadingMoments {
  const cores = loadCores(data, posterior);
  try {
    if (side === 'row') return columnMoments(data, model, cores);
    const halves = data.batch.projected(model.c, null);
    const moments = rowMoments(halves, model.c, cores);
    halves.release();
    return moments;
  } finally {
    cores.batch.release();
  }
}

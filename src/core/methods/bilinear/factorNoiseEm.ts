/** EM of PHOPCA with factor-analysis noise; the method is factorNoise.ts. */
import { diagonal, expand, gramOfColumns, scaleRows, type ImageBatch, type Matrix } from '../../linalg/index.ts';
import { sum } from '../../stats/describe.ts';
import { FitError, type FitContext } from '../method.ts';
import { LIKELIHOOD } from '../sharedDeclarations.ts';
import {
  boundedNoise,
  columnSquares,
  geometricMean,
  jacobian,
  residuals,
  rowSquares,
  whitening,
  type BoundedNoise,
} from './axisNoise.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import {
  columnSecondMoment,
  expectation,
  loadCores,
  maximised,
  rowSecondMoment,
  type Cores,
  type MaximisationOptions,
  type Posterior,
} from './kronecker/kroneckerEm.ts';
import {
  canonicalForm,
  coreVariances,
  directStep,
  kroneckerLogDeterminant,
  type KroneckerModel,
} from './kronecker/kroneckerModel.ts';
import { startModel, type KroneckerStart } from './kronecker/kroneckerStart.ts';
import type { StopSettings } from '../probabilisticSettings.ts';

/**
 * Lower bound on the geometric mean of the noise variances of the pixels, as a share of the mean pixel variance.
 * Rounding of the residuals is 1e-15 of the variance, at this floor 1e-9 of the noise: too little for the likelihood to
 * fall visibly.
 */
const LEAST_NOISE = 1e-6;

/**
 * ‖X̃‖² as a multiple of ‖X̃ − C B Rᵀ‖² beyond which the residual is summed over the pixels: the difference of energies
 * loses as many digits. On two images of 9 × 8, with noise of 1e-8 of the variance, the likelihood seemed to fall by
 * 6e-9.
 */
const LARGEST_CANCELLATION = 1e4;

/** Images of a fit and the noise levels at the start, which stay unless they are learned. */
export interface FactorNoiseImages {
  /** Σ_0^−½ (X − W) Φ_0^−½ with the levels at the start. */
  readonly batch: ImageBatch;
  /** Σ_n x² of each pixel of the batch. */
  readonly squares: Float64Array;
  /** Diagonal of Σ_0. */
  readonly s: Float64Array;
  /** Diagonal of Φ_0. */
  readonly f: Float64Array;
}

/** The end of one start: the isotropic model of the whitened images and the noise levels that whiten them. */
export interface FactorNoiseRun extends Pick<FactorNoiseImages, 's' | 'f'> {
  readonly model: KroneckerModel;
  readonly logLikelihood: number;
  readonly facts: ReturnType<typeof iterateToConvergence>;
}

type Start = KroneckerStart | 'simpler';

/**
 * The iteration from any start. 'simpler': from the maximum with the levels at the start. The images stay as they are:
 * with learned levels X̃ = S^−½ X F^−½, and every sum over X̃ is one over X with the loadings scaled. An iteration
 * reads the images four times, for X F^−½ R and CᵀS^−½ X before and after the levels change.
 */
export function factorNoiseClimb(
  images: FactorNoiseImages,
  settings: StopSettings & { readonly noise: 'learned' | 'region' | 'fixed' },
  context: FitContext,
): (start: Start, latent: readonly [number, number]) => FactorNoiseRun {
  const { batch, squares } = images;
  const { rows, cols, count } = batch;
  const pixels = rows * cols;
  const learned = settings.noise === 'learned';
  const fixedNoise = settings.noise === 'fixed' ? 1 : undefined;
  const variance = squares.map((value, i) => value * images.s[Math.floor(i / cols)] * images.f[i % cols]);
  if (sum(variance) === 0) throw new FitError('PHOPCA (FA noise): all training images are equal.');
  const level = geometricMean(images.s) * geometricMean(images.f);
  const least = (LEAST_NOISE * sum(variance)) / (count * pixels * level);

  return (start, [qc, qr]) => {
    // Levels relative to those at the start.
    let s: Float64Array = new Float64Array(rows).fill(1);
    let f: Float64Array = new Float64Array(cols).fill(1);
    const whitenedC = (c: Matrix) => scaleRows(c, whitening(s));
    const whitenedR = (r: Matrix) => scaleRows(r, whitening(f));
    /** σ² at which the geometric mean of the noise is at its floor. */
    const leastSigma2 = () => least / (geometricMean(s) * geometricMean(f));
    const options = (): MaximisationOptions => ({
      step: directStep,
      expansion: 'full',
      noiseless: false,
      ...(fixedNoise === undefined ? { leastNoise: leastSigma2() } : { fixedNoise }),
    });
    const initial = startModel(start === 'simpler' ? 'glram' : start, batch, sum(squares), qc, qr, context.random);
    let model = { ...initial, sigma2: fixedNoise ?? Math.max(initial.sigma2, leastSigma2()) };
    /** X F^−½ R. */
    let halves = batch.projected(null, model.r);
    /** CᵀX̃R. */
    let projected = halves.project(model.c, null);
    let [flooredRows, flooredCols] = [0, 0];

    const energy = () => sum(rowSquares(squares, s, f));
    const posteriorOf = () =>
      expectation({ batch, weights: null, total: count, energy: energy() }, model, 'exact', projected);
    const withCores = <T>(posterior: Posterior, work: (cores: Cores) => T): T => {
      const cores = loadCores({ batch, weights: null, total: count, energy: 0 }, posterior);
      try {
        return work(cores);
      } finally {
        cores.batch.release();
      }
    };
    const columnMoments = (cores: Cores) => ({
      s: whitenedC(halves.sumRightCodes(null, cores.means)),
      h: columnSecondMoment(cores, diagonal(model.normsR)),
    });
    const rowMoments = (c: Matrix, cores: Cores) => ({
      s: whitenedR(batch.sumLeftCodes(whitenedC(c), cores.means)),
      h: rowSecondMoment(cores, gramOfColumns(c)),
    });
    /** After R or F has changed. */
    const project = () => {
      halves.release();
      halves = batch.projected(null, whitenedR(model.r));
      projected = halves.project(whitenedC(model.c), null);
    };
    const maximise = (posterior: Posterior) => {
      model = withCores(posterior, (cores) => {
        const sums = {
          total: count,
          energy: energy(),
          pixels,
          columnMoments: () => columnMoments(cores),
          rowMoments: (c: Matrix) => rowMoments(c, cores),
          columnSecond: (p: Matrix) => columnSecondMoment(cores, p),
          rowSecond: (p: Matrix) => rowSecondMoment(cores, p),
        };
        return maximised(sums, model, options()).model;
      });
      project();
    };
    const learnRows = () => {
      const moments = withCores(posteriorOf(), columnMoments);
      const free = residuals(rowSquares(squares, s, f), moments, model.c).map(
        (value, i) => (s[i] * value) / (count * cols * model.sigma2),
      );
      const next = boundedNoise(free, least / (model.sigma2 * geometricMean(f)));
      const form = canonicalForm(rescaled(model.c, s, next), model.r, model.sigma2);
      model = form.model;
      [s, flooredRows] = [next.values, next.floored];
      projected = halves.project(whitenedC(model.c), form.turnR);
    };
    const learnColumns = () => {
      const moments = withCores(posteriorOf(), (cores) => rowMoments(model.c, cores));
      const free = residuals(columnSquares(squares, s, f), moments, model.r).map(
        (value, j) => (f[j] * value) / (count * rows * model.sigma2),
      );
      const next = boundedNoise(free, least / (model.sigma2 * geometricMean(s)));
      model = canonicalForm(model.c, rescaled(model.r, f, next), model.sigma2).model;
      [f, flooredCols] = [next.values, next.floored];
      project();
    };
    /** Σ ‖X̃_n − C B_n Rᵀ‖², by the difference of energies as long as that keeps its digits. */
    const residual = ({ means }: Posterior): number => {
      const variances = coreVariances(model);
      const total = energy();
      let rest = total;
      means.data.forEach((value, i) => {
        rest -= value * value * (variances[i % variances.length] + model.sigma2);
      });
      if (total <= LARGEST_CANCELLATION * rest) return rest;
      const white = expand(batch.project(null, null), diagonal(whitening(s)), diagonal(whitening(f))).data;
      const explained = expand(means, model.c, model.r).data;
      return white.reduce((squared, value, i) => squared + (value - explained[i]) ** 2, 0);
    };
    /** Σ ln p(X_n) by xᵀ Σ⁻¹ x = ‖X̃ − C B Rᵀ‖² / σ² + ‖B‖². */
    const likelihood = (posterior: Posterior): number => {
      const inside = posterior.means.data.reduce((total, value) => total + value * value, 0);
      const constant = pixels * Math.log(2 * Math.PI) + kroneckerLogDeterminant(model, pixels);
      const shift = jacobian(multiplied(images.s, s), multiplied(images.f, f));
      return -0.5 * (count * constant + residual(posterior) / model.sigma2 + inside) - count * shift;
    };
    const climb = (learning: boolean) => {
      let posterior = posteriorOf();
      const rule = {
        title: 'PHOPCA (FA noise)',
        objective: LIKELIHOOD,
        scale: count * pixels,
        start: likelihood(posterior),
        ...stopRule(settings),
      };
      return iterateToConvergence(rule, context, () => {
        maximise(posterior);
        if (learning) {
          learnRows();
          learnColumns();
        }
        posterior = posteriorOf();
        return likelihood(posterior);
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
      return {
        model,
        s: multiplied(images.s, s),
        f: multiplied(images.f, f),
        logLikelihood: facts.trace[facts.iterations - 1],
        facts: { ...facts, warnings },
      };
    } finally {
      halves.release();
    }
  };
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

function multiplied(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value * b[i]);
}

/** Incremental learning of fitted methods: the summaries of incremental.ts as arrays `kept.*` of a fit. */
import { symmetricEigen, scale, type Matrix } from '../../linalg/index.ts';
import type { Arrays } from '../learnedArrays.ts';
import type { Model } from '../declareMethod.ts';
import { FitError, type Fit, type FitContext } from '../method.ts';
import type { StopSettings } from '../probabilisticSettings.ts';
import {
  continueCore,
  mergeScatter,
  modelOfSummary,
  summariseCore,
  summariseScatter,
  type CoreSummary,
  type ScatterSummary,
} from './incremental.ts';
import type { KEPT_CORE, KEPT_SCATTER, KroneckerArrays, LearnedKronecker } from './kronecker/kroneckerModel.ts';
import { modelOf } from './kronecker/kroneckerFit.ts';
import { hasMissing } from './kronecker/missingPixels.ts';
import type { ImageSet } from '../../images/imageSet.ts';

/** One-mode PHOPCA: count, mean and scatter of the rows are sufficient, the result equals the fit to all images. */
export function incrementalOneMode<
  M extends Pick<Fit, 'method'> & { readonly arrays: { readonly mean: Matrix } & Arrays<typeof KEPT_SCATTER> },
  L extends { readonly arrays: object },
>(solve: (values: Float64Array, vectors: Matrix, summary: ScatterSummary, fit: M) => L) {
  const kept = ({ count, scatter }: ScatterSummary) => ({ 'kept.count': count, 'kept.scatter': scatter });
  return {
    keep(fit: M, images: ImageSet) {
      requireWhole(fit, images);
      return kept(summariseScatter(images));
    },
    resume(fit: M, images: ImageSet) {
      const { mean, 'kept.count': count, 'kept.scatter': scatter } = fit.arrays;
      if (count === undefined || !scatter) throw noSummary(fit);
      requireWhole(fit, images);
      const all = mergeScatter({ count, mean, scatter }, summariseScatter(images));
      const { values, vectors } = symmetricEigen(scale(all.scatter, 1 / (all.count * images.rows)));
      const learned = solve(values, vectors, all, fit);
      return { ...learned, arrays: { ...learned.arrays, ...kept(all) } };
    },
  };
}

type CoreFit = Model<StopSettings, KroneckerArrays>;

/**
 * Two-mode PHOPCA: EM over the new images with the posteriors of the old ones frozen. They are exact, also for PSOPCA,
 * whose variational posteriors have the same means.
 */
export const incrementalKronecker = {
  keep(fit: CoreFit, images: ImageSet) {
    requireWhole(fit, images);
    const model = modelOf(fit);
    if (model.sigma2 === 0) throw new FitError(`${fit.method}: a fit without noise cannot be continued.`);
    return keptCore(summariseCore(images, fit.arrays.mean, model));
  },
  resume(fit: CoreFit, images: ImageSet, context: FitContext): LearnedKronecker {
    const summary = summaryOf(fit);
    requireWhole(fit, images);
    const { tolerance, maxIterations } = fit.settings;
    const result = continueCore(summary, images, tolerance, maxIterations, context);
    const model = modelOfSummary(result);
    return {
      arrays: { mean: result.mean, C: model.c, R: model.r, sigma2: model.sigma2, ...keptCore(result) },
      trace: result.trace,
      ...result.times.kept(),
      objective: { name: 'bound with the old posteriors as they were', unit: 'nats', sense: 'maximise' },
      iterations: result.trace.length,
      converged: result.trace.length < maxIterations,
      warnings: [
        'Continued with new images: near the fit to all images, not equal to it, and without their log-likelihood.',
      ],
    };
  },
};

function keptCore({ moments, coreSum, entropy, model }: CoreSummary): Arrays<typeof KEPT_CORE> {
  return {
    'kept.count': moments.count,
    'kept.cross': moments.cross,
    'kept.second': moments.second,
    'kept.squares': moments.squares,
    'kept.sum': coreSum,
    'kept.entropy': entropy,
    // The moments are in the basis of these loadings, which C and R of the fit rotate.
    'kept.C': model.c,
    'kept.R': model.r,
  };
}

function summaryOf(fit: CoreFit): CoreSummary {
  const {
    mean,
    'kept.count': count,
    'kept.cross': cross,
    'kept.second': second,
    'kept.squares': squares,
    'kept.sum': coreSum,
    'kept.entropy': entropy,
    'kept.C': c,
    'kept.R': r,
  } = fit.arrays;
  if (count === undefined || !cross || !second || !squares || !coreSum || entropy === undefined || !c || !r) {
    throw noSummary(fit);
  }
  return { mean, model: { ...modelOf(fit), c, r }, moments: { count, cross, second, squares }, coreSum, entropy };
}

function noSummary({ method }: Pick<Fit, 'method'>): FitError {
  return new FitError(`${method}: the model has no summary of its training images, so it cannot be continued.`);
}

function requireWhole({ method }: Pick<Fit, 'method'>, images: ImageSet): void {
  if (hasMissing(images)) throw new FitError(`${method}: incremental learning needs images without missing pixels.`);
}

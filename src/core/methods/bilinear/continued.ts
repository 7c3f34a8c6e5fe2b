/** Incremental learning of fitted methods: the summaries of incremental.ts as parameters `kept.*` of a fit. */
import { symmetricEigen, scale, type Matrix } from '../../linalg/index.ts';
import {
  arrayOfMatrix,
  arrayOfScalar,
  arrayOfVector,
  matrixOf,
  requireImageShape,
  scalarOf,
  vectorOf,
} from '../fitArrays.ts';
import { FitError, type Fit, type Incremental, type Settings } from '../method.ts';
import {
  continueCore,
  mergeScatter,
  modelOfSummary,
  summariseCore,
  summariseScatter,
  type CoreSummary,
  type ScatterSummary,
} from './incremental.ts';
import { modelOf } from './kroneckerFit.ts';
import { hasMissing } from './missing.ts';
import type { ImageSet } from '../../images/imageSet.ts';

/** One-mode PHOPCA: count, mean and scatter of the rows are sufficient, the result equals the fit to all images. */
export function incrementalOneMode(
  solve: (values: Float64Array, vectors: Matrix, summary: ScatterSummary, fit: Fit) => Fit,
): Incremental {
  const withSummary = (fit: Fit, { count, scatter }: ScatterSummary): Fit => ({
    ...fit,
    parameters: { ...fit.parameters, 'kept.count': arrayOfScalar(count), 'kept.scatter': arrayOfMatrix(scatter) },
  });
  return {
    keep(fit, images) {
      requireWhole(fit, images);
      return withSummary(fit, summariseScatter(images));
    },
    resume(fit, images) {
      requireKept(fit, 'kept.scatter');
      requireWhole(fit, images);
      const old = {
        count: scalarOf(fit, 'kept.count'),
        mean: matrixOf(fit, 'mean'),
        scatter: matrixOf(fit, 'kept.scatter'),
      };
      const all = mergeScatter(old, summariseScatter(images));
      const { values, vectors } = symmetricEigen(scale(all.scatter, 1 / (all.count * images.rows)));
      return withSummary(solve(values, vectors, all, fit), all);
    },
  };
}

/**
 * Two-mode PHOPCA: EM over the new images with the posteriors of the old ones as they were. They are exact, also for
 * PSOPCA, whose variational posteriors have the same means.
 */
export const incrementalKronecker: Incremental = {
  keep(fit, images) {
    requireWhole(fit, images);
    const model = modelOf(fit);
    if (model.sigma2 === 0) throw new FitError(`${fit.method}: a fit without noise cannot be continued.`);
    return {
      ...fit,
      parameters: { ...fit.parameters, ...arraysOf(summariseCore(images, matrixOf(fit, 'mean'), model)) },
    };
  },
  resume(fit, images, context) {
    requireKept(fit, 'kept.cross');
    requireWhole(fit, images);
    context.checkCancelled();
    const limit = bounded(fit.settings);
    const result = continueCore(summaryOf(fit), images, fit.settings['tolerance'] as number, limit, context);
    const { iterationSeconds: _, ...before } = fit;
    const model = modelOfSummary(result);
    return {
      ...before,
      parameters: {
        mean: arrayOfMatrix(result.mean),
        C: arrayOfMatrix(model.c),
        R: arrayOfMatrix(model.r),
        sigma2: arrayOfScalar(model.sigma2),
        ...arraysOf(result),
      },
      trace: result.trace,
      ...result.times.kept(),
      objective: { name: 'bound with the old posteriors as they were', unit: 'nats', sense: 'maximise' },
      iterations: result.trace.length,
      converged: result.trace.length < limit,
      logLikelihood: null,
      warnings: [
        'Continued with new images: near the fit to all images, not equal to it, and without their log-likelihood.',
      ],
    };
  },
};

function bounded(settings: Settings): number {
  return settings['maxIterations'] as number;
}

function arraysOf({ moments, coreSum, entropy, model }: CoreSummary): Fit['parameters'] {
  return {
    'kept.count': arrayOfScalar(moments.count),
    'kept.cross': arrayOfMatrix(moments.cross),
    'kept.second': arrayOfMatrix(moments.second),
    'kept.squares': arrayOfVector(moments.squares),
    'kept.sum': arrayOfVector(coreSum),
    'kept.entropy': arrayOfScalar(entropy),
    // The moments are in the basis of these loadings, which C and R of the fit rotate.
    'kept.C': arrayOfMatrix(model.c),
    'kept.R': arrayOfMatrix(model.r),
  };
}

function summaryOf(fit: Fit): CoreSummary {
  const model = modelOf(fit);
  return {
    mean: matrixOf(fit, 'mean'),
    model: { ...model, c: matrixOf(fit, 'kept.C'), r: matrixOf(fit, 'kept.R') },
    moments: {
      count: scalarOf(fit, 'kept.count'),
      cross: matrixOf(fit, 'kept.cross'),
      second: matrixOf(fit, 'kept.second'),
      squares: vectorOf(fit, 'kept.squares'),
    },
    coreSum: vectorOf(fit, 'kept.sum'),
    entropy: scalarOf(fit, 'kept.entropy'),
  };
}

function requireKept(fit: Fit, name: string): void {
  if (Object.hasOwn(fit.parameters, name)) return;
  throw new FitError(`${fit.method}: the model has no summary of its training images, so it cannot be continued.`);
}

function requireWhole(fit: Fit, images: ImageSet): void {
  requireImageShape(fit, images);
  if (hasMissing(images))
    throw new FitError(`${fit.method}: incremental learning needs images without missing pixels.`);
}

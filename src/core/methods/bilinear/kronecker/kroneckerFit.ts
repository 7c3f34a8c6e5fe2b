/** The fitting loop and the operations on fits that PSOPCA and MVFA share. */
import { meanImage, type ImageSet, addMean } from '../../../images/imageSet.ts';
import { expand, projectAll, type MatrixStack } from '../../../linalg/index.ts';
import type { Random } from '../../../random/stream.ts';
import { requireDensity, standardNormals, addNoise } from '../../sampling.ts';
import { FitError, type GeneratedImages, type FitContext, type LatentShape, type TrainingData } from '../../method.ts';
import type { Arrays } from '../../learnedArrays.ts';
import type { LearningSession, Model } from '../../declareMethod.ts';
import { LIKELIHOOD, MEAN_SQUARED_ERROR, VARIATIONAL_BOUND } from '../../sharedDeclarations.ts';
import {
  type KroneckerArrays,
  type KroneckerLoadings,
  type LearnedKronecker,
  type LOADINGS,
  canonicalModel,
  coreVariances,
  energiesOf,
  kroneckerLogDeterminant,
  mahalanobis,
  posteriorMeans,
  type KroneckerModel,
  directStep,
} from './kroneckerModel.ts';
import { iterateToConvergence, type Ascent, type AscentFacts } from '../iteration/iteration.ts';
import type { PosteriorKind } from './kroneckerDensity.ts';
import { expectation, maximisation, unweighted, type MaximisationOptions } from './kroneckerEm.ts';
import { kroneckerTogether, type KroneckerFits } from './kroneckerLockstep.ts';
import { kroneckerRoute } from './kroneckerRoute.ts';
import { beginModel, drawnStart, type DrawnStart, type KroneckerStart } from './kroneckerStart.ts';
import { fitMissing, hasMissing, impute, missingFacts, completeImages, type MissingSettings } from './missingPixels.ts';
import { residentImages, withCentred } from '../residentImages.ts';

/** Differences between the variants. */
export interface KroneckerPlan {
  readonly title: string;
  readonly posterior: PosteriorKind;
  readonly start: KroneckerStart;
  readonly options: MaximisationOptions;
  /** Whether theory promises a monotone objective. */
  readonly monotone: boolean;
  /** Relative change at which to stop; 0 runs all iterations. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/**
 * Opens a session of cold fits: the start is close enough that warm starts save little, and fits do not depend on a
 * path.
 */
export function openKronecker(
  { images }: TrainingData,
  settings: MissingSettings,
  context: FitContext,
  plan: KroneckerPlan,
): LearningSession<unknown, KroneckerArrays> {
  if (hasMissing(images)) return openIncomplete(images, settings, context, plan);
  const { rows, cols, count } = images;
  const mean = meanImage(images);
  const resident = residentImages(mean);
  const batch = resident.of(images);
  const data = unweighted(batch);
  const { noiseless } = plan.options;
  const ascent = (bound: number): Ascent => ({
    ...plan,
    objective: noiseless ? MEAN_SQUARED_ERROR : plan.posterior === 'exact' ? LIKELIHOOD : VARIATIONAL_BOUND,
    scale: noiseless ? data.energy / count : count * rows * cols,
    start: noiseless ? undefined : bound,
  });
  const draw = (latent: LatentShape): DrawnStart | null => {
    const { title } = plan;
    if (data.energy === 0) throw new FitError(`${title}: all training images are equal.`);
    const [qc, qr] = latent;
    if (qc === rows && qr === cols && !noiseless) {
      throw new FitError(
        `${title}: with q_c = ${rows} and q_r = ${cols} no dimension is left for the noise. Reduce the latent shape.`,
      );
    }
    return drawnStart(plan.start, batch, qc, qr, context.random);
  };
  const result = (model: KroneckerModel, logLikelihood: number, facts: AscentFacts): LearnedKronecker => ({
    arrays: {
      mean,
      C: model.c,
      R: model.r,
      sigma2: model.sigma2,
    },
    ...facts,
    converged: facts.converged || plan.tolerance === 0,
    logLikelihood: noiseless ? null : logLikelihood,
  });
  const overImages = (latent: LatentShape, drawn: DrawnStart | null): LearnedKronecker => {
    let model = beginModel(drawn, batch, data.energy, latent);
    if (noiseless) model = { ...model, sigma2: 0 };
    let posterior = expectation(data, model, plan.posterior);
    const facts = iterateToConvergence(ascent(posterior.bound), context, () => {
      const next = maximisation(data, model, posterior, plan.options);
      model = next.model;
      posterior = expectation(data, model, plan.posterior, next.projected);
      return noiseless ? residual(data.energy, posterior.projected, posterior.means) / count : posterior.bound;
    });
    return result(model, posterior.logLikelihood, facts);
  };
  const objective: KroneckerFits['objective'] = ({ bound, explained }) =>
    noiseless ? Math.max(0, data.energy - explained) / count : bound;
  const { energy } = data;
  const { posterior, options } = plan;
  return {
    fit: (latent) => overImages(latent, draw(latent)),
    fitAll(shapes) {
      if (options.step !== directStep || kroneckerRoute({ rows, cols, train: count }, shapes) === 'images') return null;
      const fits = { batch, energy, posterior, options, ascent, objective, draw, overImages, result };
      return kroneckerTogether(shapes, fits, context);
    },
    encode(fit, set) {
      if (hasMissing(set)) return encodeKronecker(fit, set);
      const model = modelOf(fit);
      return posteriorMeans(model, resident.of(set).project(model.c, model.r));
    },
    encodeAll(fits, set) {
      if (hasMissing(set)) return fits.map((fit) => encodeKronecker(fit, set));
      const models = fits.map(modelOf);
      const projected = projectAll(
        resident.of(set),
        models.map(({ c, r }) => ({ uc: c, ur: r })),
      );
      return projected.map((codes, i) => posteriorMeans(models[i], codes));
    },
    release: resident.release,
  };
}

/**
 * The same for images with missing pixels (NaN): cold fits by missingPixels.ts, for any algorithm of complete images.
 */
function openIncomplete(
  images: ImageSet,
  settings: MissingSettings,
  context: FitContext,
  plan: KroneckerPlan,
): LearningSession<unknown, KroneckerArrays> {
  if (plan.options.noiseless)
    throw new FitError(`${plan.title}: missing pixels need a noise variance. Estimate the noise.`);
  return {
    fit(latent) {
      const [qc, qr] = latent;
      const result = fitMissing(plan.title, images, completeImages, [qc, qr], plan.posterior, settings, context);
      return {
        arrays: {
          mean: result.mean,
          C: result.model.c,
          R: result.model.r,
          sigma2: result.model.sigma2,
          imputed: result.imputed,
        },
        ...missingFacts(result),
      };
    },
    release: () => undefined,
  };
}

/** Σ ‖X − C B Rᵀ‖² when B projects: Σ ‖X‖² − Σ w b. */
function residual(energy: number, projected: MatrixStack, means: MatrixStack): number {
  let explained = 0;
  for (let i = 0; i < projected.data.length; i++) explained += projected.data[i] * means.data[i];
  return Math.max(0, energy - explained);
}

export function modelOf({ arrays }: { readonly arrays: Arrays<typeof LOADINGS> }): KroneckerModel {
  return canonicalModel(arrays.C, arrays.R, arrays.sigma2);
}

type KroneckerFit = Model<{ readonly reconstruction: 'orthogonal' | 'posterior' }, typeof LOADINGS>;

/** Missing pixels (NaN) filled by their expectation given the others. Throws RangeError for a fit without noise. */
export function imputeByKronecker(fit: KroneckerLoadings, images: ImageSet): ImageSet {
  const model = modelOf(fit);
  if (!hasMissing(images)) return images;
  if (model.sigma2 === 0) throw new RangeError(`${fit.method}: a fit without noise cannot fill missing pixels`);
  return impute(images, fit.arrays.mean, model, completeImages);
}

/** E[Z | X], q_c × q_r; given the observed pixels if some are missing (NaN). */
function encodeKronecker(fit: KroneckerLoadings, images: ImageSet): MatrixStack {
  const model = modelOf(fit);
  return posteriorMeans(model, projectImages(imputeByKronecker(fit, images), fit, model));
}

/** Codes, images from codes, log-likelihoods and samples of fits with parameters mean, C, R, sigma2. */
export const kroneckerUses = {
  encode: encodeKronecker,

  reconstruct(fit: KroneckerFit, codes: MatrixStack): ImageSet {
    const model = modelOf(fit);
    return addMean(
      expand(projectable(model, codes, fit.settings.reconstruction !== 'posterior'), model.c, model.r),
      fit.arrays.mean,
    );
  },

  /** ln N(vec X; vec W, (R Rᵀ) ⊗ (C Cᵀ) + σ² I) of every image. Throws RangeError for a fit without noise. */
  logLikelihood(fit: KroneckerFit, images: ImageSet): Float64Array {
    const model = modelOf(fit);
    if (model.sigma2 === 0) throw new RangeError(`${fit.method}: a fit without noise has no density`);
    return kroneckerLogDensities(
      model,
      energiesOf(images, fit.arrays.mean),
      projectImages(images, fit, model),
      images.rows * images.cols,
    );
  },

  /** C Z Rᵀ + W, and with E added. */
  sample(fit: KroneckerFit, count: number, random: Random): GeneratedImages {
    requireDensity(fit.method, fit);
    const { c, r, sigma2 } = modelOf(fit);
    const { rows, cols } = fit.imageShape;
    const [z, noise] = standardNormals(random, count, [
      [c.cols, r.cols],
      [rows, cols],
    ]);
    const sigma = Math.sqrt(sigma2);
    return addNoise(addMean(expand(z, c, r), fit.arrays.mean), noise, () => sigma);
  },
};

/** ln p(X_n) from ‖X_n − W‖² and Cᵀ(X_n − W)R. */
export function kroneckerLogDensities(
  model: KroneckerModel,
  energies: Float64Array,
  projected: MatrixStack,
  pixels: number,
): Float64Array {
  const constant = pixels * Math.log(2 * Math.PI) + kroneckerLogDeterminant(model, pixels);
  return mahalanobis(model, energies, projected).map((distance) => -0.5 * (constant + distance));
}

function projectImages(images: ImageSet, fit: KroneckerLoadings, model: KroneckerModel): MatrixStack {
  return withCentred(fit.arrays.mean, images, (batch) => batch.project(model.c, model.r));
}

/** Codes unchanged, or converted to the coefficients (CᵀC)⁻¹ Cᵀ X R (RᵀR)⁻¹ of the orthogonal projection. */
function projectable(model: KroneckerModel, codes: MatrixStack, orthogonal: boolean): MatrixStack {
  if (!orthogonal) return codes;
  const variances = coreVariances(model);
  const factors = variances.map((variance) => {
    const signal = variance - model.sigma2;
    return signal > 0 ? variance / signal : 0;
  });
  return { ...codes, data: codes.data.map((value, i) => value * factors[i % factors.length]) };
}

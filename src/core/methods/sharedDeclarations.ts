/**
 * Shared parts of method declarations: scaling of axes and codes (`Method.axes`), largest latent shape
 * (`Method.largestLatent`), and traced quantities. Traces of the same quantity share an axis.
 */
import type { Settings, LatentShape, Objective, Parameter } from './method.ts';

export const ORTHONORMAL = 'Axes are orthonormal, as published.';

export const POSTERIOR_MEANS =
  'Loadings are those of maximum likelihood for latent variables of variance 1, and codes their posterior means, as published.';

/** For rows or columns of images. */
export const MODE_AXES =
  'Axes have unit variance within subjects; a convention of ours, the publication leaves their length open.';

/** @param published the convention of the publication, as the rest of a sentence */
export function unitAxes(published: string): string {
  return `Axes have length 1, as in the MATLAB code of Cai and others; ${published}.`;
}

/** For methods several of whose axes are equally good. @param published as for `unitAxes` */
export function tiedUnitAxes(published: string): string {
  return `Axes have length 1, as in the MATLAB code of Cai and others, and are orthonormal among ties: equally good axes, which that code leaves as its solver returns them; ${published}.`;
}

/**
 * A ridge for what would otherwise be singular, as rows and columns make it that are the same in all images. Elsewhere
 * it changes no bit.
 * @param help what it is added to, and where
 */
export function singularRidge(help: string) {
  return {
    name: 'ridge',
    title: 'Ridge',
    help: `${help} It has no effect elsewhere. 0: none, and such fits fail.`,
    kind: 'number',
    default: 1e-6,
    source: { neutral: 'none where none is needed; elsewhere errors are the same from 1e-8 to 1e-2' },
    min: 0,
    max: 1e6,
  } as const satisfies Parameter;
}

/** For methods that use the subjects of the training images regardless of the settings. */
export function always(_settings: Settings): boolean {
  return true;
}

/** For centred images as vectors: min(d, T − 1). */
export function axesOfVectors(rows: number, cols: number, count: number): LatentShape {
  return [Math.max(0, Math.min(rows * cols, count - 1))];
}

/** For axes between subjects: min(d, T − 1, K − 1); K = T if the number of subjects is unknown. */
export function axesOfSubjects(rows: number, cols: number, count: number, subjects = count): LatentShape {
  return [Math.max(0, Math.min(rows * cols, count - 1, subjects - 1))];
}

export function axesOfRows(_rows: number, cols: number, count: number): LatentShape {
  return [count < 2 ? 0 : cols];
}

export function axesOfBothModes(rows: number, cols: number, count: number): LatentShape {
  return count < 2 ? [0, 0] : [rows, cols];
}

/** log p of all training images, constants included. */
export const LIKELIHOOD: Objective = { name: 'log-likelihood', unit: 'nats', sense: 'maximise' };

/** A lower bound on the log-likelihood, from a factorised posterior. */
export const VARIATIONAL_BOUND: Objective = { name: 'variational bound', unit: 'nats', sense: 'maximise' };

/** Σ_n ‖X_n − X̂_n‖² / N of the training images. */
export const MEAN_SQUARED_ERROR: Objective = {
  name: 'mean squared reconstruction error',
  unit: 'squared pixel values per image',
  sense: 'minimise',
};

/** J_q = ‖X − A S‖² of all training images with all q factors. */
export const SQUARED_ERROR: Objective = {
  name: 'squared error J_q',
  unit: 'squared pixel values',
  sense: 'minimise',
};

/** The same for the columns and the rows of the images, each factorised separately, summed. */
export const SQUARED_ERROR_OF_SIDES: Objective = {
  name: 'mean squared error of columns and rows',
  unit: 'squared pixel values per image',
  sense: 'minimise',
};

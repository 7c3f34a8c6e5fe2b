/** How methods scale their axes and codes, where several do it alike; see `Method.axes`. */
import type { Settings } from './method.ts';

export const ORTHONORMAL = 'Axes are orthonormal, as published.';

export const POSTERIOR_MEANS =
  'Loadings are those of maximum likelihood for latent variables of variance 1, and codes their posterior means, as published.';

/** Of rows or columns of images. */
export const MODE_AXES =
  'Axes have unit variance within subjects; a convention of ours, the publication leaves their length open.';

/** @param published what the publication does, as the rest of a sentence */
export function unitAxes(published: string): string {
  return `Axes have length 1, as in the MATLAB code of Cai and others; ${published}.`;
}

/** Of methods that use the subjects of the training images whatever the settings. */
export function always(_settings: Settings): boolean {
  return true;
}

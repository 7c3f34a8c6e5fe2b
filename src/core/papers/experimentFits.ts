/** Fits of experiments: settings with their defaults, a named stream of random numbers, optional timing. */
import type { ImageSet } from '../images/imageSet.ts';
import type { Fit, LatentShape, Method, ParameterValue } from '../methods/method.ts';
import { resolveSettings } from '../methods/settings.ts';
import { stream } from '../random/stream.ts';
import type { RunContext } from './experiment.ts';

export interface FitOptions {
  readonly settings?: Readonly<Record<string, ParameterValue>>;
  readonly labels?: Int32Array;
  /** Name of the random stream, after 'papers' and the method. @default none */
  readonly seed?: readonly (string | number)[];
  /** Record the time at which each iteration ended, in seconds. */
  readonly timed?: boolean;
}

/** Throws FitError as the method does. */
export function runFit(
  method: Method,
  images: ImageSet,
  latent: LatentShape,
  { checkCancelled, clock }: RunContext,
  { settings = {}, labels, seed = [], timed = false }: FitOptions = {},
): Fit {
  const random = stream('papers', method.id, ...seed);
  const from = clock();
  return method.fit({ images, labels: labels ?? null }, latent, resolveSettings(method, settings), {
    random,
    checkCancelled,
    ...(timed && { clock: () => clock() - from }),
  });
}

/** Reconstructions of the images from their codes. Throws RangeError for a method that cannot reconstruct. */
export function rebuilt(method: Method, fit: Fit, images: ImageSet): ImageSet {
  if (!method.reconstruct) throw new RangeError(`${method.id} does not reconstruct`);
  return method.reconstruct(fit, method.encode(fit, images));
}

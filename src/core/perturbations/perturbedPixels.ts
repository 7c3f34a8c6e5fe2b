import { type Random, stream } from '../random/stream.ts';
import type { PixelRange, Shape } from './perturbation.ts';
import { perturbationOfKind, type Perturbation } from './registry.ts';

/** What the random numbers of perturbed images are named by, besides the image. */
export interface PerturbedRepeat {
  readonly perturbation: Perturbation;
  readonly seed: number;
  readonly datasetHash: string;
  /** See repeatName. */
  readonly repeat: number | string;
}

/**
 * Pixels of an image of the dataset, perturbed: the same noise for all methods, conditions, and channels of a colour
 * image. `range` is that of the grey values of the dataset; `marked`: lost pixels become NaN.
 */
export function perturbedPixels(
  { perturbation, seed, datasetHash, repeat }: PerturbedRepeat,
  image: number,
  pixels: Float64Array,
  { rows, cols }: Shape,
  range: PixelRange,
  marked = false,
): Float64Array {
  const random: Random = stream(seed, datasetHash, 'perturb', JSON.stringify(perturbation), repeat, image);
  return perturbationOfKind(perturbation).apply(perturbation, { pixels, rows, cols, range, random, marked });
}

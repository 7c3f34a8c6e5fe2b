/** What a fit asks of images and latent shapes. */
import type { ImageSet } from '../../images/imageSet.ts';
import { FitError, type Fit, type LatentShape } from '../method.ts';

/** Throws RangeError when images of another shape than those of the fit are given. */
export function requireImageShape(fit: Fit, images: ImageSet): void {
  const { rows, cols } = fit.imageShape;
  if (images.rows !== rows || images.cols !== cols) {
    throw new RangeError(
      `${fit.method}: the model was fitted to images of ${rows} × ${cols}, found ${images.rows} × ${images.cols}`,
    );
  }
}

/** Throws FitError unless `latent` is a shape from 1 to `largest` in every entry. */
export function requireLatent(title: string, latent: LatentShape, largest: LatentShape, images: ImageSet): void {
  const fits =
    latent.length === largest.length && latent.every((q, i) => Number.isInteger(q) && q >= 1 && q <= largest[i]);
  if (fits) return;
  const data = `${images.count} training images of ${images.rows} × ${images.cols}`;
  throw new FitError(
    largest.some((q) => q < 1)
      ? `${title} has no latent shape for ${data}: more training images are needed.`
      : `${title}: latent shape (${latent.join(', ')}) is outside (${largest.map(() => 1).join(', ')}) … (${largest.join(', ')}), the range for ${data}.`,
  );
}

import type { ImageSet } from '../../images/imageSet.ts';
import { forEachPart } from '../../linalg/parts.ts';
import { FitError } from '../method.ts';
import type { Declaration } from './declaration.ts';

/** Throws FitError for missing pixels (NaN) where the method does not declare that it takes them. */
export function requireNoMissingPixels({ title, can }: Pick<Declaration, 'title' | 'can'>, images: ImageSet): void {
  if (can.includes('missing')) return;
  let image = 0;
  let before = 0;
  forEachPart(images, (values) => {
    const at = image > 0 ? -1 : values.findIndex(Number.isNaN);
    if (at >= 0) image = Math.floor((before + at) / (images.rows * images.cols)) + 1;
    before += values.length;
  });
  if (image === 0) return;
  throw new FitError(
    `${title} takes whole images, found missing pixels in image ${image} of ${images.count}: ` +
      'a method that takes them names "missing" under "can" in its method.json.',
  );
}

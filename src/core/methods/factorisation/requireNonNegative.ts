import { FitError } from '../method.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { forEachPart } from '../../linalg/index.ts';

/** Throws FitError naming the first pixel below 0 or missing, and for images that are black throughout. */
export function requireNonNegative(title: string, images: ImageSet): void {
  const { rows, cols } = images;
  let lit = false;
  forEachPart(images, (values, first) => {
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (value > 0) lit = true;
      if (value >= 0) continue;
      const pixel = at % (rows * cols);
      throw new FitError(
        `${title} needs grey values of 0 or more: found ${value} in training image ${first + Math.floor(at / (rows * cols)) + 1}, row ${Math.floor(pixel / cols) + 1}, column ${(pixel % cols) + 1}. Leave out what makes them negative or missing.`,
      );
    }
  });
  if (!lit) throw new FitError(`${title}: all training images are black.`);
}

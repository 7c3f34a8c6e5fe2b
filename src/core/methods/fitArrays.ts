/** Between matrices and the named arrays of a fit. */
import type { ImageSet } from '../images/imageSet.ts';
import type { Matrix } from '../linalg/matrix.ts';
import { FitError, type Fit, type LatentShape, type NamedArray } from './method.ts';

export function arrayOfMatrix(a: Matrix): NamedArray {
  return { shape: [a.rows, a.cols], data: a.data };
}

export function arrayOfVector(values: Float64Array): NamedArray {
  return { shape: [values.length], data: values };
}

export function arrayOfScalar(value: number): NamedArray {
  return { shape: [], data: Float64Array.of(value) };
}

/** The matrix parameter `name` of a fit. Throws RangeError when there is none. */
export function matrixOf(fit: Fit, name: string): Matrix {
  const { shape, data } = parameter(fit, name);
  if (shape.length !== 2) throw new RangeError(`${fit.method}: parameter ${name} is not a matrix`);
  return { rows: shape[0], cols: shape[1], data };
}

/** The vector parameter `name` of a fit. Throws RangeError when there is none. */
export function vectorOf(fit: Fit, name: string): Float64Array {
  return parameter(fit, name).data;
}

/** The scalar parameter `name` of a fit. Throws RangeError when there is none. */
export function scalarOf(fit: Fit, name: string): number {
  return parameter(fit, name).data[0];
}

function parameter(fit: Fit, name: string): NamedArray {
  if (!Object.hasOwn(fit.parameters, name)) throw new RangeError(`${fit.method}: the fit has no parameter ${name}`);
  return fit.parameters[name];
}

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

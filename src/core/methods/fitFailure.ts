import { NotPositiveDefiniteError } from '../linalg/index.ts';
import { FitError } from './method.ts';

/**
 * Why a fit cannot be had: what its method says, or that it met a singular matrix, which happens where the latent
 * dimension comes near the rank of the training images. Null for other errors: they are defects and go on their way.
 */
export function fitFailure(error: unknown): string | null {
  if (error instanceof FitError) return error.message;
  if (error instanceof NotPositiveDefiniteError) {
    return `The fit met a singular matrix (${error.message}). Reduce the latent dimension.`;
  }
  return null;
}

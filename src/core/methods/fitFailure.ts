import { NotPositiveDefiniteError } from '../linalg/index.ts';
import { FitError } from './method.ts';

/**
 * Why a fit failed: the message of its method, or a singular matrix, which occurs if the latent dimension approaches
 * the rank of the training images. null for other errors, which are defects.
 */
export function fitFailure(error: unknown): string | null {
  if (error instanceof FitError) return error.message;
  if (error instanceof NotPositiveDefiniteError) {
    return `The fit met a singular matrix (${error.message}). Reduce the latent dimension.`;
  }
  return null;
}

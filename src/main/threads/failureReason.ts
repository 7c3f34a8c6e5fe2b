import { KernelMemoryError } from '../../core/linalg/index.ts';
import { fitFailure } from '../../core/methods/fitFailure.ts';

/** What to tell of an error that ended the work of a thread; defects are told as such. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return fitFailure(error) ?? (error instanceof KernelMemoryError ? message : `Unexpected error: ${message}`);
}

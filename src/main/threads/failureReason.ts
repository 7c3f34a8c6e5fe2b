import { KernelMemoryError } from '../../core/linalg/index.ts';
import { fitFailure } from '../../core/methods/fitFailure.ts';
import { memoryReason } from '../memoryReason.ts';

/** What to tell of an error that ended the work of a thread; defects are told as such. */
export function failureReason(error: unknown): string {
  const memory = memoryReason(error);
  if (memory !== null) return `${memory[0].toUpperCase()}${memory.slice(1)}.`;
  const message = error instanceof Error ? error.message : String(error);
  return fitFailure(error) ?? (error instanceof KernelMemoryError ? message : `Unexpected error: ${message}`);
}

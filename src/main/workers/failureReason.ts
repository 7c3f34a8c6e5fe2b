import { KernelMemoryError } from '../../core/linalg/index.ts';
import { fitFailure } from '../../core/methods/fitFailure.ts';
import { NetworkError } from '../networks/networkError.ts';
import { memoryReason } from '../heapLimits.ts';

/** User-facing reason for an error that ended a thread; unexpected errors are marked as defects. */
export function failureReason(error: unknown): string {
  const memory = memoryReason(error);
  if (memory !== null) return `${memory[0].toUpperCase()}${memory.slice(1)}.`;
  const message = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof KernelMemoryError || error instanceof NetworkError;
  return fitFailure(error) ?? (isExpected ? message : `Unexpected error: ${message}`);
}

/** Heap limits of threads, and the messages about exceeding them. */
import type { ResourceLimits } from 'node:worker_threads';

/**
 * MiB of old objects by kind of thread; arrays are allocated elsewhere. All threads of Electron share one cage of 4 GiB
 * for their objects, and a thread that outgrows the cage ends the application; with these limits, whose sum is below 3
 * GiB, only the thread ends. Measured in a study of ORL: engine 59 to 99, a solver 21 to 30. Under Node each thread has
 * its own heap, and may have more.
 */
const CAGE = { engine: 1024, reader: 192, solvers: 1024, job: 384 } as const;
const OWN = { engine: 8192, reader: 4096, solvers: 65_536, job: 4096 } as const;

/** Minimum of a solver thread, whatever the number of threads. */
const LEAST = 48;

const inCage = process.versions['electron'] !== undefined;

/** @param threads number of threads that share the limit of this kind */
export function heapLimits(kind: keyof typeof CAGE, threads = 1, caged: boolean = inCage): ResourceLimits {
  const all = (caged ? CAGE : OWN)[kind];
  return { maxOldGenerationSizeMb: Math.max(LEAST, Math.floor(all / threads)) };
}

/** Reason for the end of a thread that exceeded its heap, as the end of a sentence; null for other errors. */
export function memoryFate(error: Error): string | null {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'ran out of memory for objects (take a smaller study, table or import)'
    : null;
}

/**
 * Why an array could not be allocated, as the end of a sentence; null for errors with another cause. Node allows arrays
 * beyond 4 GiB; Electron none above 2 GiB, of any kind.
 */
export function memoryReason(error: unknown): string | null {
  if (!(error instanceof RangeError)) return null;
  return /^(Array buffer allocation failed|Invalid (typed array|array buffer) length)/.test(error.message)
    ? 'there is no memory for an array of this size (the desktop application allows 2 GiB in one piece): take fewer or' +
        ' smaller images'
    : null;
}

/** Worker side of a one-shot job: computes, posts the result or the error, and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { throttle } from '../throttle.ts';
import { applyKernelChoice } from '../kernelChoice.ts';
import { loadRegistered } from '../external/loadRegistered.ts';
import { failureReason } from './failureReason.ts';

export type JobMessage<T> =
  /** Calls of the check for cancellation so far: fits make one an iteration. */
  | { readonly kind: 'iterations'; readonly done: number; readonly parts?: JobParts }
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'failed'; readonly reason: string };

/** How far a job of several parts is. */
export interface JobParts {
  readonly done: number;
  readonly total: number;
  /** What is computed now. */
  readonly running: string;
}

/** Milliseconds between two messages about iterations, at least. */
const PAUSE = 100;

/**
 * Computes what the thread was started for; `compute` calls `iterated` as fits call their check for cancellation, and
 * `told` as a part of several begins.
 */
export function runJob<J, T>(
  compute: (job: J, iterated: () => void, told: (parts: JobParts) => void) => T | Promise<T>,
): void {
  const send = (message: JobMessage<T>): void => parentPort?.postMessage(message);
  let done = 0;
  let parts: JobParts | undefined;
  const due = throttle(PAUSE);
  applyKernelChoice();
  loadRegistered({ checked: false });
  const answer = async (): Promise<void> => {
    const tell = (): void => {
      if (due()) send({ kind: 'iterations', done, ...(parts && { parts }) });
    };
    const result = await compute(
      workerData as J,
      () => {
        done++;
        tell();
      },
      (now) => {
        parts = now;
        tell();
      },
    );
    send({ kind: 'done', result });
  };
  void answer().catch((error: unknown) => send({ kind: 'failed', reason: failureReason(error) }));
}

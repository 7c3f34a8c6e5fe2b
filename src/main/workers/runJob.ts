/** Worker side of a one-shot job: computes, posts the result or the error, and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { throttle } from '../throttle.ts';
import { applyKernelChoice } from '../kernelChoice.ts';
import { loadRegistered } from '../external/loadRegistered.ts';
import { failureReason } from './failureReason.ts';

export type JobMessage<T> =
  /**
   * Calls of the cancellation check so far: fits call it once per iteration. `portion`: a part of the result ahead of
   * its end.
   */
  | { readonly kind: 'iterations'; readonly done: number; readonly parts?: JobParts; readonly portion?: unknown }
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'failed'; readonly reason: string };

/** Progress of a job of several parts. */
export interface JobParts {
  readonly done: number;
  readonly total: number;
  /** The part being computed. */
  readonly running: string;
}

/** Minimum milliseconds between two messages about iterations. */
const PAUSE = 100;

/**
 * Runs the job of this thread. `compute` calls `iterated` wherever fits check for cancellation, and `onProgress` when
 * one of several parts begins; a part of the result that it passes to `iterated` is sent at once.
 */
export function runJob<J, T>(
  compute: (job: J, iterated: (portion?: unknown) => void, onProgress: (parts: JobParts) => void) => T | Promise<T>,
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
      (portion) => {
        done++;
        if (portion === undefined) tell();
        else send({ kind: 'iterations', done, portion });
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

/** Worker side of jobs: computes, and sends the result or the error. */
import { throttle } from '../throttle.ts';
import { applyKernelChoice } from '../kernelChoice.ts';
import { loadRegistered } from '../external/loadRegistered.ts';
import { serveRequests } from '../workerClient.ts';
import { failureReason } from './failureReason.ts';

export interface JobProgress {
  readonly kind: 'iterations';
  /** Calls of the cancellation check so far: fits call it once per iteration. */
  readonly done: number;
  readonly parts?: JobParts;
  /** A part of the result ahead of its end. */
  readonly portion?: unknown;
}

export type JobMessage<T> =
  | JobProgress
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
 * Runs the jobs of this thread. `compute` calls `iterated` wherever fits check for cancellation, and `onProgress` when
 * one of several parts begins; a part of the result that it passes to `iterated` is sent at once.
 */
export function runJob<J, T>(
  compute: (job: J, iterated: (portion?: unknown) => void, onProgress: (parts: JobParts) => void) => T | Promise<T>,
): void {
  applyKernelChoice();
  loadRegistered({ checked: false });
  serveRequests<J, JobMessage<T>>(async (job, send) => {
    let done = 0;
    let parts: JobParts | undefined;
    const due = throttle(PAUSE);
    const sendProgress = (): void => {
      if (due()) send({ kind: 'iterations', done, ...(parts && { parts }) });
    };
    try {
      const result = await compute(
        job,
        (portion) => {
          done++;
          if (portion === undefined) sendProgress();
          else send({ kind: 'iterations', done, portion });
        },
        (now) => {
          parts = now;
          sendProgress();
        },
      );
      send({ kind: 'done', result });
    } catch (error) {
      send({ kind: 'failed', reason: failureReason(error) });
    }
  });
}

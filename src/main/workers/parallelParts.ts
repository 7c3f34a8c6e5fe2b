/** Splits one job over several threads. */
import { startJob, type Jobs } from './startJob.ts';

export interface PartsRun {
  readonly signal: AbortSignal;
  /** Called with the number of started steps of all parts. */
  readonly onProgress: (done: number) => void;
  /** Called with each part of a result that a thread sends ahead of its end. @default none does */
  readonly onPortion?: (portion: unknown) => void;
}

/**
 * The results of all parts. Rejects with Error if a thread fails, which ends the others, and with the signal's reason
 * if it is aborted.
 */
export async function inThreads<W extends keyof Jobs>(
  worker: W,
  jobs: readonly Jobs[W]['job'][],
  run: PartsRun,
): Promise<Jobs[W]['result'][]> {
  const begun = new Array<number>(jobs.length).fill(0);
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const parts = jobs.map(
    (job, part) =>
      new Promise<Jobs[W]['result']>((done, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        startJob(worker, job, signal, (message) => {
          if (message.kind === 'done') done(message.result);
          else if (message.kind === 'failed') reject(new Error(message.reason));
          else {
            begun[part] = message.done;
            if (message.portion !== undefined) run.onPortion?.(message.portion);
            run.onProgress(begun.reduce((sum, each) => sum + each, 0));
          }
        });
      }),
  );
  try {
    return await Promise.all(parts);
  } finally {
    failed.abort(new Error('ended'));
  }
}

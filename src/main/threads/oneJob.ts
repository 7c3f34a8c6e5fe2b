/** One job in a thread of its own. */
import { Worker } from 'node:worker_threads';

/** What a thread tells of its job. */
export type JobMessage<T> =
  /** Calls of the check for cancellation so far: fits make one an iteration. */
  | { readonly kind: 'iterations'; readonly done: number }
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Gives a job to a worker that answers with `answerJob`. Aborting `signal` kills the thread at once; then nothing more is
 * told. `file` is the worker beside the module `beside`: sources run as they are under Node, the build puts it there too.
 */
export function startJob<J, T>(
  file: string,
  beside: string,
  job: J,
  signal: AbortSignal,
  tell: (message: JobMessage<T>) => void,
): void {
  if (signal.aborted) return;
  const extension = beside.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./${file}.${extension}`, beside), { workerData: job });
  let over = false;
  const end = (message?: JobMessage<T>): void => {
    if (over) return;
    over = true;
    signal.removeEventListener('abort', stop);
    if (message) tell(message);
  };
  const stop = (): void => {
    end();
    void worker.terminate();
  };
  signal.addEventListener('abort', stop);
  worker.on('message', (message: JobMessage<T>) => {
    if (message.kind !== 'iterations') end(message);
    else if (!over) tell(message);
  });
  worker.on('error', (error) => end({ kind: 'failed', reason: `The worker died: ${error.message}` }));
  worker.on('exit', () => end({ kind: 'failed', reason: 'The worker died.' }));
}

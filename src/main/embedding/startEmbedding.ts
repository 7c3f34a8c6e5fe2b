import { Worker } from 'node:worker_threads';
import type { EmbeddingMessage, EmbeddingJob } from './embeddingWorker.ts';

/** Sources run as they are under Node; the build puts the worker beside the module that asks for it. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./embeddingWorker.${extension}`, import.meta.url);

/** Computes in a thread of its own. Aborting `signal` kills the thread at once; then nothing more is told. */
export function startEmbedding(
  job: EmbeddingJob,
  signal: AbortSignal,
  tell: (message: EmbeddingMessage) => void,
): void {
  if (signal.aborted) return;
  const worker = new Worker(workerFile, { workerData: job });
  let over = false;
  const end = (message?: EmbeddingMessage): void => {
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
  worker.on('message', (message: EmbeddingMessage) => {
    if (message.kind !== 'iterations') end(message);
    else if (!over) tell(message);
  });
  worker.on('error', (error) => end({ kind: 'failed', reason: `The worker died: ${error.message}` }));
  worker.on('exit', () => end({ kind: 'failed', reason: 'The worker died.' }));
}

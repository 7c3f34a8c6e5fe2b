/** Runs one job in its own thread. */
import { Worker } from 'node:worker_threads';
import type { Embedding } from '../../core/embedding/embed.ts';
import { heapLimits, memoryFate } from '../heapLimits.ts';
import { shareKernels } from '../kernelChoice.ts';
import type { JobMessage } from './runJob.ts';
import type { EmbeddingJob } from './embeddingWorker.ts';
import type { FaceJob } from './faceWorker.ts';
import type { FittedModel, ModelJob } from './modelWorker.ts';
import type { MethodResult, MethodJob } from './methodWorker.ts';
import type { NetworkResult, NetworkJob } from './networkWorker.ts';
import type { PairResult, PairJob } from './pairWorker.ts';
import type { PaperJob } from './paperWorker.ts';
import type { ExperimentResult } from '../../core/papers/result.ts';

/** Input and result of each worker. */
export interface Jobs {
  readonly embeddingWorker: { readonly job: EmbeddingJob; readonly result: Embedding };
  readonly faceWorker: { readonly job: FaceJob; readonly result: null };
  readonly modelWorker: { readonly job: ModelJob; readonly result: FittedModel };
  readonly methodWorker: { readonly job: MethodJob; readonly result: MethodResult };
  readonly networkWorker: { readonly job: NetworkJob; readonly result: NetworkResult };
  readonly pairWorker: { readonly job: PairJob; readonly result: PairResult };
  readonly paperWorker: { readonly job: PaperJob; readonly result: ExperimentResult };
}

/** Node runs the sources directly; the build puts the workers next to this module, too. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Starts a job in a worker that serves it with `runJob`; returns null if `signal` is already aborted. Aborting
 * terminates the worker; no further messages follow. The signal is ignored once the job is done.
 */
export function startJob<W extends keyof Jobs>(
  file: W,
  job: Jobs[W]['job'],
  signal: AbortSignal,
  tell: (message: JobMessage<Jobs[W]['result']>) => void,
): Worker | null {
  if (signal.aborted) return null;
  shareKernels();
  const worker = new Worker(new URL(`./${file}.${extension}`, import.meta.url), {
    workerData: job,
    resourceLimits: heapLimits('job'),
  });
  let over = false;
  const end = (message?: JobMessage<Jobs[W]['result']>): void => {
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
  worker.on('message', (message: JobMessage<Jobs[W]['result']>) => {
    if (message.kind !== 'iterations') end(message);
    else if (!over) tell(message);
  });
  worker.on('error', (error) =>
    end({ kind: 'failed', reason: `The worker ${memoryFate(error) ?? `died: ${error.message}`}` }),
  );
  worker.on('exit', () => end({ kind: 'failed', reason: 'The worker died.' }));
  return worker;
}

/** Jobs in threads of their own. */
import type { Embedding } from '../../core/embedding/embed.ts';
import { BUILT_IN } from '../../core/networks/provenance.ts';
import type { ExperimentResult } from '../../core/papers/result.ts';
import { Cancelled } from '../cancelled.ts';
import { heapLimits, memoryFate } from '../heapLimits.ts';
import { shareKernels } from '../kernelChoice.ts';
import { fateOfModel } from '../networks/networkError.ts';
import { WorkerClient, workerModule } from '../workerClient.ts';
import type { EmbeddingJob } from './embeddingWorker.ts';
import type { FaceJob } from './faceWorker.ts';
import type { MethodResult, MethodJob } from './methodWorker.ts';
import type { ModelJob, ModelQueryJob, ModelResult } from './modelWorker.ts';
import type { NetworkJob, NetworkResult, NetworkResults } from './networkWorker.ts';
import type { PairResult, PairJob } from './pairWorker.ts';
import type { PaperJob } from './paperWorker.ts';
import type { JobMessage, JobParts, JobProgress } from './runJob.ts';

/** Input and result of each worker. */
interface Jobs {
  readonly embeddingWorker: { readonly job: EmbeddingJob; readonly result: Embedding };
  readonly faceWorker: { readonly job: FaceJob; readonly result: null };
  readonly modelWorker: { readonly job: ModelJob | ModelQueryJob; readonly result: ModelResult };
  readonly methodWorker: { readonly job: MethodJob; readonly result: MethodResult };
  readonly networkWorker: { readonly job: NetworkJob; readonly result: NetworkResult };
  readonly pairWorker: { readonly job: PairJob; readonly result: PairResult };
  readonly paperWorker: { readonly job: PaperJob; readonly result: ExperimentResult };
}

/** Why a job failed, or its thread died: one sentence. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}

export interface JobOptions {
  /** Aborting it terminates the thread; no further messages follow. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
}

/** A thread that runs jobs of one kind with `runJob`. */
export class JobThread<W extends keyof Jobs> {
  readonly #client: WorkerClient<Jobs[W]['job'], JobMessage<Jobs[W]['result']>>;

  constructor(worker: W) {
    shareKernels();
    this.#client = new WorkerClient(workerModule(worker, import.meta.url), {
      resourceLimits: heapLimits('job'),
      deathError: (error) =>
        new JobFailure(
          error === null ? 'The worker died.' : `The worker ${memoryFate(error) ?? `died: ${error.message}`}`,
        ),
    });
  }

  /** Settles when the thread has ended. */
  get ended(): Promise<void> {
    return this.#client.ended;
  }

  /** Rejects with JobFailure, or with Cancelled after an abort or the end of the thread. */
  async run(job: Jobs[W]['job'], { signal, onProgress }: JobOptions = {}): Promise<Jobs[W]['result']> {
    const reply = await this.#client.ask(job, { signal, onInterim: onProgress });
    if (reply.kind === 'failed') throw new JobFailure(reply.reason);
    return reply.result;
  }

  end(): void {
    void this.#client.end();
  }
}

/** Runs one job in a thread of its own. Rejects with JobFailure, or with Cancelled after an abort. */
export async function runInThread<W extends keyof Jobs>(
  worker: W,
  job: Jobs[W]['job'],
  options: JobOptions,
): Promise<Jobs[W]['result']> {
  if (options.signal?.aborted) throw new Cancelled();
  const thread = new JobThread(worker);
  try {
    return await thread.run(job, options);
  } finally {
    thread.end();
  }
}

export interface PartsRun {
  readonly signal: AbortSignal;
  /** Called with the number of started steps of all parts. */
  readonly onProgress: (done: number) => void;
  /** Called with each part of a result that a thread sends ahead of its end. @default none does */
  readonly onPortion?: (portion: unknown) => void;
}

/**
 * Runs the parts of a job in a thread each. Rejects with JobFailure if a thread fails, which ends the others, and with
 * the signal's reason if it is aborted.
 */
export async function runInThreads<W extends keyof Jobs>(
  worker: W,
  jobs: readonly Jobs[W]['job'][],
  run: PartsRun,
): Promise<Jobs[W]['result'][]> {
  const begun = new Array<number>(jobs.length).fill(0);
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  try {
    return await Promise.all(
      jobs.map((job, part) =>
        runInThread(worker, job, {
          signal,
          onProgress: ({ done, portion }) => {
            begun[part] = done;
            if (portion !== undefined) run.onPortion?.(portion);
            run.onProgress(begun.reduce((sum, each) => sum + each, 0));
          },
        }),
      ),
    );
  } catch (error) {
    run.signal.throwIfAborted();
    throw error;
  } finally {
    failed.abort();
  }
}

/**
 * Runs a job of a network in a thread of its own. Rejects with JobFailure, whose sentence names the model, or with
 * Cancelled after an abort.
 */
export async function runNetwork<J extends NetworkJob>(
  job: J,
  signal: AbortSignal,
  onProgress?: (parts: JobParts) => void,
): Promise<NetworkResults[J['kind']]> {
  try {
    const result = await runInThread('networkWorker', job, {
      signal,
      onProgress: ({ parts }) => parts && onProgress?.(parts),
    });
    return result as NetworkResults[J['kind']];
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    // Landmarks alone need no model.
    throw new JobFailure(fateOfModel(job.kind === 'input' ? BUILT_IN : job.file, error.message));
  }
}

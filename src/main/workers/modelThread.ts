/** A model in its own thread, and the queries to it. */
import type { ModelQueryResult, ModelQuery, ModelQueryName } from '../../core/study/model/modelQueries.ts';
import { Cancelled } from '../cancelled.ts';
import { JobFailure, JobThread } from './jobThread.ts';
import type { FittedModel, ModelJob } from './modelWorker.ts';
import type { JobProgress } from './runJob.ts';

/** Why a model cannot answer a query: one sentence. */
export class ModelRefusal extends Error {
  override readonly name = 'ModelRefusal';
}

export interface ModelThread {
  /** Settles with the fit. Rejects with ModelRefusal if it fails or is ended. */
  readonly fitted: Promise<FittedModel>;
  /** Rejects with ModelRefusal if the model cannot answer or has been closed. Requires a fitted model. */
  readonly ask: <N extends ModelQueryName>(name: N, question: ModelQuery<N>) => Promise<ModelQueryResult<N>>;
  /** Settles when the thread has ended. */
  readonly ended: Promise<void>;
  /** Ends the fit or the model; pending queries are rejected. */
  readonly close: () => void;
}

/** Fits the model, and keeps it. */
export function modelThread(job: ModelJob, onProgress: (progress: JobProgress) => void): ModelThread {
  const thread = new JobThread('modelWorker');
  const run = async <T>(...query: Parameters<typeof thread.run>): Promise<T> => {
    try {
      return (await thread.run(...query)) as T;
    } catch (error) {
      if (error instanceof Cancelled) throw new ModelRefusal('The model was closed.');
      throw error instanceof JobFailure ? new ModelRefusal(error.message) : error;
    }
  };
  return {
    fitted: run(job, { onProgress }),
    ask: (name, question) => run({ name, question }),
    ended: thread.ended,
    close: () => thread.end(),
  };
}

/** A model in its own thread, and the queries to it. */
import type { Worker } from 'node:worker_threads';
import type { ModelQueryResult, ModelQuery, ModelQueryName } from '../../core/study/model/modelQueries.ts';
import type { JobMessage } from './runJob.ts';
import type { FittedModel, ModelJob, NumberedQuery, ModelReply } from './modelWorker.ts';
import { startJob } from './startJob.ts';

/** Why a model cannot answer a query: one sentence. */
export class ModelRefusal extends Error {
  override readonly name = 'ModelRefusal';
}

export interface ModelThread {
  /** Rejects with ModelRefusal if the model cannot answer or has been closed. Requires a fitted model. */
  readonly ask: <N extends ModelQueryName>(name: N, question: ModelQuery<N>) => Promise<ModelQueryResult<N>>;
  /** Ends the fit or the model; pending queries are rejected. */
  readonly close: () => void;
}

interface Waiting {
  readonly resolve: (answer: ModelQueryResult<ModelQueryName>) => void;
  readonly reject: (error: Error) => void;
}

const CLOSED = 'The model was closed.';

/** Fits the model. `tell` receives its iterations, then the result; `onEnd` is called when the thread has ended. */
export function modelThread(
  job: ModelJob,
  tell: (message: JobMessage<FittedModel>) => void,
  onEnd: () => void,
): ModelThread {
  const abort = new AbortController();
  const waiting = new Map<number, Waiting>();
  let sent = 0;
  let ended = false;
  const worker: Worker = startJob('modelWorker', job, abort.signal, tell)!;
  worker.on('message', (reply: ModelReply | JobMessage<FittedModel>) => {
    if (reply.kind !== 'answer' && reply.kind !== 'refused') return;
    const asker = waiting.get(reply.number);
    waiting.delete(reply.number);
    if (reply.kind === 'answer') asker?.resolve(reply.answer);
    else asker?.reject(new ModelRefusal(reply.reason));
  });
  worker.on('exit', () => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new ModelRefusal(CLOSED));
    waiting.clear();
    onEnd();
  });
  return {
    ask: <N extends ModelQueryName>(name: N, question: ModelQuery<N>) =>
      new Promise<ModelQueryResult<N>>((resolve, reject) => {
        if (ended) return reject(new ModelRefusal(CLOSED));
        const number = sent++;
        waiting.set(number, { resolve: resolve as Waiting['resolve'], reject });
        worker.postMessage({ number, name, question } satisfies NumberedQuery<N>);
      }),
    close() {
      abort.abort();
      void worker.terminate();
    },
  };
}

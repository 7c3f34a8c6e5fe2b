/** Open models: each is fitted once, kept for further queries, and closed after an idle time. */
import type { JobMessage } from '../../workers/runJob.ts';
import { ModelRefusal, modelThread, type ModelThread } from '../../workers/modelThread.ts';
import type { FittedModel, ModelJob } from '../../workers/modelWorker.ts';

/** Maximum open models; each holds the images of its dataset. */
const MOST_OPEN = 2;
/** Idle milliseconds after which a model is closed. */
const IDLE = 5 * 60_000;

export interface OpenedModel extends FittedModel {
  readonly seconds: number;
  readonly thread: ModelThread;
}

type Follower = (message: JobMessage<OpenedModel>) => void;

interface Entry {
  readonly opened: Promise<OpenedModel>;
  readonly followers: Set<Follower>;
  readonly close: () => void;
  state: 'fitting' | 'open';
  idle: NodeJS.Timeout;
}

export interface ModelStore {
  /** The model; fits it if it is not open. Rejects with ModelRefusal if the fit fails. */
  readonly get: (key: string, job: () => Promise<ModelJob>) => Promise<OpenedModel>;
  /** Like `get`, with messages while the model is fitted; aborting `signal` before it is ready cancels the fit. */
  readonly follow: (key: string, job: () => Promise<ModelJob>, signal: AbortSignal, tell: Follower) => void;
}

/** Aborting `closing` closes all models. */
export function modelStore(closing: AbortSignal, { mostOpen = MOST_OPEN, idle = IDLE } = {}): ModelStore {
  /** In order of use, the most recently used last. */
  const entries = new Map<string, Entry>();
  closing.addEventListener('abort', () => entries.forEach(({ close }) => close()));

  function used(key: string, load: () => Promise<ModelJob>): Entry {
    const entry = entries.get(key) ?? begin(key, load);
    entries.delete(key);
    entries.set(key, entry);
    entry.idle.refresh();
    for (const [other, { close }] of entries) if (entries.size > mostOpen && other !== key) close();
    return entry;
  }

  function begin(key: string, load: () => Promise<ModelJob>): Entry {
    const started = performance.now();
    const followers = new Set<Follower>();
    const settled = Promise.withResolvers<OpenedModel>();
    // Followers learn of a failure by a message.
    settled.promise.catch(() => undefined);
    let thread: ModelThread | null = null;
    let closed = false;
    const tell: Follower = (message) => followers.forEach((follower) => follower(message));
    const close = (reason = 'The model was closed.'): void => {
      if (closed) return;
      closed = true;
      clearTimeout(entry.idle);
      if (entries.get(key) === entry) entries.delete(key);
      thread?.close();
      settled.reject(new ModelRefusal(reason));
      tell({ kind: 'failed', reason });
    };
    const entry: Entry = {
      opened: settled.promise,
      followers,
      close: () => close(),
      state: 'fitting',
      idle: setTimeout(() => close(), idle).unref(),
    };
    load().then(
      (job) => {
        if (closed) return;
        thread = modelThread(
          job,
          (message) => {
            if (message.kind === 'failed') return close(message.reason);
            if (message.kind === 'iterations') return tell(message);
            const model = { ...message.result, seconds: (performance.now() - started) / 1000, thread: thread! };
            entry.state = 'open';
            settled.resolve(model);
            tell({ kind: 'done', result: model });
          },
          close,
        );
      },
      (error: unknown) => close(error instanceof Error ? error.message : String(error)),
    );
    return entry;
  }

  return {
    get: (key, load) => used(key, load).opened,
    follow(key, load, signal, tell) {
      const entry = used(key, load);
      if (entry.state === 'open') {
        void entry.opened.then((result) => tell({ kind: 'done', result }));
        return;
      }
      const follower: Follower = (message) => {
        if (message.kind !== 'iterations') signal.removeEventListener('abort', left);
        tell(message);
      };
      const left = (): void => {
        entry.followers.delete(follower);
        if (entry.state === 'fitting' && entry.followers.size === 0) entry.close();
      };
      entry.followers.add(follower);
      signal.addEventListener('abort', left, { once: true });
    },
  };
}
